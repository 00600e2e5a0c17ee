public import OAuthClient

/// An identity with the tokens that proved it, which belong to the person's device.
public struct ProvenTokens: Sendable {
    /// The identity.
    public let identity: VerifiedIdentity
    /// The provider's tokens.
    public let tokens: TokenResponse
    /// The refresh token to keep from now on; nil where there is none.
    ///
    /// After a refresh it may be a new one: the old one is then void, so a caller must keep this before anything else.
    public let refreshToken: RefreshToken?
}
