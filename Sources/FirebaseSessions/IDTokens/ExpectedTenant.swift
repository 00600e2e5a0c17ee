public import CustomTokens

/// Which tenant an ID token must be of.
public enum ExpectedTenant: Sendable {
    /// None: the token must not name one.
    case none
    /// This one.
    case exactly(TenantID)

    /// That of a custom token.
    init(_ tenantID: TenantID?) {
        self = tenantID.map { .exactly($0) } ?? .none
    }
}
