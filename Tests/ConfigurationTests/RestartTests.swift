import Configuration
import TestSupport
import Testing

@Suite("What of a configuration only another start takes")
struct RestartTests {
    private static let settled = """
        "listen": "127.0.0.1:8080", "telemetry": "127.0.0.1:9090", "store": "memory", "log": {"level": "info"}
        """
    private static let tls = #", "tls": {"certificate": "tls.pem", "key": "tls.key"}"#

    private static func keys(_ before: String, _ after: String) throws -> [String] {
        let fixture = try Fixture()
        for name in ["tls.pem", "tls.key", "other.key"] { try fixture.folder.write([0x61], to: name) }
        let started = try fixture.load(Fixture.minimal(before))
        return try fixture.load(Fixture.minimal(after)).keysForRestart(since: started)
    }

    @Test(
        "each member is named by itself, whichever way it changes",
        arguments: [
            ("listen", settled.replacing("8080", with: "8081")),
            ("listen", settled.replacing("127.0.0.1:8080", with: "unix:bridge.socket")),
            ("telemetry", settled.replacing("9090", with: "9091")),
            ("telemetry", settled.replacing(#" "telemetry": "127.0.0.1:9090","#, with: "")),
            ("tls", settled + tls), ("trusted_proxies", settled + #", "trusted_proxies": ["10.0.0.0/8"]"#),
            ("store", settled.replacing("memory", with: "sqlite:a.db")),
            ("log", settled.replacing("info", with: "debug")), ("audit", settled + #", "audit": {"file": "a.log"}"#),
        ])
    func members(key: String, text: String) throws {
        #expect(try Self.keys(Self.settled, text) == [key])
        #expect(try Self.keys(text, Self.settled) == [key])
        #expect(try Self.keys(text, text) == [])
    }

    @Test(
        "what a reload takes is not named",
        arguments: [
            (settled + tls, settled + tls.replacing("tls.key", with: "other.key")),
            (
                settled + #", "trusted_proxies": ["10.0.0.0/8"]"#,
                settled + #", "trusted_proxies": ["10.0.0.0/8", "192.0.2.1"]"#
            ),
            (settled, settled + #", "cors_origins": ["https://app.test"], "limits": {"requests_per_minute": 5}"#),
        ])
    func taken(before: String, after: String) throws {
        #expect(try Self.keys(before, after) == [])
    }

    @Test("all that has changed is named, in one order")
    func all() throws {
        let other = """
            "listen": "127.0.0.1:1", "telemetry": "127.0.0.1:2", "store": "sqlite:b.db", "log": {"level": "error"},
            "trusted_proxies": ["10.0.0.0/8"], "audit": {"file": "a.log"}\(Self.tls)
            """
        #expect(
            try Self.keys(Self.settled, other)
                == ["listen", "telemetry", "tls", "trusted_proxies", "store", "log", "audit"])
    }
}
