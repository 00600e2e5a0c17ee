import HTTPServer
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

@Suite("Overrides by the environment")
struct EnvironmentTests {
    private static let text = Fixture.minimal(
        """
        "providers": {"yahoo": {"client_id": "ours", "client_secret": {"env": "S"}},
          "my-corp.x": {"preset": "oidc", "issuer": "https://id.example", "client_id": "b", "parameters": {"prompt": "login"}}},
        "clients": {"tv": {"type": "public", "grants": ["device_code"]}}
        """)

    private static func load(_ environment: [String: String]) throws -> BridgeConfiguration {
        var fixture = try Fixture()
        fixture.environment = environment.merging(["S": "secret-of-yahoo"]) { first, _ in first }
        return try fixture.load(text)
    }

    private static func faults(_ environment: [String: String], _ text: String = text) throws -> [String] {
        var fixture = try Fixture()
        fixture.environment = environment.merging(["S": "secret-of-yahoo"]) { first, _ in first }
        return try fixture.faults(text)
    }

    @Test("Single values are replaced or added by the kinds of their keys")
    func overridesValues() throws {
        let configuration = try Self.load([
            "TOKEN_BRIDGE_LISTEN": "[::1]:9", "TOKEN_BRIDGE_ISSUER": "https://other.example",
            "TOKEN_BRIDGE_TOKEN_LIFETIME": "60", "TOKEN_BRIDGE_TOKEN_TENANT": "tenant-1",
            "TOKEN_BRIDGE_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
            "TOKEN_BRIDGE_PROVIDERS_YAHOO_CLIENT_ID": "theirs",
            "TOKEN_BRIDGE_PROVIDERS_MY_CORP_X_ISSUER": "https://id2.example",
            "TOKEN_BRIDGE_PROVIDERS_MY_CORP_X_TRUST_TENANT_EMAIL": "false",
            "TOKEN_BRIDGE_PROVIDERS_MY_CORP_X_ID_TOKEN_MAX_AGE": "30",
            "TOKEN_BRIDGE_CLIENTS_TV_GRANTS": "device_code,token_exchange",
            "TOKEN_BRIDGE_KEYS_SERVICE_ACCOUNT": "/sa.json",
        ])
        #expect(configuration.listen == .tcp(host: "::1", port: 9))
        #expect(configuration.issuer.text == "https://other.example")
        #expect(configuration.token.lifetime.seconds == 60)
        #expect(configuration.token.tenantID?.value == "tenant-1")
        #expect(configuration.trustedProxies.map(\.prefixLength) == [8, 128])
        #expect(configuration.provider("yahoo")?.provider.preset.audience.all == ["theirs"])
        #expect(configuration.provider("my-corp.x")?.provider.preset.issuer == "https://id2.example")
        #expect(configuration.provider("my-corp.x")?.provider.idToken?.maximumAge == 30)
        #expect(configuration.client("tv")?.grants == [.deviceCode, .tokenExchange])
        #expect(configuration.keys == .serviceAccount(path: "/sa.json"))
        #expect(configuration.warnings == [])
    }

    @Test("A secret of the environment takes the place of the whole one in the file, without a warning")
    func overridesSecrets() throws {
        let direct = try Self.load(["TOKEN_BRIDGE_PROVIDERS_YAHOO_CLIENT_SECRET": "direct"])
        #expect(direct.warnings == [])
        guard case .secret(let secret)? = direct.provider("yahoo")?.provider.credential else {
            Issue.record("no secret")
            return
        }
        #expect(secret.secretText == "direct")
        var fixture = try Fixture()
        try fixture.folder.write(Array("from-file".utf8), to: "s")
        fixture.environment = ["TOKEN_BRIDGE_PROVIDERS_YAHOO_CLIENT_SECRET_FILE": "s"]
        guard case .secret(let other)? = try fixture.load(Self.text).provider("yahoo")?.provider.credential else {
            Issue.record("no secret")
            return
        }
        #expect(other.secretText == "from-file")
    }

    @Test("An override of a map's member leaves its other members alone, whatever they are called")
    func keepsOtherMembers() throws {
        let text = Fixture.minimal(#""token": {"claims": {"file": "a", "env": "b"}}"#)
        var fixture = try Fixture()
        fixture.environment = ["TOKEN_BRIDGE_TOKEN_CLAIMS_FILE": "c"]
        #expect(try fixture.faults(text) == [])
        fixture.environment = [
            "TOKEN_BRIDGE_TOKEN_CLAIMS_FILE": "$nothing", "TOKEN_BRIDGE_TOKEN_CLAIMS_ENV": "$nothing",
        ]
        #expect(try fixture.faults(text).count == 2)
    }

    @Test(
        "A variable that means nothing is a fault with the nearest one",
        arguments: [
            ("TOKEN_BRIDGE_LISTN", "did you mean TOKEN_BRIDGE_LISTEN?"),
            ("TOKEN_BRIDGE_PROVIDERS_YAHO_CLIENT_ID", "did you mean TOKEN_BRIDGE_PROVIDERS_YAHOO_CLIENT_ID?"),
            ("TOKEN_BRIDGE_PROVIDERS_SOMETHING_ELSE_ENTIRELY", "must be in the file"), ("TOKEN_BRIDGE_", "in the file"),
            ("TOKEN_BRIDGE_PROVIDERS", "in the file"), ("TOKEN_BRIDGE_listen", "did you mean"),
        ])
    func refusesUnknownVariables(_ name: String, _ hint: String) throws {
        let faults = try Self.faults([name: "x"])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("\(name) : no value of the configuration has this variable") == true)
        #expect(faults.first?.contains(hint) == true, "\(faults)")
    }

    @Test("The variables of the file's path and of secrets are no overrides, and those of others are not looked at")
    func exemptsOtherVariables() throws {
        let text = Fixture.provider("yahoo", #""client_id": "a", "client_secret": {"env": "TOKEN_BRIDGE_YAHOO"}"#)
        let environment = [
            "TOKEN_BRIDGE_CONFIG": "x", "TOKEN_BRIDGE_YAHOO": "secret", "TOKEN_BRIDGEX": "1", "BRIDGE": "2",
        ]
        #expect(try Self.faults(environment, text) == [])
    }

    @Test(
        "A value of another kind is a fault that does not show it",
        arguments: [
            ("TOKEN_BRIDGE_TOKEN_LIFETIME", "sixty", "the variable is not an integer"),
            ("TOKEN_BRIDGE_TOKEN_LIFETIME", "+60", "the variable is not an integer"),
            ("TOKEN_BRIDGE_TOKEN_LIFETIME", "99999", "99999 is not between 1 and 3600"),
            ("TOKEN_BRIDGE_PROVIDERS_YAHOO_BASIC_RAW", "yes", "the variable is not true or false"),
            ("TOKEN_BRIDGE_LISTEN", "", "the variable is set and empty"),
            ("TOKEN_BRIDGE_TRUSTED_PROXIES", "10.0.0.0/8,", "is not a network"),
            ("TOKEN_BRIDGE_CLIENTS_TV_GRANTS", "device", "is not one of"),
        ])
    func refusesOtherKinds(_ name: String, _ value: String, _ message: String) throws {
        let faults = try Self.faults([name: value])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("\(name) ") == true)
        #expect(faults.first?.contains(message) == true, "\(faults)")
    }

    @Test("A variable that could mean two values is a fault that names both")
    func refusesAmbiguousVariables() throws {
        let text = Fixture.minimal(
            """
            "providers": {"a-b": {"preset": "oidc", "issuer": "https://a.example", "client_id": "x"},
              "a.b": {"preset": "oidc", "issuer": "https://b.example", "client_id": "x"}}
            """)
        #expect(try Self.faults([:], text) == [])
        let faults = try Self.faults(["TOKEN_BRIDGE_PROVIDERS_A_B_CLIENT_ID": "y"], text)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(#"providers.a-b.client_id and providers["a.b"].client_id"#) == true)
    }

    @Test("A variable for a value and another for a part of it is a fault")
    func refusesOverlappingVariables() throws {
        let faults = try Self.faults(["TOKEN_BRIDGE_KEYS": "keys", "TOKEN_BRIDGE_KEYS_SERVICE_ACCOUNT": "sa.json"])
        #expect(faults.count == 1)
        #expect(faults.first?.contains("what TOKEN_BRIDGE_KEYS overrides") == true)
    }

    @Test("A file is found by its name, by the environment, then where it usually is")
    func findsFile() throws {
        #expect(
            try ConfigurationFile.path(explicit: "a.json", environment: ["TOKEN_BRIDGE_CONFIG": "b.json"]) == "a.json")
        #expect(try ConfigurationFile.path(explicit: nil, environment: ["TOKEN_BRIDGE_CONFIG": "b.json"]) == "b.json")
        #expect(ConfigurationFile.standardPaths == ["./bridge.json", "/etc/token-bridge/bridge.json"])
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.path(explicit: nil, environment: [:])
        }
        #expect(error?.code == .unreadable)
        #expect(error?.reason.contains("/etc/token-bridge/bridge.json") == true)
    }
}
