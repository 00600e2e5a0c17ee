/// Why the bridge does not do what it is asked for.
///
/// Two errors are equal when their codes are. The reason names public values, never a credential.
public struct BridgeError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// A template of developer claims cannot be used.
        case claimTemplateInvalid = "CLAIM_TEMPLATE_INVALID"
        /// An identity cannot have a uid.
        case userIDInvalid = "UID_INVALID"
        /// The claims of an identity are too large.
        case claimsTooLarge = "CLAIMS_TOO_LARGE"
        /// A parameter is missing, malformed or there twice.
        case requestInvalid = "REQUEST_INVALID"
        /// The client is unknown, or has not proven who it is.
        case clientInvalid = "CLIENT_INVALID"
        /// The keys that a client publishes cannot be had now, so nobody knows who has signed its assertion.
        case clientKeysUnavailable = "CLIENT_KEYS_UNAVAILABLE"
        /// The client is not registered for what it asks for.
        case clientNotAllowed = "CLIENT_NOT_ALLOWED"
        /// The client may not use the provider.
        case providerNotAllowed = "PROVIDER_NOT_ALLOWED"
        /// A code, device code or assertion is not good: unknown, used, expired, or another client's.
        case grantInvalid = "GRANT_INVALID"
        /// The grant is none that the bridge has.
        case grantNotSupported = "GRANT_NOT_SUPPORTED"
        /// The person has not decided yet (RFC 8628, section 3.5).
        case authorizationPending = "AUTHORIZATION_PENDING"
        /// The device polls faster than it may (RFC 8628, section 3.5).
        case slowDown = "SLOW_DOWN"
        /// The person has said no.
        case accessDenied = "ACCESS_DENIED"
        /// The device code has expired (RFC 8628, section 3.5).
        case deviceCodeExpired = "DEVICE_CODE_EXPIRED"
        /// A user code is unknown, expired, or used.
        case userCodeInvalid = "USER_CODE_INVALID"
        /// The address is none that the client is registered with.
        case redirectURIInvalid = "REDIRECT_URI_INVALID"
        /// The state of a sign-in is unknown, used, expired, or another browser's.
        case stateInvalid = "STATE_INVALID"
        /// The resource or audience is none of ours (RFC 8693, section 2.2.2).
        case targetInvalid = "TARGET_INVALID"
        /// The credential was exchanged before (PRV-12).
        case credentialReplayed = "CREDENTIAL_REPLAYED"
        /// The client may not mint for the uid.
        case userIDNotAllowed = "UID_NOT_ALLOWED"
        /// The client may not set the claim.
        case claimNotAllowed = "CLAIM_NOT_ALLOWED"
        /// The client may not mint for the tenant.
        case tenantNotAllowed = "TENANT_NOT_ALLOWED"
        /// The lifetime is longer than the client may ask for.
        case lifetimeInvalid = "LIFETIME_INVALID"
        /// Too much was tried.
        case rateLimited = "RATE_LIMITED"
        /// The store cannot be reached.
        case storeUnavailable = "STORE_UNAVAILABLE"
        /// What the store holds cannot be read.
        case storedRecordInvalid = "STORED_RECORD_INVALID"
        /// A function of the cryptographic library failed.
        case cryptographyFailed = "CRYPTOGRAPHY_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// After how many seconds it makes sense to try again; nil where that is not known or never.
    public let retryAfter: Int64?
    /// The limit that refuses the request; nil where none does.
    public let limit: LimitName?

    /// Makes an error; for the modules of this package.
    package init(_ code: Code, _ reason: String, retryAfter: Int64? = nil, limit: LimitName? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
        self.limit = limit
    }
}

extension BridgeError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: BridgeError, right: BridgeError) -> Bool {
        left.code == right.code
    }
}

extension BridgeError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
