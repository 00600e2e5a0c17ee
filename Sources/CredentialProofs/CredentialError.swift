public import OAuthClient

/// Why no identity was proven.
///
/// Two errors are equal when their codes are. The reason names the provider and public values, never a credential.
public struct CredentialError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The provider is not configured.
        case providerUnknown = "PROVIDER_UNKNOWN"
        /// Credentials of this kind are not accepted for this provider (PRV-01).
        case credentialTypeNotAccepted = "CREDENTIAL_TYPE_NOT_ACCEPTED"
        /// The credential is malformed, forged, revoked, used up or of another kind than it should be.
        case credentialInvalid = "CREDENTIAL_INVALID"
        /// The credential was right and is too old.
        case credentialExpired = "CREDENTIAL_EXPIRED"
        /// The credential was issued to another client.
        case audienceMismatch = "AUDIENCE_MISMATCH"
        /// Nothing tells which client the credential was issued to.
        case audienceUnprovable = "AUDIENCE_UNPROVABLE"
        /// The nonce of the token is not the caller's.
        case nonceMismatch = "NONCE_MISMATCH"
        /// The token is bound to a nonce that the caller did not send, or must be and is not.
        case nonceRequired = "NONCE_REQUIRED"
        /// The provider or one of its keys cannot be reached now.
        case providerUnavailable = "PROVIDER_UNAVAILABLE"
        /// The provider answered what its protocol does not allow.
        case providerAnswerInvalid = "PROVIDER_ANSWER_INVALID"
        /// Two answers about one credential name two accounts.
        case subjectMismatch = "SUBJECT_MISMATCH"
        /// The provider refuses our client, or lacks what it is asked for: the configuration is at fault.
        case providerMisconfigured = "PROVIDER_MISCONFIGURED"
        /// The person said no, or the provider did for the person.
        case accessDenied = "ACCESS_DENIED"
        /// A new refresh token could not be kept, so nothing was done with it.
        case refreshTokenNotKept = "REFRESH_TOKEN_NOT_KEPT"
        /// The caller gave up.
        case cancelled = "CANCELLED"
        /// The time, a hash or randomness could not be had.
        case cryptographyFailed = "CRYPTOGRAPHY_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// The provider's own error code, cleaned, where it gave one.
    public let providerCode: String?
    /// The seconds to wait before another attempt, where the provider asked for some.
    public let retryAfterSeconds: Int?
    /// What must be changed before the provider can be reached; nil where it may be by itself.
    public let connectionFault: ConnectionFault?

    init(
        _ code: Code, _ reason: String, providerCode: String? = nil, retryAfterSeconds: Int? = nil,
        connectionFault: ConnectionFault? = nil
    ) {
        self.code = code
        self.reason = reason
        self.providerCode = providerCode
        self.retryAfterSeconds = retryAfterSeconds
        self.connectionFault = connectionFault
    }

    /// Whether the same credential may be accepted later.
    public var isTemporary: Bool { code == .providerUnavailable }
}

extension CredentialError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: CredentialError, right: CredentialError) -> Bool {
        left.code == right.code
    }
}

extension CredentialError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
