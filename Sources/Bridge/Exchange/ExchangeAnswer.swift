public import OAuthClient
public import Providers

/// What a client gets for a provider's credential.
public struct ExchangeAnswer: Sendable {
    /// The custom token.
    public let issued: IssuedCustomToken
    /// The provider's name.
    public let providerID: String
    /// What the provider says about the account.
    public let profile: ProviderProfile
    /// The provider's own tokens; nil unless the client is registered for them (8693-11).
    public let providerTokens: TokenResponse?
    /// The refresh token that took the place of the one that was sent; nil where none did.
    ///
    /// Every client gets it: the one it sent is void, and without this one its person would have to sign in again.
    public let refreshToken: RefreshToken?
    /// The scope that was granted where one was asked for: none; nil where none was asked for (6749-10).
    public let scope: String?
}
