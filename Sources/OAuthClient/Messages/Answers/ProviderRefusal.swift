import StrictJSON

/// What a provider's refusal means for the one who asked.
public enum ProviderRefusal: Sendable {
    /// The code or token is used up, expired, revoked or not ours: sign in again.
    case grantInvalid
    /// The client itself is not accepted: its configuration is at fault, not the person.
    case clientRejected
    /// The person said no.
    case denied
    /// The provider is out of order for now.
    case temporary
    /// Something else; the code says what.
    case other

    /// Reads a provider's error code.
    ///
    /// - Parameter code: The code.
    public init(code: String) {
        self = Self.meanings.first { $0.code.hasSameBytes(as: code) }?.meaning ?? .other
    }

    private static let meanings: [(code: String, meaning: ProviderRefusal)] = [
        ("invalid_grant", .grantInvalid), ("bad_verification_code", .grantInvalid),
        ("bad_refresh_token", .grantInvalid), ("bad_code_verifier", .grantInvalid),
        ("invalid_client", .clientRejected), ("unauthorized_client", .clientRejected),
        ("incorrect_client_credentials", .clientRejected), ("redirect_uri_mismatch", .clientRejected),
        ("unsupported_grant_type", .clientRejected), ("invalid_scope", .clientRejected),
        ("access_denied", .denied), ("authorization_declined", .denied), ("user_denied", .denied),
        ("temporarily_unavailable", .temporary), ("server_error", .temporary),
    ]

    fileprivate var advice: String {
        switch self {
        case .grantInvalid: "; sign in again"
        case .clientRejected: "; the client's configuration is at fault"
        case .denied: "; the person said no"
        case .temporary, .other: ""
        }
    }
}

extension OAuthErrorAnswer {
    /// What the error means.
    public var refusal: ProviderRefusal { ProviderRefusal(code: code) }

    /// The error to throw.
    ///
    /// - Parameter subject: What was refused, for the reason.
    /// - Returns: The error.
    func refusal(of subject: String) -> OAuthClientError {
        let text = description.map { "\(code) (\($0))" } ?? code
        return refusal == .temporary
            ? OAuthClientError(.providerUnavailable, "\(subject) failed for now: \(text)", providerCode: code)
            : OAuthClientError(
                .refusedByProvider, "\(subject) was refused: \(text)\(refusal.advice)", providerCode: code)
    }
}

extension OAuthClientError {
    /// What the provider's refusal means; nil where it is none.
    public var refusal: ProviderRefusal? {
        code == .refusedByProvider ? ProviderRefusal(code: providerCode ?? "") : nil
    }
}
