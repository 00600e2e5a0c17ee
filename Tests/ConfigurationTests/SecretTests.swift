import Configuration
import CustomTokens
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("Secrets in the configuration")
struct SecretTests {
    private static func yahoo(_ secret: String) -> String {
        Fixture.provider("yahoo", #""client_id": "ours", "client_secret": \#(secret)"#)
    }

    private static func secret(_ configuration: BridgeConfiguration) -> String? {
        if case .secret(let secret)? = configuration.provider("yahoo")?.provider.credential {
            secret.secretText
        } else {
            nil
        }
    }

    @Test("A secret comes from the environment or a file beside the configuration, without warnings")
    func readsSecrets() throws {
        var fixture = try Fixture()
        fixture.environment = ["YAHOO_SECRET": "from-environment"]
        let fromEnvironment = try fixture.load(Self.yahoo(#"{"env": "YAHOO_SECRET"}"#))
        #expect(Self.secret(fromEnvironment) == "from-environment")
        #expect(fromEnvironment.warnings == [])
        for (contents, secret) in [("s3cret\n", "s3cret"), ("s3cret\r\n", "s3cret"), ("s3cret", "s3cret")] {
            try fixture.folder.write(Array(contents.utf8), to: "secrets/yahoo")
            let configuration = try fixture.load(Self.yahoo(#"{"file": "secrets/yahoo"}"#))
            #expect(Self.secret(configuration) == secret)
            #expect(configuration.warnings == [])
        }
        let absolute = try fixture.load(Self.yahoo(#"{"file": "\#(fixture.folder.path)/secrets/yahoo"}"#))
        #expect(Self.secret(absolute) == "s3cret")
    }

    @Test("A secret in the configuration itself is a warning that does not show it")
    func warnsOfPlainSecrets() throws {
        let fixture = try Fixture()
        let configuration = try fixture.load(Self.yahoo(#""hunter2-hunter2""#))
        #expect(Self.secret(configuration) == "hunter2-hunter2")
        let warning = try #require(configuration.warnings.first)
        #expect(warning.path == "providers.yahoo.client_secret")
        #expect(!warning.description.contains("hunter2"))
        #expect(configuration.warnings.count == 1)
    }

    @Test("A secret in a configuration that others can read is one more warning")
    func warnsOfLooseModeOfConfiguration() throws {
        let fixture = try Fixture()
        try fixture.folder.write(Array(Self.yahoo(#""hunter2-hunter2""#).utf8), to: "loose.json", mode: 0o644)
        let path = "\(fixture.folder.path)/loose.json"
        let configuration = try BridgeConfiguration.load(path: path, environment: [:])
        #expect(configuration.warnings.contains { $0.message.contains("chmod 600") })
        try fixture.folder.write(Array(Fixture.minimal().utf8), to: "loose.json", mode: 0o644)
        #expect(try BridgeConfiguration.load(path: path, environment: [:]).warnings == [])
    }

    @Test("A file of a secret that others can read is a warning")
    func warnsOfLooseMode() throws {
        let fixture = try Fixture()
        for mode in [0o640, 0o604] {
            try fixture.folder.write(Array("s3cret".utf8), to: "loose", mode: mode)
            let configuration = try fixture.load(Self.yahoo(#"{"file": "loose"}"#))
            #expect(configuration.warnings.map(\.path) == ["providers.yahoo.client_secret.file"])
        }
    }

    @Test(
        "A secret that cannot be had is a fault that says why",
        arguments: [
            (#"{"env": "UNSET"}"#, "client_secret.env: the environment variable UNSET is not set"),
            (#"{"env": "QWERTYUIOPASDFGHJKLZXCVBNMQWERTYUIOP"}"#, "this is not the name of an environment variable"),
            (#"{"env": "EMPTY"}"#, "client_secret.env: the environment variable \"EMPTY\" is empty"),
            (#"{"env": "GOCSPX-abc def"}"#, "client_secret.env: this is not the name of an environment variable"),
            (#"{"env": ""}"#, "client_secret.env: this is not the name of an environment variable"),
            (#"{"env": 1}"#, "client_secret.env: this is a number, where a string is needed"),
            (#"{"file": "missing.txt"}"#, "cannot be read: No such file or directory"),
            (#"{"file": "GOCSPX-abcdef"}"#, "client_secret.file: this is not the path of a file that is there"),
            (#"{"file": "."}"#, "is no regular file"),
            (#"{"file": "/dev/zero"}"#, "is no regular file"),
            (#"{"env": "s3cr3tGOCSPX"}"#, "client_secret.env: this is not the name of an environment variable"),
            (#"{"file": ""}"#, "client_secret.file: the path is empty"),
            (#"{"file": "empty"}"#, "client_secret.file: the file \"empty\" is empty"),
            (#"{"file": "line"}"#, "client_secret.file: the file \"line\" is empty"),
            (#"{"file": "binary"}"#, "client_secret.file: the file \"binary\" is not text in UTF-8"),
            (#"{"env": "SET", "file": "empty"}"#, "client_secret: both env and file are given"),
            ("{}", "client_secret: this names no secret"), (#""""#, "client_secret: the secret is empty"),
            ("null", "client_secret: this is null"), ("12345678", "client_secret: this is a number"),
            (#"["a"]"#, "client_secret: this is an array"),
        ])
    func refusesSecrets(_ secret: String, _ message: String) throws {
        var fixture = try Fixture()
        fixture.environment = ["EMPTY": "", "SET": "x"]
        try fixture.folder.write([], to: "empty")
        try fixture.folder.write([0x0A], to: "line")
        try fixture.folder.write([0xFF, 0xFE], to: "binary")
        let faults = try fixture.faults(Self.yahoo(secret))
        #expect(faults.contains { $0.contains(message) }, "\(faults)")
        #expect(!faults.contains { $0.contains("GOCSPX") || $0.contains("QWERTY") || $0.contains("12345678") })
    }

    @Test("No fault, warning or printed value shows a secret")
    func showsNoSecret() throws {
        let canary = "c4n4ry-of-a-secret"
        var fixture = try Fixture()
        fixture.environment = ["S": canary, "TOKEN_BRIDGE_PROVIDERS_GIT_CLIENT_SECRET": canary]
        let text = Fixture.minimal(
            """
            "providers": {"yahoo": {"client_id": "a", "client_secret": "\(canary)"},
              "git": {"preset": "github", "client_id": "b"},
              "corp": {"preset": "oidc", "client_id": "c", "issuer": "https://id.example", "client_key": "\(canary)"},
              "apple": {"client_id": "d", "team_id": "t", "key_id": "k", "private_key": {"env": "S"}}},
            "store": "mysql://user:\(canary)@host/", "transport": {"proxy": "ftp://user:\(canary)@host:1"},
            "clients": {"a": {"secret": "\(canary)\\u0001", "grants": ["token_exchange"]}}
            """)
        let error = try #require(try fixture.error(text))
        #expect(error.faults.count == 5)
        #expect(!error.reason.contains("c4n4ry"))
        fixture.environment["TOKEN_BRIDGE_PROVIDERS_GIT_CLIENT_SECRET"] = nil
        let good = Fixture.minimal(
            """
            "providers": {"yahoo": {"client_id": "a", "client_secret": "\(canary)"}},
            "store": "postgresql://user:\(canary)@host/", "transport": {"proxy": "http://user:\(canary)@host:1"},
            "clients": {"a": {"secret": "\(canary)", "grants": ["token_exchange"]}}
            """)
        let configuration = try fixture.load(good)
        #expect(configuration.warnings.count == 4)
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("c4n4ry"))
        #expect(!"\(configuration)".contains("c4n4ry"))
        #expect(!configuration.warnings.map(\.description).joined().contains("c4n4ry"))
    }
}
