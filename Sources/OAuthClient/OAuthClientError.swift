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
        /// Metadata is that of another issuer.
        case issuerMismatch = "ISSUER_MISMATCH"
        /// A configured key set cannot be used.
        case keySetUnusable = "KEY_SET_UNUSABLE"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// The provider's own error code, cleaned, where it gave one.
    public let providerCode: String?
    /// Whether the same request may succeed later.
    public let isTemporary: Bool

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The stable name.
    ///   - reason: What exactly is wrong; the caller must keep credentials out of it.
    ///   - providerCode: The provider's own error code, cleaned.
    public init(_ code: Code, _ reason: String, providerCode: String? = nil) {
        self.code = code
        self.reason = reason
        self.providerCode = providerCode
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
