import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

@testable import CustomTokens
@testable import FirebaseSessions

@Suite("FB 5.2: Firebase ID tokens are verified")
struct FirebaseIDTokenVerifierTests {
    private let stage: FirebaseStage

    init() throws {
        stage = try FirebaseStage()
    }

    private func refusal(_ token: String, tenant: String? = nil) async throws -> FirebaseSessionError {
        try await failure { _ = try await stage.verifier(tenant: tenant).verify(UnverifiedIDToken(token)) }
    }

    @Test("FB-18: a right token is accepted, and what it says is told")
    func right() async throws {
        let token = try Forged.idToken(["email": "a@b.example"])
        let verified = try await stage.verifier().verify(UnverifiedIDToken(token))
        #expect(verified.userID == "yahoo:ABC" && verified.project.value == Forged.project && verified.tenant == nil)
        #expect(verified.signInProvider == "custom" && verified.proof == .signature)
        #expect(verified.expiration.secondsSinceEpoch == Forged.now + 3570)
        #expect(verified.authenticatedAt.secondsSinceEpoch == Forged.now - 30)
        #expect(verified.claims["email"] == "a@b.example" && verified.secretText == token)
        #expect("\(verified)" == "VerifiedFirebaseIDToken (redacted)")
        #expect(
            stage.script.requests(FirebaseScript.certificates).map(\.url.text) == [
                "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
            ])
    }

    @Test(
        "FB-20: a claim that is wrong, missing or of another kind is refused",
        arguments: [
            ("aud", "other", .projectMismatch), ("aud", .array(["demo-bridge"]), .idTokenInvalid),
            ("aud", nil, .idTokenInvalid), ("aud", "demo-bridge ", .projectMismatch),
            ("iss", "https://securetoken.google.com/other", .idTokenInvalid),
            ("iss", "https://securetoken.google.com/demo-bridge/", .idTokenInvalid),
            ("iss", "https://session.firebase.google.com/demo-bridge", .idTokenInvalid), ("iss", nil, .idTokenInvalid),
            ("iss", .integer(1), .idTokenInvalid), ("sub", "", .idTokenInvalid), ("sub", nil, .idTokenInvalid),
            ("sub", .integer(12), .idTokenInvalid),
            ("sub", .string(String(repeating: "a", count: 129)), .idTokenInvalid),
            ("exp", nil, .idTokenInvalid), ("exp", "1796015494", .idTokenInvalid),
            ("exp", .integer(Forged.now - 60), .idTokenExpired), ("exp", .integer(Forged.now - 3_600), .idTokenExpired),
            ("iat", nil, .idTokenInvalid), ("iat", .integer(Forged.now + 61), .idTokenNotYetValid),
            ("auth_time", nil, .idTokenInvalid), ("auth_time", .integer(Forged.now + 61), .idTokenNotYetValid),
            ("auth_time", true, .idTokenInvalid), ("iat", .integer(Forged.now + 600), .idTokenNotYetValid),
            ("exp", .integer(Forged.now - 30), .idTokenInvalid), ("firebase", nil, .idTokenInvalid),
            ("firebase", "custom", .idTokenInvalid),
        ] as [(String, JSONValue?, FirebaseSessionError.Code)])
    func wrongClaim(name: String, value: JSONValue?, code: FirebaseSessionError.Code) async throws {
        let error = try await refusal(Forged.idToken([name: value]))
        #expect(error.code == code, "\(error.reason)")
    }

    @Test("B28: clocks may differ by a minute, to the second")
    func leeway() async throws {
        for changes: [String: JSONValue?] in [
            ["exp": .integer(Forged.now - 59), "iat": .integer(Forged.now - 3_600)],
            ["iat": .integer(Forged.now + 60)], ["auth_time": .integer(Forged.now + 60)],
        ] {
            _ = try await stage.verifier().verify(UnverifiedIDToken(Forged.idToken(changes)))
        }
        #expect(try await refusal(Forged.idToken(["iat": .integer(Forged.now + 61)])).cure?.contains("clock") == true)
    }

    @Test(
        "FB-20: a header that is not RS256 with a key is refused",
        arguments: [
            ("alg", "none"), ("alg", "RS512"), ("alg", "rs256"), ("alg", "PS256"), ("alg", nil), ("kid", nil),
            ("kid", ""), ("kid", .integer(1)), ("crit", .array(["exp"])), ("typ", "at+jwt"), ("typ", "custom"),
        ] as [(String, JSONValue?)])
    func wrongHeader(name: String, value: JSONValue?) async throws {
        let error = try await refusal(Forged.idToken(header: [name: value]))
        #expect(error.code == .idTokenInvalid)
        #expect(stage.script.count == 0, "nothing is fetched for what cannot be right")
    }

    @Test("FB-20: HS256 with the public key as secret is refused")
    func confusion() async throws {
        let header = #"{"alg":"HS256","kid":"k1","typ":"JWT"}"#
        let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(Forged.claims().compactBytes))"
        let secret = [UInt8](try FirebaseKey.ours.get().pem.utf8)
        let mac = try HMACSHA256(of: [UInt8](input.utf8), secret: secret).bytes
        #expect(try await refusal("\(input).\(Base64URL.encode(mac))").code == .idTokenInvalid)
    }

    @Test("FB-20: another key of the same name, another payload, and another signature are refused")
    func wrongSignature() async throws {
        #expect(try await refusal(Forged.idToken(by: FirebaseKey.other.get())).code == .idTokenInvalid)
        let right = try Forged.idToken().split(separator: ".").map(String.init)
        let other = try Forged.idToken(["sub": "somebody-else"]).split(separator: ".").map(String.init)
        #expect(try await refusal("\(right[0]).\(other[1]).\(right[2])").code == .idTokenInvalid)
        #expect(try await refusal("\(right[0]).\(right[1]).\(other[2])").code == .idTokenInvalid)
    }

    @Test("FB-19: an unknown key is fetched for once, and not for every token")
    func unknownKey() async throws {
        _ = try await stage.verifier().verify(UnverifiedIDToken(Forged.idToken()))
        for _ in 0..<5 {
            #expect(try await refusal(Forged.idToken(header: ["kid": "k9"])).code == .idTokenInvalid)
        }
        #expect(stage.script.requests(FirebaseScript.certificates).count == 1)
        // Later than for a provider's keys.
        for (seconds, requests) in [(59.0, 1), (1.0, 2)] {
            stage.monotonic.advance(seconds: seconds)
            #expect(try await refusal(Forged.idToken(header: ["kid": "k9"])).code == .idTokenInvalid)
            #expect(stage.script.requests(FirebaseScript.certificates).count == requests)
        }
    }

    @Test("keys that cannot be had are a failure that may pass, and no verdict")
    func noKeys() async throws {
        stage.script.answer(FirebaseScript.certificates, .down)
        #expect(try await refusal(Forged.idToken()).code == .firebaseUnavailable)
    }

    @Test("a token of another project is refused before any key is looked for")
    func order() async throws {
        #expect(
            try await refusal(Forged.idToken(["aud": "other"], by: FirebaseKey.other.get())).code == .projectMismatch)
        #expect(stage.script.count == 0)
    }

    @Test(
        "FB-20: text that is no strict token is refused",
        arguments: ["", ".", "..", "a.b", "a.b.c.d", "opaque", "{}", "Bearer a.b.c", "ya29.abc.def"])
    func noToken(text: String) async throws {
        #expect(try await refusal(text).code == .idTokenInvalid)
    }

    @Test("FB-20: padding, blanks, a dot too many, duplicate members and too long a token are refused")
    func strictForm() async throws {
        let token = try Forged.idToken()
        let parts = token.split(separator: ".").map(String.init)
        let duplicate = try Forged.token([UInt8(ascii: "{")] + #""sub":"a","sub":"b"}"#.utf8)
        let long = try Forged.idToken(["role": .string(String(repeating: "a", count: 17_000))])
        for text in [
            token + ".", token + "=", token + " ", "\n" + token, "\(parts[0]).\(parts[1])=.\(parts[2])",
            "\(parts[0]).\(parts[1]).", duplicate, long, token.replacing("-", with: "+") + "+",
        ] {
            #expect(try await refusal(text).code == .idTokenInvalid)
        }
    }

    @Test("what is often given by mistake is told")
    func otherKinds() async throws {
        let custom = try await refusal(Forged.customToken())
        #expect(custom.reason.contains("this is a custom token") && custom.cure?.contains("login") == true)
        let legacy = try Forged.token([UInt8](#"{"v":0,"d":{"uid":"1"},"iat":1}"#.utf8))
        #expect(try await refusal(legacy).reason.contains("legacy custom token"))
    }

    @Test(
        "the tenant must be the expected one, or none",
        arguments: [
            (nil, "tenant-a"), ("tenant-a", nil), ("tenant-a", "tenant-b"), ("tenant-a", "Tenant-a"),
        ] as [(String?, String?)])
    func wrongTenant(found: String?, expected: String?) async throws {
        #expect(try await refusal(Forged.idToken(tenant: found), tenant: expected).code == .tenantMismatch)
    }

    @Test("the expected tenant is accepted")
    func rightTenant() async throws {
        let verified = try await stage.verifier(tenant: "tenant-a").verify(
            UnverifiedIDToken(Forged.idToken(tenant: "tenant-a")))
        #expect(verified.tenant == "tenant-a")
    }

    @Test("a clock that was never set is told before anything is verified")
    func clockNotSet() async throws {
        let stage = try FirebaseStage(now: 12)
        let error = try await failure { _ = try await stage.verifier().verify(UnverifiedIDToken("no token")) }
        #expect(error.code == .clockNotSet && error.cure?.contains("set the clock") == true)
        #expect(stage.script.count == 0)
    }

    @Test("FB-21: revocation compares the time of the sign-in, equality is well")
    func revocation() async throws {
        let verified = try await stage.verifier().verify(UnverifiedIDToken(Forged.idToken()))
        func account(_ since: Int64?, _ userID: String = "yahoo:ABC", isDisabled: Bool = false) -> AccountAnswer {
            AccountAnswer(
                userID: userID, isDisabled: isDisabled,
                validSince: since.map { NumericDate(secondsSinceEpoch: $0) })
        }
        try FirebaseIDTokenVerifier.checkStanding(of: verified, by: account(Forged.now - 30))
        try FirebaseIDTokenVerifier.checkStanding(of: verified, by: account(nil))
        for (answer, code): (AccountAnswer, FirebaseSessionError.Code) in [
            (account(Forged.now - 29), .sessionEnded), (account(nil, isDisabled: true), .userRefused),
            (account(nil, "other"), .firebaseAnswerInvalid),
        ] {
            let error = try await failure { try FirebaseIDTokenVerifier.checkStanding(of: verified, by: answer) }
            #expect(error.code == code)
        }
    }
}
