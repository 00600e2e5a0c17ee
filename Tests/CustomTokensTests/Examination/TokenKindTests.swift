import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Examination: what a text is (B17)")
struct TokenKindTests {
    @Test(
        "texts that are no JWT are named",
        arguments: [
            ("", TokenKind.empty, "no token"), ("gho_FAKEfakeFAKEfake", .opaque, "opaque access token"),
            ("ya29", .opaque, "not a JWT"), ("ya29.a0AfB_x.y", .opaque, "access token"),
            (#"{"token":"a.b.c"}"#, .json, "JSON text"), ("[1]", .json, "JSON text"),
            ("a.b.c.d.e", .encrypted, "encrypted"), ("Bearer a.b.c", .unrecognized, "not a JWT"),
            ("bearer a", .unrecognized, "not a JWT"), ("a.b", .unrecognized, "not a JWT"),
            ("a.b.c", .unrecognized, "not a JWT"),
            ("..", .unrecognized, "not a JWT"), ("a b", .unrecognized, "not a JWT"),
        ])
    func otherTexts(_ text: String, _ kind: TokenKind, _ words: String) throws {
        let examination = try Forge.examine(text)
        #expect(examination.kind == kind)
        #expect(examination.kind.sentence.contains(words))
        #expect(examination.verdict == .refused)
    }

    private static let tokens: [(String, String, TokenKind, String)] = [
        (#"{"alg":"RS256"}"#, Forge.payload(), .customToken, "custom token"),
        (#"{"alg":"none"}"#, Forge.payload(), .emulatorCustomToken, "unsigned custom token"),
        (#"{"alg":"RS256"}"#, Forge.payload(["aud": nil]), .customToken, "custom token"),
        (#"{"alg":"HS256"}"#, #"{"v":0,"d":{"uid":"u"},"iat":1}"#, .legacyCustomToken, "database secret"),
        (
            #"{"alg":"RS256"}"#, #"{"iss":"https://securetoken.google.com/demo-bridge","aud":"demo-bridge","sub":"u"}"#,
            .firebaseIDToken, "Firebase ID token"
        ),
        (
            #"{"alg":"none"}"#, #"{"iss":"https://securetoken.google.com/demo-bridge","user_id":"u"}"#,
            .firebaseIDToken,
            "Firebase ID token"
        ),
        (
            #"{"alg":"RS256"}"#, #"{"iss":"https://session.firebase.google.com/demo-bridge","sub":"u"}"#,
            .firebaseSessionCookie, "session cookie"
        ),
        (
            #"{"alg":"RS256"}"#, #"{"iss":"https://provider.test","aud":"client","sub":"u"}"#, .providerIDToken,
            "exchanged for a custom token"
        ),
        (#"{"alg":"RS256"}"#, #"{"iss":"accounts.google.com","aud":"client","sub":"u"}"#, .providerIDToken, "provider"),
        (#"{"alg":"RS256"}"#, #"{"iss":"https://p.test","aud":["client"],"sub":"u"}"#, .providerIDToken, "provider"),
        (
            #"{"alg":"RS256","typ":"at+jwt"}"#, #"{"iss":"https://provider.test","aud":"api","sub":"u"}"#, .accessToken,
            "JWT access token"
        ),
        (#"{"alg":"RS256","typ":"application/AT+JWT"}"#, Forge.payload(), .accessToken, "JWT access token"),
        (
            #"{"alg":"RS256"}"#, #"{"iss":"a@b.c","aud":"https://oauth2.googleapis.com/token","scope":"x"}"#,
            .googleAssertion, "OAuth token endpoint"
        ),
        (
            #"{"alg":"RS256"}"#, #"{"iss":"a@b.c","aud":"https://accounts.google.com/o/oauth2/token"}"#,
            .googleAssertion,
            "assertion"
        ),
        (#"{"alg":"RS256"}"#, "{}", .otherJWT, "another kind"), (#"{"alg":"RS256"}"#, "[]", .otherJWT, "another kind"),
        (#"{"alg":"RS256"}"#, #"{"iss":"urn:x","aud":"client","sub":"u"}"#, .otherJWT, "another kind"),
    ]

    @Test("JWTs are told apart by what they say", arguments: tokens.indices)
    func jwts(_ index: Int) throws {
        let (header, payload, kind, words) = Self.tokens[index]
        let examination = try Forge.examine(Forge.token(header: header, payload: payload))
        #expect(examination.kind == kind)
        #expect(examination.kind.sentence.contains(words))
        #expect((examination.verdict == .accepted) == (index == 0))
    }

    @Test("a token of our own signers is what it is")
    func ownTokens() throws {
        let request = CustomTokenRequest(userID: try UserID("u"))
        #expect(try Forge.examine(Fixtures.signer.get().customToken(for: request).serialized).verdict == .accepted)
        let host = try #require(try EmulatorHost(environment: [EmulatorHost.variable: "localhost:9099"]))
        let unsigned = try EmulatorSigner(for: host, clock: FixedWallClock(Fixtures.now)).customToken(for: request)
        let examination = try Forge.examine(unsigned.serialized)
        #expect(examination.kind == .emulatorCustomToken)
        #expect(examination.decisive?.code == Forge.Code.missingSignature)
        #expect(examination.decisive?.cure?.contains("FIREBASE_AUTH_EMULATOR_HOST") == true)
    }

    @Test(
        "B17: each file of the case is named and refused",
        arguments: [
            ("good.jwt", TokenKind.providerIDToken), ("firebase-custom-token.jwt", .customToken),
            ("firebase-id-token.jwt", .firebaseIDToken), ("opaque-access-token.txt", .opaque),
            ("jwe-five-parts.txt", .encrypted), ("unsecured-emulator.jwt", .providerIDToken), ("empty.txt", .empty),
            ("bearer-prefixed.txt", .unrecognized),
        ])
    func reportedCase(_ file: String, _ kind: TokenKind) throws {
        let text = String(decoding: try Locations.bytes("\(Locations.caseFolder("B17"))/\(file)"), as: UTF8.self)
        let examination = try Forge.examine(text.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(examination.kind == kind)
        #expect(examination.verdict == .refused)
    }

    @Test("every kind has a sentence of its own")
    func sentences() {
        #expect(Set(TokenKind.allCases.map(\.sentence)).count == TokenKind.allCases.count)
    }
}
