public import StrictJSON

/// A token that a `JWTVerifier` has found right.
///
/// Nothing else makes one.
public struct VerifiedJWT: Sendable {
    /// The header.
    public let header: JOSEHeader
    /// All claims.
    public let claims: JSONObject
    /// The issuer, which is an expected one.
    public let issuer: String
    /// The one of the expected audiences that the token was issued to.
    public let audience: String
    /// When the token expires.
    public let expiration: NumericDate

    init(header: JOSEHeader, claims: JSONObject, issuer: String, audience: String, expiration: NumericDate) {
        self.header = header
        self.claims = claims
        self.issuer = issuer
        self.audience = audience
        self.expiration = expiration
    }
}
