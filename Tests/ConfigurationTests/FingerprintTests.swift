import Configuration
import TestSupport
import Testing

@Suite("Whether a part of the configuration is the one of before")
struct FingerprintTests {
    private static func text(_ member: String = "", name: String = "corp", _ others: String = "") -> String {
        Fixture.minimal(
            #""providers": {"\#(name)": {"preset": "oidc", "issuer": "https://corp.test", "client_id": "ours","#
                + #" "client_secret": {"env": "CORP"}\#(member)}}\#(others)"#)
    }

    private static func fixture(_ secret: String = "a-secret-of-our-client") throws -> Fixture {
        var fixture = try Fixture()
        fixture.environment = ["CORP": secret, "OTHER": secret]
        return fixture
    }

    @Test("the same entry has the same fingerprint, however it is set out and whatever stands beside it")
    func same() throws {
        let fixture = try Self.fixture()
        let first = try #require(fixture.load(Self.text()).providers.first)
        for text in [
            Self.text(), Self.text().replacing(": ", with: ":\n   "), "// a comment\n" + Self.text(),
            Self.text("", #", "transport": {"proxy": "http://127.0.0.1:1"}"#),
            Self.text("", #", "telemetry": "127.0.0.1:0""#),
        ] {
            let again = try #require((try? fixture.load(text))?.providers.first, "\(text)")
            #expect(again.fingerprint == first.fingerprint, "\(text)")
        }
    }

    @Test(
        "whatever an entry says makes another",
        arguments: [
            Self.text(#", "name": "Corp""#), Self.text(#", "uid_prefix": "c""#), Self.text(name: "firm"),
            Self.text(#", "scopes": ["a"]"#), Self.text(#", "basic_raw": true"#),
            Self.text().replacing(#""ours""#, with: #""theirs""#), Self.text().replacing("corp.test", with: "c.test"),
            Self.text().replacing(#"{"env": "CORP"}"#, with: #"{"env": "OTHER"}"#),
        ])
    func others(text: String) throws {
        let fixture = try Self.fixture()
        let first = try #require(fixture.load(Self.text()).providers.first)
        #expect(try #require(fixture.load(text).providers.first).fingerprint != first.fingerprint)
    }

    @Test("so does another secret of the same variable")
    func environment() throws {
        let first = try #require(Self.fixture().load(Self.text()).providers.first)
        let second = try #require(Self.fixture("another-secret-of-ours").load(Self.text()).providers.first)
        #expect(first.fingerprint != second.fingerprint)
    }

    @Test("so does another content of the same file", arguments: ["secret", "ca"])
    func files(kind: String) throws {
        let fixture = try Self.fixture()
        let text =
            kind == "secret"
            ? Self.text().replacing(#"{"env": "CORP"}"#, with: #"{"file": "some.file"}"#)
            : Self.text(#", "ca_file": "some.file""#)
        try fixture.folder.write([UInt8]("content-one".utf8), to: "some.file")
        let first = try #require(fixture.load(text).providers.first)
        #expect(try fixture.load(text).providers.first?.fingerprint == first.fingerprint)
        try fixture.folder.write([UInt8]("content-two".utf8), to: "some.file")
        #expect(try #require(fixture.load(text).providers.first).fingerprint != first.fingerprint)
    }

    @Test("the way outside is another with another proxy, and with other authorities")
    func transport() throws {
        let fixture = try Self.fixture()
        try fixture.folder.write([UInt8]("content-one".utf8), to: "ca.pem")
        func print(_ transport: String) throws -> ConfigurationFingerprint {
            try fixture.load(Fixture.minimal(transport)).transport.fingerprint
        }
        let authorities = #""transport": {"ca_file": "ca.pem"}"#
        let all = [
            try print(""), try print(#""transport": {"proxy": "http://127.0.0.1:1"}"#),
            try print(#""transport": {"proxy": "http://127.0.0.1:2"}"#), try print(authorities),
        ]
        for (index, one) in all.enumerated() {
            for other in all[..<index] { #expect(one != other) }
        }
        #expect(try print(authorities) == all[3] && print("") == all[0])
        try fixture.folder.write([UInt8]("content-two".utf8), to: "ca.pem")
        #expect(try print(authorities) != all[3])
    }

    @Test("it prints nothing of its hash")
    func redacted() throws {
        let print = try #require(Self.fixture().load(Self.text()).providers.first).fingerprint
        #expect("\(print)" == "ConfigurationFingerprint(redacted)" && "\(print)" == String(reflecting: print))
        var dumped = ""
        dump(print, to: &dumped)
        #expect(!dumped.contains("bytes") && dumped.split(separator: "\n").count == 1, "\(dumped)")
    }
}
