import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Access tokens: the client that the provider names")
struct AccessTokenAudienceTests {
    private static let tokenInformation = "https://oauth2.googleapis.com/tokeninfo"
    private static let description = "https://openidconnect.googleapis.com/v1/userinfo"

    /// Google, whose check answers with some members changed.
    private static func google(_ changes: [String: JSONValue?] = [:], clients: [String] = [Forge.client]) throws
        -> Stage
    {
        let stage = try Stage("google", clients: clients)
        var answer = json(["aud": "client-ours", "azp": "client-ours", "sub": "555", "expires_in": "3000"])
        for (name, value) in changes { answer[name] = value }
        stage.transport.publish(tokenInformation, answer)
        stage.transport.publish(description, json(["sub": "555", "name": "A"]))
        return stage
    }

    @Test("PRV-05, PRV-11: the token that is checked describes the account, and both name the same")
    func accepted() async throws {
        let stage = try Self.google()
        let identity = try await stage.identity(accessToken: "at-fake")
        #expect(identity.subject.value == "555")
        #expect(identity.client == "client-ours")
        #expect(identity.proof == .accessTokenChecked)
        #expect(identity.replayMark == nil)
        #expect(stage.transport.requests.map { $0["Authorization"] } == ["Bearer at-fake", "Bearer at-fake"])
    }

    @Test(
        "PRV-06: another client, or one of the wrong kind, is refused",
        arguments: [
            "client-other", "", "client-our", "CLIENT-OURS", "client-ours ", JSONValue.null, .integer(5), .bool(true),
            .array(["client-ours"]), .object(JSONObject()), nil,
        ])
    func others(_ value: JSONValue?) async throws {
        let error = try await Self.google(["aud": value]).refusal(accessToken: "at-fake")
        #expect([.audienceMismatch, .audienceUnprovable, .credentialInvalid].contains(error.code))
    }

    @Test(
        "PRV-07: an authorized party that is not ours is refused",
        arguments: ["client-other", "", JSONValue.null, .integer(1)])
    func parties(_ value: JSONValue) async throws {
        let error = try await Self.google(["azp": value]).refusal(accessToken: "at-fake")
        #expect([.audienceMismatch, .audienceUnprovable, .credentialInvalid].contains(error.code))
        #expect(try await Self.google(["azp": nil]).identity(accessToken: "at-fake").subject.value == "555")
    }

    @Test("PRV-08: what else the answer must say, it must", arguments: ["expires_in", "sub"])
    func missing(_ name: String) async throws {
        for value in [nil, JSONValue.null, "", .bool(true), .array([]), "0", .integer(0), "-1", "1e3"] {
            if name == "sub", value != nil, value != .null, value != "" { continue }
            let error = try await Self.google([name: value]).refusal(accessToken: "at-fake")
            #expect([.credentialInvalid, .credentialExpired].contains(error.code))
        }
    }

    @Test("PRV-05: a description of another account is refused")
    func otherAccount() async throws {
        let stage = try Self.google()
        stage.transport.publish(Self.description, json(["sub": "777"]))
        #expect(try await stage.refusal(accessToken: "at-fake").code == .subjectMismatch)
    }

    @Test("PRV-08: any answer but 200 with an object is a refusal or a failure, never acceptance")
    func answers() async throws {
        let body = json(["aud": "client-ours", "sub": "555", "expires_in": "3000"]).compactBytes
        for status in [201, 204, 206, 301, 302, 307, 400, 401, 403, 404, 429, 500, 502, 503, 0] {
            let stage = try Self.google()
            stage.transport.answer(Self.tokenInformation, .response(.json(body, status: status)))
            _ = try await stage.refusal(accessToken: "at-fake")
            #expect(stage.transport.requests.count == 1)
        }
        for text in ["", "null", "[]", "\"x\"", "<html>", "{", "{}", #"{"aud":"client-other","aud":"client-ours"}"#] {
            let stage = try Self.google()
            stage.transport.answer(Self.tokenInformation, .bytes(Array(text.utf8)))
            _ = try await stage.refusal(accessToken: "at-fake")
        }
        let stage = try Self.google(["pad": .string(String(repeating: "x", count: 65_536))])
        _ = try await stage.refusal(accessToken: "at-fake")
    }

    @Test("PRV-08: a failure of the network is temporary")
    func down() async throws {
        let stage = try Self.google()
        stage.transport.answer(Self.tokenInformation, .down)
        let error = try await stage.refusal(accessToken: "at-fake")
        #expect(error.code == .providerUnavailable)
        #expect(error.isTemporary)
    }

    @Test("the identity names the client of ours that the check named")
    func namedClient() async throws {
        let stage = try Self.google(["aud": "second-ours", "azp": nil], clients: ["client-ours", "second-ours"])
        #expect(try await stage.identity(accessToken: "at-fake").client == "second-ours")
        // Weibo's identifiers are numbers; the check may write them so.
        let number = try Self.google(["aud": .integer(222), "azp": nil], clients: ["111", "222"])
        #expect(try await number.identity(accessToken: "at-fake").client == "222")
    }

    /// LINE, whose check names the client alone; the account is the one of the profile.
    private static func line(_ profile: JSONObject, userinfo: JSONObject, status: Int = 200) throws -> Stage {
        let stage = try Stage("line")
        let check = json(["client_id": "client-ours", "expires_in": 100, "scope": "profile"])
        stage.transport.publish("https://api.line.me/oauth2/v2.1/verify", check)
        stage.transport.publish("https://api.line.me/v2/profile", profile)
        stage.transport.publish("https://api.line.me/oauth2/v2.1/userinfo", userinfo, status: status)
        return stage
    }

    @Test("PRV-05: where the check names no account, the description that must follow does, by itself too")
    func followUp() async throws {
        let profile = json(["userId": "U1", "displayName": "A"])
        let both = try Self.line(profile, userinfo: json(["sub": "U1", "name": "A"]))
        #expect(try await both.identity(accessToken: "at-fake").subject.value == "U1")
        // A token without the scope openid has no userinfo.
        let alone = try Self.line(profile, userinfo: json(["error": "insufficient_scope"]), status: 403)
        #expect(try await alone.identity(accessToken: "at-fake").subject.value == "U1")
        let other = try Self.line(profile, userinfo: json(["sub": "U2"]))
        #expect(try await other.refusal(accessToken: "at-fake").code == .subjectMismatch)
        let nobody = try Self.line(json(["displayName": "A"]), userinfo: json(["sub": "U1"]))
        #expect(try await nobody.refusal(accessToken: "at-fake").code == .credentialInvalid)
    }

    @Test("the check and its answer put no credential into an error")
    func redacted() async throws {
        for answer in [
            #"{"error":"invalid_token","error_description":"at-fake-0123456789abcdef"}"#, "at-fake-0123456789abcdef",
        ] {
            let stage = try Self.google()
            stage.transport.answer(Self.tokenInformation, .response(.json(Array(answer.utf8), status: 400)))
            let error = try await stage.refusal(accessToken: "at-fake-0123456789abcdef")
            #expect(!error.reason.contains("0123456789abcdef"))
        }
    }
}
