public import Bridge
public import CustomTokens

/// What the custom tokens say.
public struct TokenSettings: Sendable {
    /// How long a token may be exchanged for a session.
    public let lifetime: TokenLifetime
    /// The tenant that its users belong to; nil for the project itself.
    public let tenant: TenantID?
    /// The developer claims.
    public let claims: ClaimTemplates
    /// The longest claims, in bytes of JSON.
    public let maximumClaimsBytes: Int
}
