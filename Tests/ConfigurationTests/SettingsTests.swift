import Bridge
import Configuration
import CustomTokens
import HTTPServer
import JOSE
import OAuthClient
import Operations
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("Settings of the bridge itself")
struct SettingsTests {
    @Test("What is left out has its standard value")
    func hasStandards() throws {
        let fixture = try Fixture()
        let configuration = try fixture.load(Fixture.minimal())
        #expect(configuration.listen == .tcp(host: "127.0.0.1", port: 8080))
        #expect(configuration.telemetry == nil)
        #expect(configuration.tls == nil)
        #expect(configuration.keys == .folder(path: "\(fixture.folder.path)/keys"))
        #expect(configuration.token.lifetime.seconds == 3600)
        #expect(configuration.token.tenantID == nil)
        #expect(configuration.token.maximumClaimsBytes == 1000)
        #expect(configuration.providers.isEmpty)
        #expect(configuration.clients.isEmpty)
        guard case .sqlite(let path) = configuration.store, case .none = configuration.transport.proxy else {
            Issue.record("not the standard store and proxy")
            return
        }
        #expect(path == "\(fixture.folder.path)/bridge.db")
        #expect(configuration.warnings == [])
        #expect(configuration.limits.requests == .perMinute(1200, burst: 300))
        #expect(configuration.limits.deviceLogins == StartLimits())
        #expect(configuration.limits.signIns == ProviderSignIn.standardMaximumPerNetwork)
        #expect(configuration.limits.clientRequests == .perMinute(12_000, burst: 3000))
        #expect(
            configuration.limits.deviceGuesses == GuessLimits(perNetwork: 5, perBrowserSession: 5, everywhere: 5000))
    }

    @Test("What one network or client may ask for is set by number, each from 1, and wrong codes from 100")
    func readsLimits() throws {
        let limits = try Fixture().load(
            Fixture.minimal(
                #"""
                "limits": {"requests_per_minute": 6000, "device_logins_per_minute": 7,
                           "device_logins_per_10_minutes": 8, "sign_ins_per_10_minutes": 9,
                           "client_requests_per_minute": 10, "device_guesses_per_10_minutes": 1000000}
                """#)
        ).limits
        #expect(limits.requests == .perMinute(6000, burst: 1500))
        #expect(limits.deviceLogins == StartLimits(perNetworkAndMinute: 7, perNetworkAndLifetime: 8))
        #expect(limits.signIns == 9)
        #expect(limits.clientRequests == .perMinute(10, burst: 2))
        #expect(limits.deviceGuesses == GuessLimits(everywhere: 1_000_000))
        #expect(
            try Fixture().load(Fixture.minimal(#""limits": {"requests_per_minute": 1}"#)).limits.requests.burst == 1)
        for fault in [
            #""requests_per_minute": 0"#, #""device_logins_per_minute": -1"#, #""sign_ins_per_10_minutes": 1.5"#,
            #""client_requests_per_minute": 0"#, #""client_requests_per_minute": 1000001"#,
            #""device_guesses_per_10_minutes": 99"#, #""device_guesses_per_10_minutes": 1000001"#,
            #""requests": 5"#, #""device_logins_per_10_minutes": "8""#,
        ] {
            #expect(try Fixture().faults(Fixture.minimal(#""limits": {\#(fault)}"#)).count == 1, "\(fault)")
        }
    }

    @Test(
        "An issuer is https, or http on this machine, without query",
        arguments: [
            ("https://bridge.example", true), ("https://bridge.example/tenant", true), ("http://127.0.0.1:8080", true),
            ("http://localhost", true), ("http://[::1]:80", true), ("http://bridge.example", false),
            ("http://127.0.0.1.example", false), ("bridge.example", false), ("https://bridge.example?a", false),
            ("https://bridge.example#a", false), ("https://user@bridge.example", false), ("", false),
            ("ftp://a", false),
        ])
    func checksIssuer(_ issuer: String, _ isGood: Bool) throws {
        let faults = try Fixture().faults(#"{"issuer": "\#(issuer)", "project": "demo"}"#)
        #expect(faults.isEmpty == isGood)
        #expect(isGood || faults.first?.hasPrefix("1:12 issuer: ") == true)
    }

    @Test(
        "Listeners have an address and a port, a socket's path, or what systemd hands over",
        arguments: [
            ("127.0.0.1:8080", ListenAddress.tcp(host: "127.0.0.1", port: 8080)),
            ("0.0.0.0:0", .tcp(host: "0.0.0.0", port: 0)), ("[::]:443", .tcp(host: "::", port: 443)),
            ("localhost:1", .tcp(host: "localhost", port: 1)), ("systemd", .systemd),
            ("unix:/run/token-bridge.sock", .unix(path: "/run/token-bridge.sock")),
        ])
    func readsListeners(_ text: String, _ address: ListenAddress) throws {
        let configuration = try Fixture().load(Fixture.minimal(#""listen": "\#(text)""#))
        #expect(configuration.listen == address)
        #expect(configuration.listen.description == text)
        #expect(configuration.warnings.isEmpty == (address.isLocal || address == .systemd))
    }

    @Test(
        "What is no listener is refused",
        arguments: [
            "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:8o", "::1:80",
            "[127.0.0.1]:80", "bridge.example:80", "unix:", "256.0.0.1:80", "127.1:80", "Systemd", "[::1:80", "",
            "unix:/\(String(repeating: "a", count: 107))", "127.0.0.1:80 ", "[fe80::1%eth0]:80",
        ])
    func refusesListeners(_ text: String) throws {
        #expect(try Fixture().faults(Fixture.minimal(#""listen": "\#(text)""#)).count == 1)
    }

    @Test("Telemetry has a listener of its own, and listening to all without TLS is a warning")
    func checksListeners() throws {
        let same = Fixture.minimal(#""listen": "127.0.0.1:1", "telemetry": "127.0.0.1:1""#)
        #expect(try Fixture().faults(same).first?.contains("a listener of their own") == true)
        let ephemeral = Fixture.minimal(#""listen": "127.0.0.1:0", "telemetry": "127.0.0.1:0""#)
        #expect(try Fixture().faults(ephemeral) == [])
        let open = #""listen": "0.0.0.0:80""#
        #expect(try Fixture().load(Fixture.minimal(open)).warnings.map(\.path) == ["listen"])
        let proxied = Fixture.minimal(open + #", "trusted_proxies": ["10.0.0.0/8"]"#)
        #expect(try Fixture().load(proxied).warnings == [])
        let secured = Fixture.minimal(open + #", "tls": {"certificate": "a", "key": "b"}"#)
        #expect(try Fixture().load(secured).warnings == [])
        #expect(try Fixture().faults(Fixture.minimal(#""tls": {"certificate": "a"}"#)).count == 1)
        #expect(try Fixture().faults(Fixture.minimal(#""tls": {"certificate": "a", "key": ""}"#)).count == 1)
    }

    @Test("Networks of proxies hold the addresses in them, and those of IPv4 written in IPv6")
    func readsNetworks() throws {
        let text = Fixture.minimal(#""trusted_proxies": ["10.0.0.0/8", "192.0.2.7", "fd00::/9", "0.0.0.0/0"]"#)
        let networks = try Fixture().load(text).trustedProxies
        func contains(_ index: Int, _ address: String) throws -> Bool {
            networks[index].contains(try #require(NetworkAddress(address)))
        }
        #expect(try contains(0, "10.255.0.1"))
        #expect(try contains(0, "::ffff:10.0.0.1"))
        #expect(try !contains(0, "11.0.0.1"))
        #expect(try !contains(0, "a00::1"))
        #expect(try contains(1, "192.0.2.7"))
        #expect(try !contains(1, "192.0.2.6"))
        #expect(try contains(2, "fd7f::1"))
        #expect(try !contains(2, "fd80::1"))
        #expect(try contains(3, "255.255.255.255"))
        #expect(try !contains(3, "::1"))
    }

    @Test(
        "What is no network is refused",
        arguments: [
            "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "10.0.0.0/-1", "10.0.0.0/8/8", "::1/129", "proxy", "",
            "[::1]", "fd00::1/8", "10.0.0.0/+8",
        ])
    func refusesNetworks(_ text: String) throws {
        let faults = try Fixture().faults(Fixture.minimal(#""trusted_proxies": ["::1", "\#(text)"]"#))
        #expect(faults.count == 1)
        #expect(faults.first?.contains("trusted_proxies[1]") == true)
    }

    @Test("Stores are SQLite, PostgreSQL or memory; one with a password may be a secret")
    func readsStores() throws {
        var fixture = try Fixture()
        fixture.environment = ["DB": "postgresql://user:pw@db.example/bridge"]
        guard case .postgresql(let uri) = try fixture.load(Fixture.minimal(#""store": {"env": "DB"}"#)).store,
            case .memory = try fixture.load(Fixture.minimal(#""store": "memory""#)).store,
            case .sqlite("/var/b.db") = try fixture.load(Fixture.minimal(#""store": "sqlite:/var/b.db""#)).store
        else {
            Issue.record("other stores")
            return
        }
        #expect(uri.secretText == "postgresql://user:pw@db.example/bridge")
        #expect(try fixture.load(Fixture.minimal(#""store": {"env": "DB"}"#)).warnings == [])
        let plain = Fixture.minimal(#""store": "postgresql://user:pw@db.example/bridge""#)
        #expect(try fixture.load(plain).warnings.count == 1)
        #expect(try fixture.load(Fixture.minimal(#""store": "postgresql://user@db.example/b""#)).warnings == [])
        for store in ["sqlite:", "mysql://a", "bridge.db", "Memory", ""] {
            #expect(try fixture.faults(Fixture.minimal(#""store": "\#(store)""#)).count == 1)
        }
    }

    @Test("A project is one of Google's", arguments: ["", "Demo", "a b", "demo/bridge", "démo"])
    func refusesProjects(_ project: String) throws {
        let faults = try Fixture().faults(#"{"issuer": "https://a.example", "project": "\#(project)"}"#)
        #expect(faults.count == 1)
    }

    @Test("Keys are a folder, or the key file of a service account")
    func readsKeys() throws {
        let fixture = try Fixture()
        #expect(try fixture.load(Fixture.minimal(#""keys": "/k""#)).keys == .folder(path: "/k"))
        let account = try fixture.load(Fixture.minimal(#""keys": {"service_account": "sa.json"}"#)).keys
        #expect(account == .serviceAccount(path: "\(fixture.folder.path)/sa.json"))
        #expect(try fixture.faults(Fixture.minimal(#""keys": """#)).count == 1)
        #expect(try fixture.faults(Fixture.minimal(#""keys": {"service_account": ""}"#)).count == 1)
    }

    @Test("Providers are reached through no proxy unless one is named")
    func readsTransport() throws {
        let fixture = try Fixture()
        try fixture.folder.write(Array("pem".utf8), to: "ca.pem")
        let text = Fixture.minimal(#""transport": {"proxy": "http://proxy.example:3128", "ca_file": "ca.pem"}"#)
        let settings = try fixture.load(text).transport
        guard case .always(let address) = settings.proxy else {
            Issue.record("no proxy")
            return
        }
        #expect(address.textForMessages == "http://proxy.example:3128")
        #expect(settings.transport(version: "1").extraAuthoritiesFile == "\(fixture.folder.path)/ca.pem")
        #expect(settings.transport(version: "1", authoritiesFile: "/b").extraAuthoritiesFile == "/b")
        for transport in [#""proxy": "proxy:1""#, #""proxy": """#, #""ca_file": "missing""#, #""proxy": "None""#] {
            #expect(try fixture.faults(Fixture.minimal(#""transport": {\#(transport)}"#)).count == 1)
        }
    }

    @Test(
        "Claims that cannot be are faults at their places",
        arguments: [
            (#"{"email": "$email"}"#, "token.claims.email", "provider_email"),
            (#"{"sub": 1}"#, "token.claims.sub", "reserves"),
            (#"{"x": "$emial"}"#, "token.claims.x", "$email"), (#"{"x": {"y": ["$"]}}"#, "token.claims.x", "$$"),
        ])
    func refusesClaims(_ claims: String, _ path: String, _ word: String) throws {
        let faults = try Fixture().faults(Fixture.minimal(#""token": {"claims": \#(claims)}"#))
        #expect(faults.count == 1)
        #expect(faults.first?.contains(" \(path): ") == true)
        #expect(faults.first?.contains(word) == true)
    }

    @Test(
        "A store in memory is a warning where sign-ins wait in it",
        arguments: [
            (#""memory""#, "device_code", true), (#""memory""#, "authorization_code", true),
            (#""memory""#, "token_exchange", false), (#""sqlite:b.db""#, "device_code", false),
        ])
    func warnsOfMemory(_ store: String, _ grant: String, _ isWarned: Bool) throws {
        let addresses = grant == "authorization_code" ? #", "redirect_uris": ["http://127.0.0.1/"]"# : ""
        let configuration = try Fixture().load(
            Fixture.minimal(
                #""store": \#(store), "clients": {"app": {"type": "public", "grants": ["\#(grant)"]\#(addresses)}}"#))
        #expect(configuration.warnings.map(\.path) == (isWarned ? ["store"] : []))
        #expect(configuration.warnings.allSatisfy { $0.message.contains("lost at each restart") })
    }
}
