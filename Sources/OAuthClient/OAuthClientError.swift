/// Why something asked of a provider was not had.
///
/// Two errors are equal when their codes are. The reason names endpoints and public values, never a credential.
public struct OAuthClientError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// An address is not one that may be called: not https, or malformed.
        case addressNotAllowed = "ADDRESS_NOT_ALLOWED"
        /// The provider cannot be reached, did not answer in time, or says that it is out of order.
        case providerUnavailable = "PROVIDER_UNAVAILABLE"
        /// The provider answered something that its protocol does not allow.
        case answerMalformed = "ANSWER_MALFORMED"
        /// The provider's answer is larger than allowed.
        case answerTooLarge = "ANSWER_TOO_LARGE"
        /// The provider refused the request; `providerCode` says how.
        case refusedByProvider = "REFUSED_BY_PROVIDER"
        /// The request was given up by its caller.
        case cancelled = "CANCELLED"
        /// A request has fields that must not be sent, such as one with a line break.
        case requestNotAllowed = "REQUEST_NOT_ALLOWED"
        /// What carries requests cannot be set up as it is configured.
        case transportNotUsable = "TRANSPORT_NOT_USABLE"
        /// A configured key set cannot be used.
        case keySetUnusable = "KEY_SET_UNUSABLE"
        /// A value for a request is one that its standard does not allow.
        case parameterInvalid = "PARAMETER_INVALID"
        /// A custom parameter has a name that is not the caller's to set.
        case reservedParameter = "RESERVED_PARAMETER"
        /// A scope is not among those that the provider knows the client by.
        case scopeNotPreconfigured = "SCOPE_NOT_PRECONFIGURED"
        /// The client's identifier, secret or way of authentication cannot be used.
        case clientMisconfigured = "CLIENT_MISCONFIGURED"
        /// An authorization response does not belong to the request that it is held against.
        case stateMismatch = "STATE_MISMATCH"
        /// Metadata or an authorization response names another issuer, or none where it must, or one where it must not.
        case issuerMismatch = "ISSUER_MISMATCH"
        /// The provider says that a token is not, or no longer, valid.
        case tokenInactive = "TOKEN_INACTIVE"
        /// A token was issued to another client.
        case audienceMismatch = "AUDIENCE_MISMATCH"
        /// The provider does not say which client a token was issued to.
        case audienceUnprovable = "AUDIENCE_UNPROVABLE"
        /// Randomness, the time, a hash or a signature could not be had.
        case cryptographyFailed = "CRYPTOGRAPHY_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// The provider's own error code, cleaned, where it gave one.
    public let providerCode: String?
    /// Whether the same request may succeed later, where need be after what `connectionFault` names was put right.
    public let isTemporary: Bool
    /// What must be changed before a connection comes about; nil where it may come about by itself.
    public let connectionFault: ConnectionFault?
    /// The seconds to wait before another attempt, where the provider asked for some.
    public let retryAfterSeconds: Int?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The stable name.
    ///   - reason: What exactly is wrong; the caller must keep credentials out of it.
    ///   - providerCode: The provider's own error code, cleaned.
    ///   - retryAfterSeconds: The seconds to wait before another attempt.
    ///   - connectionFault: What must be changed before a connection comes about.
    public init(
        _ code: Code, _ reason: String, providerCode: String? = nil, retryAfterSeconds: Int? = nil,
        connectionFault: ConnectionFault? = nil
    ) {
        self.code = code
        self.reason = reason
        self.providerCode = providerCode
        self.retryAfterSeconds = retryAfterSeconds
        self.connectionFault = connectionFault
        isTemporary = code == .providerUnavailable
    }
}

extension OAuthClientError: Equatable {
    /// Two errors are equal when their codes and the provider's codes are.
    public static func == (left: OAuthClientError, right: OAuthClientError) -> Bool {
        left.code == right.code && left.providerCode == right.providerCode
    }
}

extension OAuthClientError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
