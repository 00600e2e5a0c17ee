public import StrictJSON

/// A token that a `JWTVerifier` has found right.
///
/// Nothing else makes one.
public struct VerifiedJWT: Sendable {
    /// The header.
    public let header: JOSEHeader
    /// All claims.
    public let claims: JSONObject
    /// The issuer, as it was expected.
    public let issuer: String
    /// When the token expires.
    public let expiration: NumericDate

    init(header: JOSEHeader, claims: JSONObject, issuer: String, expiration: NumericDate) {
        self.header = header
        self.claims = claims
        self.issuer = issuer
        self.expiration = expiration
    }
}
