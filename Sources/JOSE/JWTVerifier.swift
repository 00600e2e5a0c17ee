import StrictJSON

/// Verifies JSON Web Tokens of one issuer (RFC 7519, RFC 8725).
///
/// Everything that decides is asked for: there is no default algorithm, issuer, audience or clock, and no way to leave
/// one out.
public struct JWTVerifier: Sendable {
    private let algorithms: AcceptedAlgorithms
    private let keys: VerificationKeySet
    private let issuer: TokenIssuer
    private let audience: ExpectedAudience
    private let type: ExpectedType
    private let clock: any WallClock
    private let leeway: Int64

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - algorithms: The algorithms that are accepted.
    ///   - keys: The issuer's keys.
    ///   - issuer: What `iss` must be.
    ///   - audience: Whom the token must have been issued to.
    ///   - type: What `typ` may say.
    ///   - clock: The clock that `exp`, `nbf` and `iat` are held against.
    ///   - leeway: How far the issuer's clock may differ from ours.
    public init(
        algorithms: AcceptedAlgorithms, keys: VerificationKeySet, issuer: TokenIssuer, audience: ExpectedAudience,
        type: ExpectedType, clock: any WallClock, leeway: ClockLeeway
    ) {
        self.algorithms = algorithms
        self.keys = keys
        self.issuer = issuer
        self.audience = audience
        self.type = type
        self.clock = clock
        self.leeway = leeway.seconds
    }

    /// Verifies a token.
    ///
    /// - Parameter token: The token, with nothing around it.
    /// - Returns: The evidence.
    /// - Throws: `JOSEError`. Its reason quotes issuers, audiences and times, never the token.
    public func verify(_ token: [UInt8]) throws(JOSEError) -> VerifiedJWT {
        try verify(CompactJWS(parsing: token))
    }

    /// Verifies a token that has been taken apart.
    ///
    /// - Parameter token: The token.
    /// - Returns: The evidence.
    /// - Throws: `JOSEError`. Its reason quotes issuers, audiences and times, never the token.
    public func verify(_ token: CompactJWS) throws(JOSEError) -> VerifiedJWT {
        let verified = try token.verified(with: keys, algorithms: algorithms)
        try type.check(verified.header)
        let claims = try Self.claims(in: verified.payload)
        let issuer = try issuer.check(claims)
        let audience = try audience.check(claims)
        let expiration = try checkTimes(claims, now: clock.now())
        return VerifiedJWT(
            header: verified.header, claims: claims, issuer: issuer, audience: audience,
            keyIssuer: verified.keyIssuer, expiration: expiration)
    }

    private static func claims(in payload: [UInt8]) throws(JOSEError) -> JSONObject {
        do {
            return try JSONObject(parsing: payload, limits: .token)
        } catch {
            throw JOSEError(.claimsMalformed, "the token's payload is unusable: \(error)")
        }
    }

    private func checkTimes(_ claims: JSONObject, now: NumericDate) throws(JOSEError) -> NumericDate {
        guard let claim = claims["exp"] else { throw JOSEError(.claimMissing, "the token has no expiration (exp)") }
        let expiration = try NumericDate(claim, claim: "exp")
        guard now < expiration + leeway else {
            throw JOSEError(.tokenExpired, "the token expired at \(expiration), and it is \(now); is the clock right?")
        }
        try requirePast("nbf", in: claims, now: now, before: expiration)
        try requirePast("iat", in: claims, now: now, before: expiration)
        return expiration
    }

    private func requirePast(
        _ name: String, in claims: JSONObject, now: NumericDate, before expiration: NumericDate
    ) throws(JOSEError) {
        guard let claim = claims[name] else { return }
        let date = try NumericDate(claim, claim: name)
        guard date <= now + leeway else {
            throw JOSEError(
                .tokenNotYetValid, "the token's \(name) is \(date), and it is only \(now); is the clock right?")
        }
        guard date < expiration else {
            throw JOSEError(
                .claimInvalid, "the token expires at \(expiration), which is not after its \(name), \(date)")
        }
    }
}
