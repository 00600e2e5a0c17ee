import Configuration
import CustomTokens
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("Providers of the configuration")
struct ProviderEntryTests {
    private static let jwks =
        #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}"#

    private static func fixture() throws -> Fixture {
        var fixture = try Fixture()
        fixture.environment = ["S": "a-secret-of-16-characters"]
        try fixture.folder.write(Array(jwks.utf8), to: "jwks.json")
        try fixture.folder.write(Array("pem".utf8), to: "ca.pem")
        try fixture.folder.write(
            try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/ec-p256.pem"), to: "ec.pem")
        try fixture.folder.write(
            try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/rsa-2048.pem"), to: "rsa.pem")
        return fixture
    }

    private static func entry(_ id: String, _ members: String) throws -> ProviderEntry {
        try #require(try fixture().load(Fixture.provider(id, members)).provider(id))
    }

    private static func faults(_ id: String, _ members: String) throws -> [String] {
        try fixture().faults(Fixture.provider(id, members))
    }

    /// What each preset that is supported needs beside a client identifier.
    private static let needs: [String: String] = [
        "apple": #""team_id": "T", "key_id": "K", "private_key": {"file": "ec.pem"}"#,
        "github-enterprise": #""base_url": "https://git.example", "client_secret": {"env": "S"}"#,
        "mastodon": #""instance": "https://social.example", "client_secret": {"env": "S"}"#,
        "auth0": #""issuer": "https://t.auth0.example/", "client_secret": {"env": "S"}"#,
        "okta": #""issuer": "https://o.example", "client_secret": {"env": "S"}"#,
        "keycloak": #""issuer": "https://k.example/realms/r", "client_secret": {"env": "S"}"#,
        "cognito": #""issuer": "https://c.example", "client_secret": {"env": "S"}"#,
        "oidc": #""issuer": "https://id.example", "client_secret": {"env": "S"}"#,
        "kakao": #""kakao_app_id": 1234, "client_secret": {"env": "S"}"#,
        "microsoft": #""tenant": "common", "client_secret": {"env": "S"}"#,
        "facebook-limited": "", "vk": "",
        "oauth2": """
        "client_secret": {"env": "S"}, "client_auth": "client_secret_post", "members": {"subject": "user.id"},
        "endpoints": {"authorization": "https://as.example/a", "token": "https://as.example/t", "userinfo": "https://as.example/u"}
        """,
    ]

    @Test("Every preset that is supported can be configured by its name", arguments: PresetTable.all.map(\.id))
    func configuresPresets(_ id: String) throws {
        let preset = try PresetTable.preset(id)
        let need = Self.needs[id] ?? #""client_secret": {"env": "S"}"#
        let text = Fixture.provider(id, #""client_id": "ours"\#(need.isEmpty ? "" : ", \(need)")"#)
        guard preset.support == .supported else {
            #expect(try Self.fixture().faults(text).first?.contains("is not supported") == true)
            return
        }
        // The library cannot yet put a client's credentials into a query.
        guard preset.client.authentication != .methods([.query]) else { return }
        let configuration = try Self.fixture().load(text)
        let entry = try #require(configuration.provider(id))
        #expect(entry.provider.preset.preset.id == id)
        #expect(entry.provider.userIDs.prefix == (preset.subject.sharedWith ?? id))
        #expect(configuration.warnings == [])
    }

    @Test("A preset lacks what it needs: each key is named with what it is", arguments: needs.keys.sorted())
    func namesMissingKeys(_ id: String) throws {
        let faults = try Self.faults(id, "")
        #expect(
            faults.contains {
                $0.contains("providers.\(id).client_id: our client identifier at the provider is missing")
            })
        for key in ["base_url", "instance", "issuer", "tenant"] where Self.needs[id]?.contains("\"\(key)\"") ?? false {
            #expect(faults.contains { $0.contains("providers.\(id).\(key): ") && $0.contains("needs this key") })
        }
    }

    @Test(
        "PRV-04: without a client identifier nothing is configured",
        arguments: [
            #""client_secret": {"env": "S"}"#, #""client_id": """#, #""client_id": "a b""#, #""client_ids": []"#,
        ])
    func refusesMissingAudience(_ members: String) throws {
        let faults = try Self.faults("yahoo", members)
        #expect(faults.contains { $0.contains("providers.yahoo.client_id") }, "\(faults)")
    }

    @Test("The client identifiers are all accepted, the one of requests first")
    func readsClientIdentifiers() throws {
        let both = try Self.entry(
            "google", #""client_id": "web", "client_ids": ["ios", "android"], "client_secret": {"env": "S"}"#)
        #expect(both.provider.preset.audience.all == ["web", "ios", "android"])
        let list = try Self.entry("google", #""client_ids": ["ios", "android"], "client_secret": {"env": "S"}"#)
        #expect(list.provider.preset.audience.primary == "ios")
        #expect(try Self.faults("google", #""client_id": "web", "client_ids": ["", "é"]"#).count == 2)
    }

    @Test("An unknown preset names the nearest one; a name without a preset is told what to write")
    func namesNearestPreset() throws {
        let misspelt = try Self.faults("corp", #""preset": "odic", "client_id": "a""#)
        #expect(misspelt == ["1:97 providers.corp.preset: there is no preset \"odic\" (did you mean oidc?)"])
        #expect(try Self.faults("gogle", #""client_id": "a""#).first?.contains("did you mean google?") == true)
        #expect(try Self.faults("my-company", #""client_id": "a""#).first?.contains(#""preset": "oidc""#) == true)
        #expect(try Self.faults("steam", #""client_id": "a""#).first?.contains("Steam is not supported") == true)
    }

    @Test(
        "The name of a provider is part of uids and addresses",
        arguments: ["a/b", "a b", "", "é", "..", ".", "a:b", String(repeating: "a", count: 65), "a%2f"])
    func refusesNames(_ id: String) throws {
        let faults = try Self.faults(id, #""preset": "oidc", "issuer": "https://id.example", "client_id": "a""#)
        #expect(faults.contains { $0.contains("cannot be used here") || $0.contains("uid prefix") }, "\(faults)")
    }

    @Test("A provider without anything to prove our client with takes ID tokens alone, and says so")
    func acceptsIDTokensWithoutSecret() throws {
        let configuration = try Self.fixture().load(Fixture.provider("yahoo", #""client_id": "a""#))
        #expect(configuration.warnings.count == 1)
        #expect(configuration.warnings.first?.message.contains("only ID tokens are accepted") == true)
        let faults = try Self.faults("github", #""client_id": "a""#)
        #expect(faults.count == 1)
        #expect(faults.first?.contains("providers.github.client_secret: github wants") == true)
    }

    @Test("The configuration of a provider without network has no secret and no warning")
    func loadsProviderOfFile() throws {
        let text = """
            {"issuer": "http://127.0.0.1:8080", "project": "demo-bridge", "keys": {"service_account": "/sa.json"},
             "store": "sqlite:/tmp/s.db",
             "providers": {"plant": {"preset": "oidc", "issuer": "https://provider.test", "client_id": "client-ours",
               "jwks_file": "jwks.json"}}}
            """
        let configuration = try Self.fixture().load(text)
        #expect(configuration.warnings == [])
        guard case .file(let keys)? = configuration.provider("plant")?.provider.keys else {
            Issue.record("no keys")
            return
        }
        #expect(keys.keys.entries.count == 1)
        for file in ["missing.json", "ca.pem", ""] {
            let faults = try Self.fixture().faults(text.replacing("jwks.json", with: file))
            #expect(faults.count == 1)
            #expect(faults.first?.contains("providers.plant.jwks_file") == true)
        }
    }

    @Test("Settings of ID tokens take the place of the preset's")
    func readsIDTokenPolicy() throws {
        let entry = try Self.entry(
            "google",
            """
            "client_id": "a", "client_secret": {"env": "S"}, "id_token": {"algorithms": ["ES256", "RS256"],
              "nonce": "either", "max_age": 60, "max_auth_age": 0, "leeway": 5, "hosted_domains": ["corp.example"]}
            """)
        let policy = try #require(entry.provider.idToken)
        #expect(policy.algorithms.algorithms == [.es256, .rs256])
        #expect(policy.nonce == .rawOrSHA256Hex)
        #expect(policy.maximumAge == 60)
        #expect(policy.maximumAuthenticationAge == 0)
        #expect(policy.leeway.seconds == 5)
        #expect(policy.hostedDomains == ["corp.example"])
        let standard = try #require(
            try Self.entry("google", #""client_id": "a", "client_secret": {"env": "S"}"#).provider.idToken)
        #expect(standard.maximumAge == IDTokenPolicy.standardMaximumAge)
        #expect(standard.hostedDomains == [])
    }

    @Test(
        "Settings of ID tokens that cannot be are refused",
        arguments: [
            ("google", #"{"algorithms": []}"#, "no algorithm is accepted"),
            ("google", #"{"algorithms": ["none"]}"#, "is not one of"),
            ("google", #"{"algorithms": ["rs256"]}"#, "did you mean RS256?"),
            ("google", #"{"algorithms": ["HS256"]}"#, "does not sign with the client's secret"),
            ("google", #"{"leeway": 301}"#, "is not between 0 and 300"),
            ("google", #"{"max_age": 0}"#, "is not between"),
            ("google", #"{"hosted_domains": []}"#, "no hosted domain is allowed"),
            ("google", #"{"nonce": "hash"}"#, "is not one of"), ("github", #"{"leeway": 5}"#, "issues no ID tokens"),
        ])
    func refusesIDTokenPolicy(_ id: String, _ policy: String, _ message: String) throws {
        let faults = try Self.faults(id, #""client_id": "a", "client_secret": {"env": "S"}, "id_token": \#(policy)"#)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(message) == true, "\(faults)")
    }

    @Test("OIDC-08, PRV-23: HS256 is for those who are known for it, and needs a secret")
    func limitsKeyedAlgorithms() throws {
        let keyed = #""issuer": "https://id.example", "client_id": "a", "id_token": {"algorithms": ["HS256"]}"#
        #expect(try Self.faults("oidc", keyed).first?.contains("keyed with client_secret, and there is none") == true)
        #expect(try Self.faults("oidc", keyed + #", "client_secret": {"env": "S"}"#) == [])
        let line = #""client_id": "a", "client_secret": {"env": "S"}, "id_token": {"algorithms": ["ES256"]}"#
        #expect(try Self.entry("line", line).provider.idToken?.algorithms.algorithms == [.es256])
    }

    @Test("Apple's secret is signed with a key, whose parts belong together")
    func readsApple() throws {
        let whole = try Self.entry("apple", #""client_id": "a", \#(Self.needs["apple"] ?? "")"#)
        guard case .signedSecret = whole.provider.credential else {
            Issue.record("no signed secret")
            return
        }
        #expect(try Self.faults("apple", #""client_id": "a", "team_id": "T", "key_id": "K""#).count == 1)
        #expect(try Self.faults("apple", #""client_id": "a", "private_key": {"file": "ec.pem"}"#).count == 2)
        let rsa = try Self.faults(
            "apple", #""client_id": "a", "team_id": "T", "key_id": "K", "private_key": {"file": "rsa.pem"}"#)
        #expect(rsa.count == 1)
        #expect(rsa.first?.contains("providers.apple.private_key") == true)
        let secret = try Self.faults("apple", #""client_id": "a", "client_secret": {"env": "S"}"#)
        #expect(secret.contains { $0.contains("give team_id, key_id and private_key") })
        #expect(
            try Self.faults("google", #""client_id": "a", "client_secret": {"env": "S"}, "team_id": "T""#).count == 1)
    }

    @Test("A key for private_key_jwt is on P-256 or RSA, and its way needs no other word")
    func readsClientKey() throws {
        for file in ["ec.pem", "rsa.pem"] {
            let entry = try Self.entry(
                "oidc",
                #""issuer": "https://id.example", "client_id": "a", "client_key": {"file": "\#(file)"}, "client_key_id": "k""#
            )
            guard case .assertionSigner = entry.provider.credential else {
                Issue.record("no signer")
                return
            }
            #expect(entry.provider.preset.clientAuthentication == .method(.privateKeyJWT))
        }
        let oidc = #""issuer": "https://id.example", "client_id": "a", "#
        #expect(try Self.faults("oidc", oidc + #""client_key": {"file": "ca.pem"}"#).count == 1)
        #expect(try Self.faults("oidc", oidc + #""client_key_id": "k""#).count == 1)
        #expect(try Self.faults("oidc", oidc + #""basic_raw": true"#).count == 1)
        let two = try Self.faults("oidc", oidc + #""client_key": {"file": "ec.pem"}, "client_secret": {"env": "S"}"#)
        #expect(two.contains { $0.contains("more than one way") })
    }

    @Test("How our client authenticates can be said, and what it needs must be there")
    func readsClientAuthentication() throws {
        let post = try Self.entry(
            "yahoo", #""client_id": "a", "client_secret": {"env": "S"}, "client_auth": "client_secret_post""#)
        #expect(post.provider.preset.clientAuthentication == .method(.post))
        let raw = try Self.entry("yahoo", #""client_id": "a", "client_secret": {"env": "S"}, "basic_raw": true"#)
        guard case .secretForBasicWithoutEncoding = raw.provider.credential else {
            Issue.record("encoded")
            return
        }
        let key = try Self.faults(
            "yahoo", #""client_id": "a", "client_secret": {"env": "S"}, "client_auth": "private_key_jwt""#)
        #expect(key.first?.contains("providers.yahoo.client_auth: yahoo wants") == true, "\(key)")
        #expect(
            try Self.faults("yahoo", #""client_id": "a", "client_auth": "basic""#).first?.contains("is not one of")
                == true)
        #expect(try Self.faults("facebook-limited", #""client_id": "a", "client_auth": "none""#).count == 1)
    }

    @Test("PRV-15, PRV-16, PRV-17: scopes and parameters are added, and reserved ones refused at their places")
    func readsScopesAndParameters() throws {
        let entry = try Self.entry(
            "yahoo",
            #""client_id": "a", "client_secret": {"env": "S"}, "scopes": ["mail-r"], "parameters": {"language": "fr"}"#)
        #expect(entry.provider.scopes?.scopes == ["mail-r"])
        #expect(entry.provider.parameters != nil)
        let faults = try Self.faults(
            "yahoo",
            """
            "client_id": "a", "client_secret": {"env": "S"}, "scopes": ["mail-r", "a b", "\\""],
            "parameters": {"state": "x", "redirect%5Furi": "y", "prompt": 1, "language": "fr"}
            """)
        let places = ["yahoo.scopes[1]", "yahoo.scopes[2]", "parameters.state", "parameters.prompt"]
        for place in places { #expect(faults.contains { $0.contains(place) }, "\(place) is not in \(faults)") }
    }

    @Test("PRV-18: scopes beside the preconfigured ones are refused")
    func checksPreconfiguredScopes() throws {
        let yahoo = #""client_id": "a", "client_secret": {"env": "S"}, "#
        let good = try Self.entry("yahoo", yahoo + #""preconfigured_scopes": ["openid", "profile", "email", "sdct-w"]"#)
        #expect(good.provider.preconfiguredScopes?.scopes.count == 4)
        let faults = try Self.faults(
            "yahoo", yahoo + #""scopes": ["sdct-r"], "preconfigured_scopes": ["openid", "profile", "email", "sdct-w"]"#)
        #expect(faults.count == 1)
        #expect(faults.first?.contains("sdct-w") == true)
        #expect(try Self.faults("yahoo", yahoo + #""preconfigured_scopes": []"#).count == 1)
    }

    @Test("PRV-02: access tokens are accepted as the preset says, refused, or checked by what is switched on aloud")
    func readsAccessTokens() throws {
        let yahoo = #""client_id": "a", "client_secret": {"env": "S"}"#
        #expect(try Self.entry("yahoo", yahoo).provider.preset.accessTokenCheck == nil)
        let on = try Self.fixture().load(
            Fixture.provider("yahoo", yahoo + #", "access_tokens": "check_off_by_default""#))
        #expect(on.provider("yahoo")?.provider.preset.accessTokenCheck != nil)
        #expect(on.warnings.map(\.path) == ["providers.yahoo.access_tokens"])
        let refused = try Self.entry("google", yahoo + #", "access_tokens": "refuse""#)
        #expect(refused.provider.preset.accessTokenCheck == nil)
        let introspected = try Self.entry(
            "oidc",
            yahoo
                + #", "issuer": "https://id.example", "access_tokens": {"introspection": {"client": "client_id", "subject": "sub"}}"#
        )
        #expect(introspected.provider.preset.accessTokenCheck != nil)
        for policy in [
            #""trust""#, #"{"introspection": {"client": "client_id"}}"#,
            #"{"introspection": {"client": "", "subject": "sub"}}"#,
            #"{"introspection": {"client": "client_id", "subject": "sub"}}"#, "{}", "true",
        ] {
            #expect(try Self.faults("spotify", yahoo + #", "access_tokens": \#(policy)"#).count == 1)
        }
    }

    @Test("PRV-22: tenants of Microsoft are words, GUIDs or domains, and some can be allowed")
    func readsMicrosoft() throws {
        let base = #""client_id": "a", "client_secret": {"env": "S"}, "#
        let tenant = "9F8E7D6C-1111-2222-3333-444455556666"
        let entry = try Self.entry(
            "microsoft",
            base + #""tenant": "common", "allowed_tenants": ["\#(tenant)"], "microsoft_subject": "tid_oid""#)
        #expect(entry.provider.idToken?.allowedTenants == [tenant.lowercased()])
        #expect(entry.provider.preset.subject.reading == .joinedGUIDs)
        #expect(try Self.faults("microsoft", base + #""tenant": "common", "allowed_tenants": []"#).count == 1)
        #expect(try Self.faults("microsoft", base + #""tenant": "common", "allowed_tenants": ["corp"]"#).count == 1)
        #expect(try Self.faults("microsoft", base + #""tenant": "a/b""#).count == 1)
        #expect(try Self.faults("google", base + #""allowed_tenants": ["\#(tenant)"]"#).count == 1)
        #expect(try Self.faults("google", base + #""tenant": "common""#).count == 1)
        #expect(try Self.faults("google", base + #""microsoft_subject": "tid_oid""#).count == 1)
    }

    @Test("PRV-31: trust in a tenant's word is for a tenant of one's own, and a warning at every start")
    func warnsOfTrust() throws {
        let base = #""client_id": "a", "client_secret": {"env": "S"}, "trust_tenant_email": true"#
        let configuration = try Self.fixture().load(
            Fixture.provider("okta", base + #", "issuer": "https://o.example""#))
        #expect(configuration.warnings.map(\.path) == ["providers.okta.trust_tenant_email"])
        #expect(try Self.faults("microsoft", base + #", "tenant": "common""#).count == 1)
        #expect(try Self.faults("google", base).count == 1)
    }

    @Test("Addresses can be replaced, and are https or on this machine")
    func readsEndpoints() throws {
        let base = #""client_id": "a", "client_secret": {"env": "S"}, "#
        let entry = try Self.entry(
            "yahoo", base + #""endpoints": {"token": "http://127.0.0.1:1/token", "jwks": "https://keys.example/"}"#)
        #expect(entry.provider.preset.endpoints.token == .address(try EndpointURL("http://127.0.0.1:1/token")))
        #expect(entry.provider.preset.endpoints.keySet == .address(try EndpointURL("https://keys.example/")))
        let faults = try Self.faults(
            "yahoo",
            base + #""endpoints": {"token": "http://id.example", "userinfo": "x", "tokn": "https://a.example"}"#)
        #expect(faults.count == 3)
    }

    @Test("Keys of one preset are refused for others")
    func refusesKeysOfOthers() throws {
        let base = #""client_id": "a", "client_secret": {"env": "S"}, "#
        for extra in [
            #""issuer": "https://a.example""#, #""kakao_app_id": "12""#, #""facebook_client_token": {"env": "S"}"#,
            #""base_url": "https://a.example""#, #""members": {"subject": "id"}"#, #""members": {"email": "a..b"}"#,
            #""redirect_uri": "ftp://a""#, #""private_key": {"file": "ec.pem"}"#, #""ca_file": "missing""#,
            #""uid_prefix": "a:b""#,
            #""uid_style": "hash""#, #""graph_version": "v25.0""#,
        ] {
            let faults = try Self.faults("yahoo", base + extra)
            #expect(faults.count == 1, "\(extra): \(faults)")
        }
        let facebook = try Self.entry(
            "facebook", base + #""facebook_client_token": {"env": "S"}, "graph_version": "v25.0""#)
        #expect(facebook.provider.clientToken?.secretText == "a-secret-of-16-characters")
        let oauth2 = try Self.entry(
            "oauth2", #""client_id": "a", "pkce": false, "ca_file": "ca.pem", \#(Self.needs["oauth2"] ?? "")"#)
        guard case .omitThoughLessSecure = oauth2.provider.proofKey else {
            Issue.record("the challenge is not left out: \(oauth2.provider.proofKey)")
            return
        }
        #expect(oauth2.authoritiesFile?.hasSuffix("/ca.pem") == true)
        let prefixed = try Self.entry("yahoo", base + #""uid_prefix": "y", "uid_style": "hashed""#)
        #expect(prefixed.provider.userIDs.prefix == "y")
        #expect(prefixed.provider.userIDs.style == .hashed)
    }
}
