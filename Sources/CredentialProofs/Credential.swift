public import OAuthClient
public import Providers

/// What a caller hands in to show who somebody is.
public enum Credential: Sendable {
    /// An authorization code, which is redeemed, with the parameters of the response that brought it (P1).
    case code(AuthorizationCodeGrant, nonce: CallerNonce, response: FormParameters = FormParameters())
    /// An ID token (P2).
    case idToken(UnverifiedIDToken, nonce: CallerNonce)
    /// A refresh token, which is redeemed, and what keeps the one that is good from then on (P4).
    case refreshToken(RefreshToken, keeper: any RefreshTokenKeeper)
    /// An access token, which its provider is asked about (P5).
    case accessToken(AccessToken)

    /// The kind.
    public var kind: ProviderCredentialKind {
        switch self {
        case .code: .code
        case .idToken: .idToken
        case .refreshToken: .refreshToken
        case .accessToken: .accessToken
        }
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind, nothing of the credential.
    public var description: String { "\(kind.rawValue) (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
