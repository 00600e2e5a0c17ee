import CustomTokens
import JOSE
import StrictJSON
import Testing

@Suite("Unsigned tokens for the emulator (FB-23)")
struct EmulatorSignerTests {
    private func signer(clock: NumericDate = Fixtures.now) throws -> EmulatorSigner {
        let host = try #require(try EmulatorHost(environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"]))
        return EmulatorSigner(for: host, clock: FixedWallClock(clock))
    }

    private func token() throws -> CustomToken {
        try signer().customToken(
            for: CustomTokenRequest(
                userID: UserID("u"), claims: CustomClaims(parsing: Array(#"{"role":"x"}"#.utf8)),
                tenantID: TenantID("t")))
    }

    @Test("the third part is empty and its dot stays")
    func trailingDot() throws {
        let text = try token().serialized
        #expect(text.hasSuffix("."))
        #expect(text.split(separator: ".", omittingEmptySubsequences: false).map(\.isEmpty) == [false, false, true])
        #expect(throws: JOSEError(.algorithmNone, "")) { try CompactJWS(parsing: text) }
    }

    @Test("the header says none and JWT, and names no key")
    func header() throws {
        let token = try token()
        #expect(try Fixtures.part(0, of: token.serialized) == Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        #expect(token.keyID == nil)
    }

    @Test("the payload is that of a custom token of the emulator's account")
    func payload() throws {
        let account = "firebase-auth-emulator@example.com"
        let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        let expected =
            "{\"iss\":\"\(account)\",\"sub\":\"\(account)\",\"aud\":\"\(audience)\",\"uid\":\"u\",\"iat\":1796011919,"
            + "\"exp\":1796015519,\"tenant_id\":\"t\",\"claims\":{\"role\":\"x\"}}"
        #expect(try Fixtures.payloadText(of: token()) == expected)
    }

    @Test("a clock that is not set is refused")
    func unsetClock() throws {
        #expect(throws: CustomTokenError.self) {
            try signer(clock: NumericDate(secondsSinceEpoch: 0)).customToken(
                for: CustomTokenRequest(userID: UserID("u")))
        }
        let error = try refusal {
            try signer(clock: NumericDate(secondsSinceEpoch: 0)).customToken(
                for: CustomTokenRequest(userID: UserID("u")))
        }
        #expect(error.code == .clockNotSet)
    }
}
