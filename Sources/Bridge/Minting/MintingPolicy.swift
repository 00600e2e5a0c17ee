public import CustomTokens

/// What the custom tokens of exchanged credentials say beside the uid.
public struct MintingPolicy: Sendable {
    /// The developer claims.
    public let claims: ClaimTemplates
    /// How long a token is good for.
    public let lifetime: TokenLifetime
    /// The tenant that the users belong to; nil for the project itself.
    public let tenantID: TenantID?
    /// The longest claims, in bytes of JSON.
    public let maximumClaimsBytes: Int

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - claims: The developer claims.
    ///   - lifetime: How long a token is good for.
    ///   - tenantID: The tenant that the users belong to; nil for the project itself.
    ///   - maximumClaimsBytes: The longest claims, in bytes of JSON.
    public init(
        claims: ClaimTemplates = .none, lifetime: TokenLifetime = .standard, tenantID: TenantID? = nil,
        maximumClaimsBytes: Int = CustomClaims.standardMaximumBytes
    ) {
        self.claims = claims
        self.lifetime = lifetime
        self.tenantID = tenantID
        self.maximumClaimsBytes = maximumClaimsBytes
    }
}
