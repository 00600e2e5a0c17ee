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
    /// The issuer that the key is for, where its set says so.
    public let keyIssuer: String?
    /// When the token expires.
    public let expiration: NumericDate

    init(
        header: JOSEHeader, claims: JSONObject, issuer: String, audience: String, keyIssuer: String?,
        expiration: NumericDate
    ) {
        self.header = header
        self.claims = claims
        self.issuer = issuer
        self.audience = audience
        self.keyIssuer = keyIssuer
        self.expiration = expiration
    }
}
