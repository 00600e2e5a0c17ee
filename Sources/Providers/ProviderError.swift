/// Why a provider cannot be used as configured, or why what it said is not acceptable.
///
/// Two errors are equal when their codes are. The reason names presets, members and public values, never a credential.
public struct ProviderError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no preset of that name.
        case providerUnknown = "PROVIDER_UNKNOWN"
        /// The preset is known and not supported.
        case providerNotSupported = "PROVIDER_NOT_SUPPORTED"
        /// A placeholder of the preset has no value.
        case placeholderMissing = "PLACEHOLDER_MISSING"
        /// A value is given for a placeholder that the preset does not have.
        case placeholderUnknown = "PLACEHOLDER_UNKNOWN"
        /// The value of a placeholder is not one that may be put into an address.
        case placeholderInvalid = "PLACEHOLDER_INVALID"
        /// There is no client identifier to compare the audience with.
        case audienceMissing = "AUDIENCE_MISSING"
        /// An address that the preset needs is neither in it nor configured.
        case endpointMissing = "ENDPOINT_MISSING"
        /// The address is not one that may be called.
        case endpointInvalid = "ENDPOINT_INVALID"
        /// How our client authenticates is neither known nor configured.
        case clientAuthenticationMissing = "CLIENT_AUTHENTICATION_MISSING"
        /// The access-token check that is asked for does not exist or lacks a part.
        case audienceCheckUnavailable = "AUDIENCE_CHECK_UNAVAILABLE"
        /// An option is given to a provider to which it does not apply.
        case optionNotApplicable = "OPTION_NOT_APPLICABLE"
        /// The path to a member is malformed or missing.
        case memberPathInvalid = "MEMBER_PATH_INVALID"
        /// The provider's answer has no subject.
        case subjectMissing = "SUBJECT_MISSING"
        /// The subject is neither a string nor an integer, is empty or is too long.
        case subjectInvalid = "SUBJECT_INVALID"
        /// The prefix of uids is malformed or used by another provider.
        case prefixInvalid = "PREFIX_INVALID"
        /// The subject cannot be made into a uid.
        case uidInvalid = "UID_INVALID"
        /// A scope is not among those that may be asked for.
        case scopeNotPreconfigured = "SCOPE_NOT_PRECONFIGURED"
        /// A parameter has a name that is not the caller's to set.
        case reservedParameter = "RESERVED_PARAMETER"
        /// A value for a request is one that its standard does not allow.
        case parameterInvalid = "PARAMETER_INVALID"
        /// A value that the provider demands beside a credential is not there.
        case parameterMissing = "PARAMETER_MISSING"
        /// The provider has no credentials of that kind, or they are not accepted.
        case credentialTypeNotAccepted = "CREDENTIAL_TYPE_NOT_ACCEPTED"
        /// There is no device flow, or it is not switched on.
        case deviceFlowUnavailable = "DEVICE_FLOW_UNAVAILABLE"
        /// Randomness, the time, a hash or a signature could not be had.
        case cryptographyFailed = "CRYPTOGRAPHY_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension ProviderError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: ProviderError, right: ProviderError) -> Bool {
        left.code == right.code
    }
}

extension ProviderError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
