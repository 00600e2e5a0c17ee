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

@Suite("Clients of the configuration")
struct ClientTests {
    private static func fixture() throws -> Fixture {
        var fixture = try Fixture()
        fixture.environment = ["S": "a-secret-of-16-characters"]
        let jwks =
            #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}"#
        try fixture.folder.write(Array(jwks.utf8), to: "jwks.json")
        return fixture
    }

    private static func client(_ members: String) throws -> RegisteredClient {
        try #require(try fixture().load(Fixture.client(members)).client("app"))
    }

    private static func faults(_ members: String) throws -> [String] {
        try fixture().faults(Fixture.client(members))
    }

    @Test("A public client has grants, providers and redirect addresses")
    func readsPublicClients() throws {
        let client = try Self.client(
            """
            "type": "public", "grants": ["authorization_code", "device_code", "token_exchange"], "providers": ["yahoo"],
            "redirect_uris": ["http://127.0.0.1/callback", "com.example.app:/callback"], "provider_tokens": true
            """)
        guard case .publicClient = client.kind else {
            Issue.record("not public")
            return
        }
        #expect(client.grants == [.authorizationCode, .deviceCode, .tokenExchange])
        #expect(client.providers == .only(["yahoo"]))
        #expect(client.providers.contains("yahoo"))
        #expect(!client.providers.contains("google"))
        #expect(client.redirectURIs.map(\.text) == ["http://127.0.0.1/callback", "com.example.app:/callback"])
        #expect(client.providerTokens == .handedOn)
        #expect(try Self.client(#""type": "public", "grants": ["device_code"]"#).providers == .all)
    }

    @Test("A confidential client has a secret or keys, and what it may mint for")
    func readsConfidentialClients() throws {
        let client = try Self.client(
            """
            "secret": {"env": "S"}, "jwks_file": "jwks.json", "grants": ["client_credentials", "jwt_bearer"],
            "uid_prefixes": ["svc:"], "claims": ["role"], "tenants": ["t-1"], "max_lifetime": 60
            """)
        guard case .confidential(let secret?, _?, let ways) = client.kind else {
            Issue.record("not confidential")
            return
        }
        #expect(secret.secretText == "a-secret-of-16-characters")
        #expect(ways == [.basic, .post, .privateKeyJWT])
        #expect(client.userIDPrefixes == ["svc:"])
        #expect(client.claimNames == ["role"])
        #expect(client.tenants.map(\.value) == ["t-1"])
        #expect(client.maximumLifetime.seconds == 60)
        #expect(client.providerTokens == .withheld)
        let one = try Self.client(
            #""secret": {"env": "S"}, "auth": ["client_secret_post"], "grants": ["token_exchange"]"#)
        guard case .confidential(_, nil, [.post]) = one.kind else {
            Issue.record("other ways")
            return
        }
    }

    @Test("The keys of a client are in a file or at an address")
    func readsKeys() throws {
        let published = try Self.client(
            #""jwks_uri": "https://a.example/jwks", "grants": ["jwt_bearer"], "uid_prefixes": ["svc:"]"#)
        guard case .confidential(nil, .published(let address)?, [.privateKeyJWT]) = published.kind else {
            Issue.record("other keys")
            return
        }
        #expect(address.text == "https://a.example/jwks")
        let filed = try Self.client(#""jwks_file": "jwks.json", "grants": ["token_exchange"]"#)
        guard case .confidential(nil, .file(let keys)?, [.privateKeyJWT]) = filed.kind else {
            Issue.record("other keys")
            return
        }
        #expect(keys.keys.entries.count == 1)
    }

    @Test(
        "What cannot be is refused at its place",
        arguments: [
            (#""type": "public""#, "grants: this key is missing"),
            (#""type": "public", "grants": []"#, "grants: the client has no grant"),
            (#""type": "public", "grants": ["device"]"#, "did you mean device_code?"),
            (#""type": "private", "grants": ["device_code"]"#, "type: \"private\" is not one of"),
            (#""grants": ["device_code"]"#, "secret: the client has nothing to prove itself with"),
            (
                #""type": "confidential", "grants": ["device_code"]"#,
                "secret: the client has nothing to prove itself with"
            ),
            (
                #""type": "public", "secret": {"env": "S"}, "grants": ["device_code"]"#,
                "secret: a public client cannot prove"
            ),
            (#""type": "public", "auth": ["client_secret_post"], "grants": ["device_code"]"#, "auth: a public client"),
            (
                #""type": "public", "grants": ["client_credentials"], "uid_prefixes": ["a:"]"#,
                "grants[0]: a public client cannot mint"
            ),
            (
                #""type": "public", "grants": ["authorization_code"]"#,
                "redirect_uris: the grant authorization_code needs"
            ),
            (#""type": "public", "grants": ["authorization_code"], "redirect_uris": []"#, "redirect_uris: the grant"),
            (
                #""type": "public", "grants": ["authorization_code"], "redirect_uris": ["http://a.example"]"#,
                "redirect_uris[0]"
            ),
            (
                #""type": "public", "grants": ["authorization_code"], "redirect_uris": ["https://a.example/#x"]"#,
                "redirect_uris[0]"
            ),
            (
                #""type": "public", "grants": ["authorization_code"], "redirect_uris": ["javascript:alert"]"#,
                "redirect_uris[0]"
            ),
            (
                #""type": "public", "grants": ["device_code"], "redirect_uris": ["https://a.example"]"#,
                "redirect_uris: redirect"
            ),
            (#""type": "public", "grants": ["device_code"], "providers": ["yaho"]"#, "did you mean yahoo?"),
            (
                #""type": "public", "grants": ["device_code"], "uid_prefixes": ["a:"]"#,
                "uid_prefixes: this means nothing"
            ),
            (#""type": "public", "grants": ["device_code"], "claims": ["role"]"#, "claims: this means nothing"),
            (#""secret": {"env": "S"}, "grants": ["client_credentials"]"#, "uid_prefixes: a client that mints needs"),
            (#""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": [""]"#, "uid_prefixes[0]"),
            (
                #""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": ["a:"], "claims": ["email"]"#,
                "claims[0]"
            ),
            (
                #""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": ["a:"], "claims": ["sub"]"#,
                "claims[0]"
            ),
            (
                #""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": ["a:"], "claims": [""]"#,
                "claims[0]"
            ),
            (
                #""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": ["a:"], "tenants": ["a b"]"#,
                "tenants[0]"
            ),
            (
                #""secret": {"env": "S"}, "grants": ["jwt_bearer"], "uid_prefixes": ["a:"]"#,
                "jwks_file: the grant jwt_bearer needs"
            ),
            (
                #""secret": {"env": "S"}, "grants": ["token_exchange"], "auth": ["private_key_jwt"]"#,
                "auth[0]: private_key_jwt needs"
            ),
            (
                #""jwks_file": "jwks.json", "grants": ["token_exchange"], "auth": ["client_secret_basic"]"#,
                "auth[0]: client_secret_basic needs"
            ),
            (
                #""jwks_uri": "http://a.example/jwks", "grants": ["token_exchange"]"#,
                "jwks_uri: "
            ),
            (
                #""jwks_file": "jwks.json", "jwks_uri": "https://a.example/jwks", "grants": ["token_exchange"]"#,
                "jwks_uri: the keys come from"
            ),
            (
                #""jwks_uri": "https://a.example/jwks", "grants": ["token_exchange"], "auth": ["client_secret_post"]"#,
                "auth[0]: client_secret_post needs"
            ),
            (
                #""type": "public", "jwks_uri": "https://a.example/jwks", "grants": ["device_code"]"#,
                "jwks_uri: a public client cannot prove"
            ),
            (#""jwks_file": "missing", "grants": ["token_exchange"]"#, "jwks_file: "),
            (
                #""secret": {"env": "S"}, "grants": ["token_exchange"], "auth": []"#,
                "auth: the client could authenticate in no way"
            ),
            (
                #""secret": {"env": "UNSET"}, "grants": ["token_exchange"]"#,
                "secret.env: the environment variable UNSET"
            ),
            (#""secret": {"env": "S"}, "grants": ["token_exchange"], "max_lifetime": 3601"#, "max_lifetime: 3601"),
        ])
    func refusesClients(_ members: String, _ message: String) throws {
        let faults = try Self.faults(members)
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.contains("clients.app.") == true)
        #expect(faults.first?.contains(message) == true, "\(faults)")
    }

    @Test(
        "A client may not mint for accounts of a provider, for none of them has proven itself",
        arguments: ["yahoo:", "yahoo:abc", "y", "yahoo"])
    func keepsMintingOffProviders(_ prefix: String) throws {
        let faults = try Self.faults(
            #""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": ["svc:", "\#(prefix)"]"#)
        #expect(faults.count == 1)
        #expect(faults.first?.contains("uid_prefixes[1]: ") == true)
        #expect(faults.first?.contains("accounts of the provider yahoo") == true)
    }

    @Test("A prefix that only looks like a provider's is a client's to use")
    func allowsOtherPrefixes() throws {
        for prefix in ["yahoo-svc:", "yahoo2:", "Yahoo:", "x"] {
            #expect(
                try Self.faults(
                    #""secret": {"env": "S"}, "grants": ["client_credentials"], "uid_prefixes": ["\#(prefix)"]"#)
                    == [])
        }
    }

    @Test("A short secret is a warning, and one that no client can send a fault")
    func weighsSecrets() throws {
        var fixture = try Self.fixture()
        let text = Fixture.client(#""secret": {"env": "T"}, "grants": ["token_exchange"]"#)
        fixture.environment["T"] = "short"
        #expect(try fixture.load(text).warnings.map(\.path) == ["clients.app.secret"])
        fixture.environment["T"] = "a secret with blanks"
        #expect(try fixture.faults(text).count == 1)
    }

    @Test(
        "Identifiers of clients have no characters that HTTP Basic or an address changes",
        arguments: ["a:b", "a b", "", "é", "a/b"])
    func refusesIdentifiers(_ id: String) throws {
        let text = Fixture.minimal(#""clients": {"\#(id)": {"type": "public", "grants": ["device_code"]}}"#)
        #expect(try Self.fixture().faults(text).count == 1)
    }
}
