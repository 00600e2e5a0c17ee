import Bridge
import Configuration
import CustomTokens
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("The table of keys")
struct SchemaTests {
    @Test(
        "An unknown key names the nearest known one, at any depth",
        arguments: [
            (#""isuer": 1"#, "isuer", "issuer"), (#""token": {"lifetme": 1}"#, "token.lifetme", "lifetime"),
            (
                #""providers": {"yahoo": {"client_id": "a", "client_secert": "b"}}"#, "providers.yahoo.client_secert",
                "client_secret"
            ),
            (#""clients": {"tv": {"type": "public", "grant": []}}"#, "clients.tv.grant", "grants"),
            (#""store": {"evn": "A"}"#, "store.evn", "env"),
            (
                #""providers": {"yahoo": {"client_id": "a", "id_token": {"max-age": 1}}}"#,
                "providers.yahoo.id_token.max-age", "max_age"
            ),
        ])
    func namesNearestKey(_ members: String, _ path: String, _ nearest: String) throws {
        let faults = try Fixture().faults(Fixture.minimal(members))
        #expect(faults.contains { $0.contains(" \(path): the key ") && $0.hasSuffix("(did you mean \(nearest)?)") })
    }

    @Test("A key that is near to none lists the known ones, and a key that may be a secret is not shown")
    func listsKnownKeys() throws {
        let faults = try Fixture().faults(Fixture.minimal(#""tls": {"certificate": "a", "key": "b", "zzzzzzzz": 1}"#))
        #expect(faults.first?.hasSuffix("(known here: certificate, key)") == true)
        let secret = try Fixture().faults(Fixture.minimal(#""eyJhbGciOiJSUzI1NiJ9": 1"#))
        #expect(secret.first?.contains("not shown") == true)
        #expect(secret.first?.contains("the key \"eyJ") == false)
    }

    @Test(
        "A value of another kind is refused with both kinds",
        arguments: [
            (#""listen": 8080"#, "listen: this is a number, where a string is needed"),
            (#""listen": null"#, "listen: this is null, where a string is needed"),
            (#""trusted_proxies": "10.0.0.0/8""#, "trusted_proxies: this is a string, where an array is needed"),
            (#""trusted_proxies": [1]"#, "trusted_proxies[0]: this is a number, where a string is needed"),
            (#""token": []"#, "token: this is an array, where an object is needed"),
            (#""token": {"lifetime": 60.0}"#, "token.lifetime: this is a number, where an integer is needed"),
            (#""token": {"lifetime": true}"#, "token.lifetime: this is a truth value, where an integer is needed"),
            (#""token": {"lifetime": 3601}"#, "token.lifetime: 3601 is not between 1 and 3600"),
            (#""token": {"lifetime": 0}"#, "token.lifetime: 0 is not between 1 and 3600"),
            (#""keys": 1"#, "keys: this is a number, where a string or an object is needed"),
            (#""keys": {}"#, "keys: it does not say where the key is"),
            (#""providers": {"yahoo": "x"}"#, "providers.yahoo: this is a string, where an object is needed"),
        ])
    func refusesOtherKinds(_ members: String, _ message: String) throws {
        let faults = try Fixture().faults(Fixture.minimal(members))
        #expect(faults.contains { $0.contains(message) }, "\(faults)")
    }

    @Test("All faults are reported at once, in the order of the file")
    func reportsAllFaults() throws {
        let text = """
            {
              "listen": "nowhere",
              "token": { "lifetime": 9999, "claims": { "email": "$email", "x": "$emial" } },
              "providers": {
                "yahooo": { "client_id": "a" },
                "corp": { "preset": "oidc", "client_id": "", "issuer": "http://id.example", "scops": [] },
                "git": { "preset": "github", "client_id": "b", "client_secret": { "env": "NOT_SET" } },
              },
              "clients": { "tv": { "type": "public", "grants": ["device_code"], "providers": ["yahoo", "corp"] } },
            }
            """
        let faults = try Fixture().faults(text)
        let beginnings = [
            "1:1 issuer: this key is missing", "1:1 project: this key is missing", "2:13 listen: ",
            "3:26 token.lifetime: 9999", "3:53 token.claims.email: ", "3:68 token.claims.x: ",
            "5:15 providers.yahooo.preset: ", "6:46 providers.corp.client_id: ",
            "6:60 providers.corp.issuer: ", "6:81 providers.corp.scops: ", "7:78 providers.git.client_secret.env: ",
            "9:83 clients.tv.providers[0]: ",
        ]
        for beginning in beginnings {
            #expect(faults.contains { $0.hasPrefix(beginning) }, "\(beginning) is not in \(faults)")
        }
        let lines = faults.compactMap { Int($0.prefix { $0 != ":" }) }
        #expect(lines == lines.sorted())
    }

    @Test("The sample can be loaded without a warning once its variables are set, and cannot without one of them")
    func sampleCanBeLoaded() throws {
        var fixture = try Fixture()
        for name in ConfigurationSample.environmentNames { fixture.environment[name] = "a-secret-of-16-characters" }
        let configuration = try fixture.load(ConfigurationSample.text)
        #expect(configuration.warnings == [])
        #expect(configuration.providers.map(\.provider.id) == ["yahoo", "corp"])
        #expect(configuration.clients.map(\.id) == ["tv", "desktop", "backend"])
        for name in ConfigurationSample.environmentNames {
            var incomplete = fixture
            incomplete.environment[name] = nil
            #expect(try incomplete.faults(ConfigurationSample.text).count == 1)
        }
    }

    @Test("What the sample comments out can be put in")
    func sampleCanBeCompleted() throws {
        var fixture = try Fixture()
        for name in ConfigurationSample.environmentNames { fixture.environment[name] = "a-secret-of-16-characters" }
        let text = ConfigurationSample.text.replacing("// \"", with: "\"")
        let configuration = try fixture.load(text)
        #expect(configuration.tls?.certificate == "\(fixture.folder.path)/tls.pem")
        #expect(configuration.token.tenantID?.value == "tenant-7abcd")
        #expect(configuration.trustedProxies.count == 1)
        #expect(configuration.telemetry == .tcp(host: "127.0.0.1", port: 9090))
    }

    @Test("The JSON schema describes every key with its kind, and holds the keys of the table alone")
    func writesJSONSchema() throws {
        let schema = try #require(ConfigurationSchema.jsonSchema.object)
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["required"] == .array(["issuer", "project"]))
        #expect(schema["additionalProperties"] == false)
        let properties = try #require(schema["properties"]?.object)
        for member in properties.members { #expect(member.value.object?["description"]?.string?.isEmpty == false) }
        let lifetime = properties["token"]?.object?["properties"]?.object?["lifetime"]?.object
        #expect(lifetime?["maximum"] == 3600)
        #expect(lifetime?["default"] == 3600)
        let provider = properties["providers"]?.object?["additionalProperties"]?.object?["properties"]?.object
        #expect(provider?["client_secret"]?.object?["$ref"] == "#/$defs/secret")
        let names = [
            "preset", "client_id", "client_ids", "client_auth", "basic_raw", "scopes", "preconfigured_scopes",
            "parameters",
            "issuer", "tenant", "allowed_tenants", "graph_version", "base_url", "web_base", "api_base", "instance",
            "endpoints", "jwks_file", "members", "access_tokens", "trust_tenant_email", "microsoft_subject",
            "kakao_app_id", "facebook_client_token", "team_id", "key_id", "private_key", "client_key", "id_token",
            "uid_prefix", "uid_style", "ca_file",
        ]
        for name in names { #expect(provider?[name]?.object?["description"] != nil, "\(name)") }
        #expect(schema["$defs"]?.object?["secret"] != nil)
        // It is JSON that any parser reads.
        #expect(throws: Never.self) {
            try JSONValue(parsing: ConfigurationSchema.jsonSchema.compactBytes, limits: .document)
        }
    }
}
