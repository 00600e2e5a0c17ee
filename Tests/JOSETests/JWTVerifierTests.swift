import JOSE
import StrictJSON
import Testing

@Suite("Verification of a JWT")
struct JWTVerifierTests {
    private static let now = FakeToken.now

    private static func claims(_ members: String) -> String {
        "{\"iss\":\"https://provider.test\",\"aud\":\"client-ours\",\(members)}"
    }

    private static func refusal(claims: String, leeway: ClockLeeway = .standard) -> JOSEError.Code? {
        JOSETests.refusal(ofToken: FakeToken.text(claims: claims), by: FakeToken.verifier(leeway: leeway))
    }

    @Test("a right token is accepted with its claims, issuer and expiration")
    func accepts() throws {
        let verified = try FakeToken.verifier().verify(FakeToken.text())
        #expect(verified.issuer == "https://provider.test")
        #expect(verified.expiration.secondsSinceEpoch == 1_700_003_600)
        #expect(verified.claims.names == ["iss", "aud", "exp"])
        #expect(verified.header.keyID == "k1")
    }

    /// Each line breaks its rule and all later ones; the first broken rule must be the one that is told.
    private static let order: [(header: String, claims: String, signature: String, code: JOSEError.Code)] = [
        (#"{"alg":"RS256","kid":"k1","crit":[]}"#, "x", "bad", .criticalHeaderNotUnderstood),
        (#"{"alg":"RS512","kid":"k1","typ":"at+jwt"}"#, "x", "bad", .algorithmNotAllowed),
        (#"{"alg":"RS256","kid":"k2","typ":"at+jwt"}"#, "x", "bad", .keyNotFound),
        (#"{"alg":"RS256","kid":"k1","typ":"at+jwt"}"#, "x", "bad", .signatureInvalid),
        (#"{"alg":"RS256","kid":"k1","typ":"at+jwt"}"#, "x", "k1", .typeMismatch),
        (#"{"alg":"RS256","kid":"k1"}"#, "x", "k1", .claimsMalformed),
        (#"{"alg":"RS256","kid":"k1"}"#, #"{"iss":"https://evil.test","aud":"x","exp":1}"#, "k1", .issuerMismatch),
        (
            #"{"alg":"RS256","kid":"k1"}"#, #"{"iss":"https://provider.test","aud":"x","exp":1}"#, "k1",
            .audienceMismatch
        ),
        (
            #"{"alg":"RS256","kid":"k1"}"#, #"{"iss":"https://provider.test","aud":"client-ours","exp":1}"#, "k1",
            .tokenExpired
        ),
    ]

    @Test(
        "rules are checked in their order: nothing of the claims is told before the signature is right",
        arguments: order.indices)
    func checksInOrder(index: Int) {
        let line = Self.order[index]
        let token = FakeToken.text(header: line.header, claims: line.claims, signature: line.signature)
        #expect(JOSETests.refusal(ofToken: token) == line.code)
    }

    @Test("JOSE-03: an algorithm beyond the accepted ones is refused, whatever the key could do")
    func pinsAlgorithm() {
        let verifier = FakeToken.verifier(algorithms: AcceptedAlgorithms(.es256, .ps256))
        let error = #expect(throws: JOSEError(.algorithmNotAllowed, "")) { try verifier.verify(FakeToken.text()) }
        #expect(error?.reason == "the token is signed with RS256, expected ES256, PS256")
    }

    @Test(
        "JOSE-02: a payload that is no object without duplicates is refused",
        arguments: [
            "", "[]", "null", #""x""#, "{", #"{"iss":"https://provider.test","iss":"https://provider.test"}"#,
            #"{"exp":1,"\u0065xp":2}"#, #"{"exp":1e400}"#, #"{"exp":99999999999999999999}"#, #"{"a":"\u0000"}"#, "{}x",
        ])
    func refusesMalformedClaims(claims: String) {
        #expect(Self.refusal(claims: claims) == .claimsMalformed)
    }

    @Test("JOSE-18: a payload that nests deeper than 32 levels is refused")
    func capsDepth() {
        let levels = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(Self.refusal(claims: Self.claims("\"exp\":1700003600,\"x\":\(levels(31))")) == nil)
        #expect(Self.refusal(claims: Self.claims("\"exp\":1700003600,\"x\":\(levels(32))")) == .claimsMalformed)
    }

    @Test(
        "JOSE-15: another issuer is refused, byte for byte",
        arguments: [
            "https://provider.test/", "http://provider.test", "https://PROVIDER.test", "https://provider.test:443", "",
            "https://provider.test ", "https://provider.test\\u0000x", "https://provider.te\u{17F}t",
        ])
    func refusesOtherIssuer(issuer: String) {
        let code = Self.refusal(claims: "{\"iss\":\"\(issuer)\",\"aud\":\"client-ours\",\"exp\":1700003600}")
        #expect(code == (issuer.contains("u0000") ? .claimsMalformed : .issuerMismatch))
    }

    @Test("an issuer that is missing or no string is refused")
    func refusesMissingIssuer() {
        #expect(Self.refusal(claims: #"{"aud":"client-ours","exp":1700003600}"#) == .claimMissing)
        for value in ["null", "1", "[\"https://provider.test\"]", "{}"] {
            #expect(
                Self.refusal(claims: "{\"iss\":\(value),\"aud\":\"client-ours\",\"exp\":1700003600}") == .claimInvalid)
        }
    }

    @Test("the error about the issuer quotes both")
    func quotesIssuers() {
        let claims = #"{"iss":"https://evil.test","aud":"client-ours","exp":1700003600}"#
        let error = #expect(throws: JOSEError.self) { try FakeToken.verifier().verify(FakeToken.text(claims: claims)) }
        #expect(error?.reason.contains(#""https://evil.test""#) == true)
        #expect(error?.reason.contains(#""https://provider.test""#) == true)
    }

    @Test("JOSE-14: a token without expiration is refused")
    func refusesMissingExpiration() {
        #expect(Self.refusal(claims: Self.claims(#""sub":"u""#)) == .claimMissing)
    }

    @Test(
        "JOSE-14: times of other kinds are refused",
        arguments: ["exp", "nbf", "iat"],
        [#""1700003600""#, "null", "true", "-1", "[]", "1700003600000", "1e300"])
    func refusesOtherTimes(name: String, value: String) {
        let others = name == "exp" ? "" : ",\"exp\":1700003600"
        #expect(Self.refusal(claims: Self.claims("\"\(name)\":\(value)\(others)")) == .claimInvalid)
    }

    @Test("JOSE-14: exp is exclusive and given the leeway", arguments: [0, 60, 300] as [Int64])
    func holdsExpiration(leeway: Int64) throws {
        let leeway = try ClockLeeway(seconds: leeway)
        let first = Self.now - leeway.seconds
        #expect(Self.refusal(claims: Self.claims("\"exp\":\(first)"), leeway: leeway) == .tokenExpired)
        #expect(Self.refusal(claims: Self.claims("\"exp\":\(first + 1)"), leeway: leeway) == nil)
    }

    @Test(
        "JOSE-14: nbf and iat are inclusive and given the leeway", arguments: ["nbf", "iat"], [0, 60, 300] as [Int64])
    func holdsBeginning(name: String, leeway: Int64) throws {
        let leeway = try ClockLeeway(seconds: leeway)
        let last = Self.now + leeway.seconds
        let text = { (time: Int64) in Self.claims("\"\(name)\":\(time),\"exp\":\(Self.now + 9999)") }
        #expect(Self.refusal(claims: text(last), leeway: leeway) == nil)
        #expect(Self.refusal(claims: text(last + 1), leeway: leeway) == .tokenNotYetValid)
    }

    @Test("a token that expires before or when it begins is refused", arguments: ["nbf", "iat"])
    func refusesEmptyLife(name: String) {
        let end = Self.now + 10
        #expect(Self.refusal(claims: Self.claims("\"\(name)\":\(end),\"exp\":\(end)")) == .claimInvalid)
        #expect(Self.refusal(claims: Self.claims("\"\(name)\":\(end + 1),\"exp\":\(end)")) == .claimInvalid)
        #expect(Self.refusal(claims: Self.claims("\"\(name)\":\(end - 1),\"exp\":\(end)")) == nil)
    }

    @Test("a clock that cannot be read refuses every token")
    func refusesWithoutClock() {
        struct BrokenClock: WallClock {
            func now() throws(JOSEError) -> NumericDate { throw JOSEError(.clockUnavailable, "broken") }
        }
        let verifier = JWTVerifier(
            algorithms: AcceptedAlgorithms(.rs256),
            keys: FakeToken.keys(.init(keyID: "k1", algorithm: nil, key: FakeKey(name: "k1"))),
            issuer: .exactly("https://provider.test"), audience: .client(identifier: "client-ours"), type: .plain,
            clock: BrokenClock(), leeway: .standard)
        #expect(JOSETests.refusal(ofToken: FakeToken.text(), by: verifier) == .clockUnavailable)
    }

    @Test("errors are equal by their codes, and every code has a name of its own")
    func comparesErrors() {
        #expect(JOSEError(.tokenExpired, "a") == JOSEError(.tokenExpired, "b"))
        #expect(JOSEError(.tokenExpired, "a") != JOSEError(.tokenNotYetValid, "a"))
        #expect(Set(JOSEError.Code.allCases.map(\.rawValue)).count == JOSEError.Code.allCases.count)
    }
}
