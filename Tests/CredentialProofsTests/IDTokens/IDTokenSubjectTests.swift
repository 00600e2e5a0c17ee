import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: subject, requirements and replay")
struct IDTokenSubjectTests {
    @Test(
        "OIDC-15, PRV-13: a subject that is missing, empty, too long, not ASCII or of the wrong kind is refused",
        arguments: [
            nil, JSONValue.null, "", .bool(true), .array(["user-0001"]), .object(JSONObject()),
            .string(String(repeating: "s", count: 256)), "ü", "user\u{0}", "user\n", "\u{200B}user", "\u{7F}", "е",
        ])
    func refused(_ value: JSONValue?) async throws {
        #expect(try await Stage().refusal(Forge.token(["sub": value])).code == .credentialInvalid)
    }

    @Test("OIDC-15: 255 characters of ASCII are a subject, and case makes two of one")
    func accepted() async throws {
        let stage = try Stage()
        let long = String(repeating: "s", count: 255)
        for subject in [long, "A", "a", " ", "0012", "auth0|x:y/z", "9007199254740993"] {
            let identity = try await stage.identity(Forge.token(["sub": .string(subject)]))
            #expect(identity.subject.value == subject)
        }
        let upper = try await stage.identity(Forge.token(["sub": "A"]))
        let lower = try await stage.identity(Forge.token(["sub": "a"]))
        #expect(upper.subject != lower.subject)
    }

    @Test("PRV-13: a number is the subject of its digits, none of them rounded away")
    func numbers() async throws {
        let stage = try Stage()
        let identity = try await stage.identity(Forge.token(["sub": .integer(9_007_199_254_740_993)]))
        #expect(identity.subject.value == "9007199254740993")
        for text in ["1.5", "1e3", "-0", "1.0", "9007199254740993.0", "123456789012345678901234"] {
            let payload =
                #"{"iss":"https://provider.test","aud":"client-ours","sub":\#(text),"iat":1796011894,"exp":1796015494}"#
            let token = try Forge.token(payload: Array(payload.utf8))
            #expect(try await stage.refusal(token).code == .credentialInvalid, "\(text)")
        }
    }

    @Test("OIDC-17: the identity is issuer and subject, never an address")
    func identityKey() async throws {
        let stage = try Stage()
        let first = try await stage.identity(
            Forge.token(["sub": "one", "email": "a@example.test", "email_verified": true]))
        let second = try await stage.identity(
            Forge.token(["sub": "two", "email": "a@example.test", "email_verified": true]))
        #expect(first.subject != second.subject)
        #expect(try first.userIDs.userID(for: first.subject) != second.userIDs.userID(for: second.subject))
    }

    @Test("a subject elsewhere does not stand in for sub, which must be there all the same")
    func subjectElsewhere() async throws {
        let stage = try Stage("microsoft", parameters: [.tenant: "common"]) { $0.microsoftSubject = .tenantAndObject }
        let tenant = "11111111-2222-3333-4444-555555555555"
        let object = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
        let base: [String: JSONValue?] = [
            "iss": .string("https://login.microsoftonline.com/\(tenant)/v2.0"), "tid": .string(tenant),
            "oid": .string(object),
        ]
        #expect(try await stage.identity(Forge.token(base)).subject.value == "\(tenant):\(object)")
        #expect(try await stage.refusal(Forge.token(base.merging(["sub": nil]) { $1 })).code == .credentialInvalid)
        for oid in [nil, JSONValue.null, "", "x", .integer(1)] {
            #expect(try await stage.refusal(Forge.token(base.merging(["oid": oid]) { $1 })).code == .credentialInvalid)
        }
    }

    // MARK: Requirements of presets

    @Test("a token of Facebook needs a jti", arguments: [nil, JSONValue.null, ""])
    func tokenIdentifier(_ value: JSONValue?) async throws {
        let stage = try Stage("facebook-limited")
        let base: [String: JSONValue?] = ["iss": "https://www.facebook.com", "nonce": "x", "jti": "j"]
        let error = try await stage.refusal(Forge.token(base.merging(["jti": value]) { $1 }), nonce: .asSent("x"))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("jti"))
        #expect(try await stage.identity(Forge.token(base), nonce: .asSent("x")).subject.value == "user-0001")
    }

    @Test(
        "a token of Cognito must be meant as an ID token",
        arguments: [nil, JSONValue.null, "access", "ID", "", .array(["id"])])
    func tokenUse(_ value: JSONValue?) async throws {
        let stage = try Stage("cognito", parameters: [.issuer: Forge.issuer])
        stage.transport.publish("https://provider.test/.well-known/jwks.json", try Stage.standardKeys())
        let error = try await stage.refusal(Forge.token(["token_use": value]))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("token_use"))
        #expect(try await stage.identity(Forge.token(["token_use": "id"])).subject.value == "user-0001")
    }

    // MARK: Replay

    @Test("PRV-12: the mark of a token is the same each time, lasts as long as it is accepted, and shows nothing of it")
    func mark() async throws {
        let stage = try Stage()
        let token = try Forge.token()
        let first = try #require(try await stage.identity(token).replayMark)
        let second = try #require(try await stage.identity(token).replayMark)
        #expect(first == second)
        #expect(first.expiration.secondsSinceEpoch == Forge.now + 3570 + 60)
        #expect(first.digest.utf8.count == 64)
        #expect(!token.contains(first.digest))
    }

    @Test("PRV-12: different tokens have different marks, if only one claim or header member differs")
    func differentMarks() async throws {
        let stage = try Stage()
        var marks: Set<String> = []
        let tokens = [
            try Forge.token(), try Forge.token(["sub": "user-0002"]), try Forge.token(["jti": "1"]),
            try Forge.token(header: ["typ": nil]), try Forge.token(by: TestKey.ellipticCurve.get()),
        ]
        for token in tokens { marks.insert(try #require(try await stage.identity(token).replayMark).digest) }
        #expect(marks.count == tokens.count)
    }

    @Test("PRV-12: an ECDSA signature turned into its twin (r, n - s) leaves the mark as it was")
    func twin() async throws {
        let stage = try Stage()
        let token = try Forge.token(by: TestKey.ellipticCurve.get())
        let twin = try Self.twin(of: token)
        #expect(twin != token)
        let first = try await stage.identity(token)
        let second = try await stage.identity(twin)
        #expect(first.replayMark != nil)
        #expect(first.replayMark == second.replayMark)
    }

    /// The same token with the other signature that is right too.
    private static func twin(of token: String) throws -> String {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
            0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        let parts = token.split(separator: ".").map { String($0) }
        let signature = try Base64URL.decode(parts[2].utf8)
        var difference = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let value = Int(order[index]) - Int(signature[32 + index]) - borrow
            borrow = value < 0 ? 1 : 0
            difference[index] = UInt8(value + borrow * 256)
        }
        return "\(parts[0]).\(parts[1]).\(Base64URL.encode(signature[..<32] + difference))"
    }
}
