import JOSE
import Testing

@Suite("Expected type (JOSE-17)")
struct ExpectedTypeTests {
    private static func refusal(_ type: String?, _ expected: ExpectedType) -> JOSEError.Code? {
        let member = type.map { ",\"typ\":\"\($0)\"" } ?? ""
        let header = "{\"alg\":\"RS256\",\"kid\":\"k1\"\(member)}"
        return JOSETests.refusal(ofToken: FakeToken.text(header: header), by: FakeToken.verifier(type: expected))
    }

    @Test(
        "a plain token has no type, or is a JWT or JOSE, in any case",
        arguments: [nil, "JWT", "jwt", "Jwt", "JOSE", "jose", "application/jwt", "APPLICATION/JOSE"])
    func acceptsPlain(type: String?) {
        #expect(Self.refusal(type, .plain) == nil)
    }

    @Test(
        "a token of another kind is refused as a plain one",
        arguments: [
            "at+jwt", "AT+JWT", "application/at+jwt", "logout+jwt", "dpop+jwt", "secevent+jwt", "JWT ", "", "jwt+x",
            "application/", "text/jwt", "application/application/jwt", "JWS", "JOSE+JSON",
        ])
    func refusesOtherKinds(type: String) {
        #expect(Self.refusal(type, .plain) == .typeMismatch)
    }

    @Test(
        "one media type is accepted with and without its prefix", arguments: ["at+jwt", "AT+JWT", "application/at+jwt"])
    func acceptsMediaType(type: String) {
        #expect(Self.refusal(type, .mediaType("at+jwt")) == nil)
        #expect(Self.refusal(type, .mediaType("application/at+jwt")) == nil)
    }

    @Test(
        "another media type, and none, are refused",
        arguments: [nil, "JWT", "jwt", "logout+jwt", "at+jwt;x=1", "", "at"])
    func refusesOtherMediaTypes(type: String?) {
        #expect(Self.refusal(type, .mediaType("at+jwt")) == .typeMismatch)
    }
}
