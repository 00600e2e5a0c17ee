@testable import CustomTokens
import Cryptography
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Signed custom tokens (FB-01, FB-02, FB-06)")
struct ServiceAccountSignerTests {
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    private func mint(_ request: CustomTokenRequest) throws -> CustomToken {
        try Fixtures.signer.get().customToken(for: request)
    }

    @Test("the header is alg, typ and kid, and nothing else (FB-01)")
    func header() throws {
        let token = try mint(CustomTokenRequest(userID: UserID("u")))
        let expected = #"{"alg":"RS256","typ":"JWT","kid":"\#(Fixtures.keyID)"}"#
        #expect(try Fixtures.part(0, of: token.serialized) == Array(expected.utf8))
        #expect(token.keyID == Fixtures.keyID)
    }

    @Test("a key without identifier gives a header without kid")
    func headerWithoutKeyID() throws {
        let account = try ServiceAccount(privateKeyText: Fixtures.keyText("rsa-2048"), email: Fixtures.email)
        let token = try ServiceAccountSigner(account, clock: FixedWallClock(Fixtures.now))
            .customToken(for: CustomTokenRequest(userID: UserID("u")))
        #expect(try Fixtures.part(0, of: token.serialized) == Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))
        #expect(token.keyID == nil)
    }

    @Test(
        "the payload has exactly the members of the contract in one order (FB-02)", arguments: [false, true],
        [false, true])
    func members(hasTenant: Bool, hasClaims: Bool) throws {
        let token = try mint(
            CustomTokenRequest(
                userID: UserID("user-0001"), claims: hasClaims ? CustomClaims(parsing: Array(#"{"a":1}"#.utf8)) : .none,
                tenantID: hasTenant ? TenantID("tenant-7abcd") : nil, lifetime: TokenLifetime(seconds: 300)))
        let expected =
            #"{"iss":"\#(Fixtures.email)","sub":"\#(Fixtures.email)","aud":"\#(Self.audience)","uid":"user-0001","#
            + #""iat":1796011919,"exp":1796012219"# + (hasTenant ? #","tenant_id":"tenant-7abcd""# : "")
            + (hasClaims ? #","claims":{"a":1}"# : "") + "}"
        #expect(try Fixtures.payloadText(of: token) == expected)
    }

    @Test("the token's own times and uid are those of its payload")
    func metadata() throws {
        let token = try mint(CustomTokenRequest(userID: UserID("u"), lifetime: TokenLifetime(seconds: 60)))
        let payload = try Fixtures.payload(of: token)
        #expect(payload["iat"]?.integer == token.issuedAt.secondsSinceEpoch)
        #expect(payload["exp"]?.integer == token.expiration.secondsSinceEpoch)
        #expect(try token.userID == UserID("u"))
    }

    @Test("the signature is right by both implementations and as long as the modulus")
    func signature() throws {
        let token = try CompactJWS(parsing: mint(CustomTokenRequest(userID: UserID("u"))).serialized)
        let key = try PublicKey(parsing: Fixtures.keyText("public"))
        try key.verify(token.signature, over: token.signingInput, algorithm: .rs256)
        try LibJWT.verifyRS256(token, publicKeyPEM: key.pem())
        #expect(token.signature.count == 256)
    }

    @Test("B10: aud is a string, and the signature has 342 characters without padding")
    func reportedCase() throws {
        let folder = try Locations.caseFolder("B10")
        let account = try ServiceAccount(contentsOfFile: "\(folder)/sa.json")
        let request = try JSONObject(parsing: Locations.bytes("\(folder)/request.json"), limits: .document)
        let claims = try CustomClaims(#require(request["claims"]?.object))
        let token = try ServiceAccountSigner(account, clock: FixedWallClock(Fixtures.now))
            .customToken(for: CustomTokenRequest(userID: UserID(#require(request["uid"]?.string)), claims: claims))
        let payload = try Fixtures.payload(of: token)
        #expect(payload["aud"] == .string(Self.audience))
        #expect(payload["iss"] == .string(account.email))
        #expect(payload["sub"] == .string(account.email))
        #expect(payload["uid"] == "user-0001")
        #expect(payload["claims"] == nil)
        #expect(token.serialized.split(separator: ".").last?.count == 342)
        #expect(!token.serialized.contains("="))
    }

    @Test(
        "B11: times are written as plain integers",
        arguments: [1_700_000_000, 1_735_689_599, 0, 253_402_297_199] as [Int64])
    func integers(_ seconds: Int64) throws {
        let request = CustomTokenRequest(
            userID: try UserID("u"), issueTime: .exactly(NumericDate(secondsSinceEpoch: seconds)))
        let text = try Fixtures.payloadText(of: mint(request))
        #expect(text.hasSuffix(",\"iat\":\(seconds),\"exp\":\(seconds + 3600)}"))
    }

    @Test("B16: the tenant stands at the top level, not within the claims")
    func tenant() throws {
        let account = try ServiceAccount(contentsOfFile: "\(Locations.caseFolder("B16"))/sa.json")
        let token = try ServiceAccountSigner(account, clock: FixedWallClock(Fixtures.now))
            .customToken(for: CustomTokenRequest(userID: UserID("u"), tenantID: TenantID("tenant-7abcd")))
        let payload = try Fixtures.payload(of: token)
        #expect(payload["tenant_id"] == "tenant-7abcd")
        #expect(payload["claims"] == nil)
    }

    @Test(
        "uids come out as they went in, and the text is base64url (FB-03)",
        arguments: [
            "???>>>~~~", "日本語", "e\u{301}", "a\"b\\c", "a/b", "\u{2028}", "\u{1F600}", "\u{FFFF}",
        ])
    func uids(_ uid: String) throws {
        let token = try mint(CustomTokenRequest(userID: UserID(uid)))
        let found = try #require(Fixtures.payload(of: token)["uid"]?.string)
        #expect(Array(found.utf8) == Array(uid.utf8))
        #expect(token.serialized.utf8.allSatisfy { !"+/= \n".utf8.contains($0) })
    }

    @Test("two tokens of one second are the same, on any number of threads at once (FB-06)")
    func determinism() async throws {
        let request = CustomTokenRequest(userID: try UserID("u"))
        let expected = try mint(request).serialized
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<40 { group.addTask { try Fixtures.signer.get().customToken(for: request).serialized } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens == [expected])
    }

    @Test("a clock that is not set is refused, unless the time is given")
    func unsetClock() throws {
        let clock = FixedWallClock(NumericDate(secondsSinceEpoch: 1_700_000_000))
        let signer = try ServiceAccountSigner(Fixtures.account.get(), clock: clock)
        #expect(throws: CustomTokenError(.clockNotSet, "")) {
            try signer.customToken(for: CustomTokenRequest(userID: UserID("u")))
        }
        let token = try signer.customToken(
            for: CustomTokenRequest(userID: UserID("u"), issueTime: .exactly(clock.now())))
        #expect(token.issuedAt == clock.now())
    }

    @Test("a token at the end of time is refused, not trapped on", arguments: [.max, .max - 1, .min] as [Int64])
    func extremes(_ seconds: Int64) {
        #expect(throws: CustomTokenError(.issuedAtInvalid, "")) {
            try mint(
                CustomTokenRequest(userID: UserID("u"), issueTime: .exactly(NumericDate(secondsSinceEpoch: seconds))))
        }
    }
}
