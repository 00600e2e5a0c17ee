import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Case B31: opaque access tokens of others")
struct OpaqueReplayCaseTests {
    private static let files = CaseFiles(identifier: "B31")
    private static let check = "https://graph.facebook.com/v24.0/debug_token"
    private static let account = "https://graph.facebook.com/v24.0/me"
    private static let variants = (try? files.variants) ?? []

    private static func facebook() throws -> Stage {
        try Stage("facebook", clients: ["1234567890"], now: files.now)
    }

    @Test("each variant through the proof of its provider", arguments: variants)
    func variant(_ variant: CaseFiles.Variant) async throws {
        let names = variant.file.split(separator: " ").map { String($0) }.filter { $0 != "+" }
        let answer = try Self.files.json(try #require(names.first))
        let stage: Stage
        switch names.first?.split(separator: "-").first ?? "" {
        case "debug_token":
            stage = try Self.facebook()
            stage.transport.publish(Self.check, answer)
            // Where nothing but the check is given, the account would fit: the check alone must refuse.
            stage.transport.publish(Self.account, try Self.files.json(names.count > 1 ? names[1] : "me-555.json"))
        case "google":
            stage = try Stage("google", now: Self.files.now)
            stage.transport.publish("https://oauth2.googleapis.com/tokeninfo", answer)
        case "introspection":
            stage = try Self.introspecting()
            stage.transport.publish(Stage.introspection, answer)
        default:
            stage = try Stage("yahoo", now: Self.files.now)
            stage.transport.publish("https://api.login.yahoo.com/openid/v1/userinfo", answer)
        }
        switch variant.expectation {
        case "accept":
            let identity = try await stage.identity(accessToken: "at-fake")
            #expect(identity.subject.value == "555")
            #expect(identity.client == "1234567890")
        case "reject":
            let error = try await stage.refusal(accessToken: "at-fake")
            #expect(!error.isTemporary)
            if names == ["userinfo-only.json"] {
                #expect(error.code == .audienceUnprovable)
                #expect(error.reason.contains("ID token"))
                #expect(stage.transport.requests.isEmpty)
            }
        default: Issue.record("nobody looks at \(variant.file)")
        }
    }

    private static func introspecting() throws -> Stage {
        try Stage(now: files.now) {
            $0.accessTokens = .introspection(
                client: try JSONPath(parsing: "client_id"), subject: try JSONPath(parsing: "sub"))
        }
    }

    @Test(
        "a token that says of itself that it is no person's is refused, though all else fits",
        arguments: ["APP", "PAGE", "", "user"])
    func otherKind(_ kind: String) async throws {
        let stage = try Self.facebook()
        var data = try #require(Self.files.json("debug_token-ours.json")["data"]?.object)
        data["type"] = .string(kind)
        stage.transport.publish(Self.check, json(["data": .object(data)]))
        let error = try await stage.refusal(accessToken: "at-fake")
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("data.type"))
        #expect(stage.transport.requests(to: Self.account).isEmpty)
    }

    @Test("refusals of the check make no second request, and are of the right kind")
    func kinds() async throws {
        let codes: [(String, CredentialError.Code)] = [
            ("other-app", .audienceMismatch), ("error-200", .audienceMismatch), ("invalid", .credentialInvalid),
            ("expired", .credentialExpired), ("app-token", .credentialInvalid), ("is-valid-string", .credentialInvalid),
        ]
        for (name, code) in codes {
            let stage = try Self.facebook()
            stage.transport.publish(Self.check, try Self.files.json("debug_token-\(name).json"))
            #expect(try await stage.refusal(accessToken: "at-fake").code == code, "\(name)")
            #expect(stage.transport.requests(to: Self.account).isEmpty)
        }
    }

    @Test("introspection that names our client is accepted, and the account is the one that it names")
    func introspected() async throws {
        let stage = try Self.introspecting()
        stage.transport.publish(Stage.introspection, json(["active": true, "client_id": "client-ours", "sub": "555"]))
        stage.transport.publish(Stage.userinfo, json(["sub": "555"]))
        #expect(try await stage.identity(accessToken: "at-fake").subject.value == "555")
        stage.transport.publish(Stage.userinfo, json(["sub": "777"]))
        #expect(try await stage.refusal(accessToken: "at-fake").code == .subjectMismatch)
        for active in [JSONValue.bool(false), "true", .integer(1), .null] {
            stage.transport.publish(
                Stage.introspection, json(["active": active, "client_id": "client-ours", "sub": "555"]))
            #expect(try await stage.refusal(accessToken: "at-fake").code == .credentialInvalid)
        }
    }
}
