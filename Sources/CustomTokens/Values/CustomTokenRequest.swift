/// What a custom token is to say.
public struct CustomTokenRequest: Sendable {
    /// Whom the token signs in.
    public var userID: UserID
    /// The developer claims.
    public var claims: CustomClaims
    /// The tenant the user belongs to; nil for the project itself.
    public var tenantID: TenantID?
    /// How long the token is good for.
    public var lifetime: TokenLifetime
    /// When it says that it was issued.
    public var issueTime: IssueTime

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - userID: Whom the token signs in.
    ///   - claims: The developer claims.
    ///   - tenantID: The tenant the user belongs to; nil for the project itself.
    ///   - lifetime: How long the token is good for.
    ///   - issueTime: When it says that it was issued.
    public init(
        userID: UserID, claims: CustomClaims = .none, tenantID: TenantID? = nil, lifetime: TokenLifetime = .standard,
        issueTime: IssueTime = .now
    ) {
        self.userID = userID
        self.claims = claims
        self.tenantID = tenantID
        self.lifetime = lifetime
        self.issueTime = issueTime
    }
}
