import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: issuer")
struct IDTokenIssuerTests {
    @Test(
        "OIDC-02: an issuer that differs in a single byte is another, and the message quotes both",
        arguments: [
            "https://provider.test/", "http://provider.test", "https://PROVIDER.test", "https://provider.test:443",
            "https://provider.test.evil.example", "https://provider.tes", "provider.test", "", "https://provider.test ",
            "https://prov\u{0456}der.test", "https://evil.example",
        ])
    func other(_ issuer: String) async throws {
        let error = try await Stage().refusal(Forge.token(["iss": .string(issuer)]))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("\"https://provider.test\""))
        #expect(error.reason.contains("(iss)"))
    }

    @Test(
        "OIDC-02: an issuer that is missing or no string is refused",
        arguments: [
            nil, JSONValue.null, .integer(1), .array(["https://provider.test"]), .bool(true), .object(JSONObject()),
        ])
    func kinds(_ value: JSONValue?) async throws {
        #expect(try await Stage().refusal(Forge.token(["iss": value])).code == .credentialInvalid)
    }

    @Test("OIDC-02: Google's bare issuer is accepted with the preset for Google, and names the same provider")
    func bareGoogle() async throws {
        let stage = try Stage("google")
        for issuer in ["https://accounts.google.com", "accounts.google.com"] {
            let identity = try await stage.identity(Forge.token(["iss": .string(issuer)]))
            #expect(identity.issuer == "https://accounts.google.com")
        }
    }

    @Test("OIDC-02: Google's bare issuer is accepted with no other preset")
    func bareElsewhere() async throws {
        let generic = try Stage(parameters: [.issuer: "https://accounts.google.com"]) { configuration in
            configuration.endpoints.keySet = try EndpointURL(Stage.keys)
            configuration.endpoints.authorization = try EndpointURL("https://provider.test/authorize")
        }
        generic.transport.publish(
            "https://accounts.google.com/.well-known/openid-configuration",
            Stage.metadata(["issuer": "https://accounts.google.com"]))
        #expect(try await generic.refusal(Forge.token(["iss": "accounts.google.com"])).code == .credentialInvalid)
        let right = try await generic.identity(Forge.token(["iss": "https://accounts.google.com"]))
        #expect(right.issuer == "https://accounts.google.com")
        for id in ["slack", "twitch", "apple"] {
            let stage = try Stage(id)
            #expect(try await stage.refusal(Forge.token(["iss": "accounts.google.com"])).code == .credentialInvalid)
        }
    }

    @Test(
        "OIDC-02: with the preset for Google other spellings stay refused",
        arguments: [
            "http://accounts.google.com", "https://accounts.google.com/", "//accounts.google.com",
            "ACCOUNTS.GOOGLE.COM", "accounts.google.com.evil.example", "https://securetoken.google.com/p",
        ])
    func googleSpellings(_ issuer: String) async throws {
        let error = try await Stage("google").refusal(Forge.token(["iss": .string(issuer)]))
        #expect(error.code == .credentialInvalid)
    }

    @Test("OIDC-20: metadata of another issuer is of no use, and nothing is fetched from where it points")
    func metadata() async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.discovery, Stage.metadata(["issuer": "https://evil.example"]))
        let error = try await stage.refusal(Forge.token())
        #expect(error.code == .providerMisconfigured)
        #expect(error.reason.contains("\"https://evil.example\""))
        #expect(error.reason.contains("\"https://provider.test\""))
        #expect(stage.transport.requests.map(\.url.text) == [Stage.discovery])
    }

    @Test("a token of one provider is refused at another that has the same keys: JOSE-15")
    func mixedUp() async throws {
        let apple = try Stage("apple")
        #expect(try await apple.refusal(Forge.token(["iss": "https://slack.com"])).code == .credentialInvalid)
        let slack = try Stage("slack")
        #expect(try await slack.refusal(Forge.token(["iss": "https://appleid.apple.com"])).code == .credentialInvalid)
    }

    @Test("metadata must not lead to keys on this machine, which are not the provider's")
    func localKeys() async throws {
        let stage = try Stage()
        let local = "http://127.0.0.1:9/jwks"
        stage.transport.publish(Stage.discovery, Stage.metadata(["jwks_uri": .string(local)]))
        stage.transport.publish(local, try Stage.standardKeys())
        let error = try await stage.refusal(Forge.token())
        #expect(error.code == .providerMisconfigured)
        #expect(stage.transport.requests(to: local).isEmpty)
    }
}
