import TestSupport
import Testing

@Suite("login: its options")
struct LoginOptionTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(
        "what does not go together is refused, with the cure",
        arguments: [
            ([], "--bridge is missing"), (["--direct"], "--direct needs --provider"),
            (["--direct", "--browser"], "--direct needs --provider"),
            (["--device", "--browser"], "exclude each other"),
            (["--direct", "--provider", "p", "--bridge", "https://b.test"], "--bridge belongs to a login at a bridge"),
            (["--direct", "--provider", "p", "--client-id", "c"], "--client-id belongs to a login at a bridge"),
            (["--bridge", "https://b.test", "--config", "c"], "--config belongs to --direct"),
            (["--bridg", "https://b.test"], "did you mean --bridge?"), (["--no-qrs"], "did you mean --no-qr?"),
        ])
    func misuse(arguments: [String], words: String) throws {
        let result = try TokenBridge.run(["login"] + arguments, in: folder)
        #expect(result.status == 2 && result.errors.contains(words) && result.output.isEmpty, "\(result.errors)")
    }

    @Test(
        "the bridge is reached by https, or on this machine",
        arguments: [
            "http://bridge.example", "bridge.example", "ftp://bridge.example", "https://a@b.test", "",
            "https://b.test?x", "https://b.test#x",
        ])
    func address(address: String) throws {
        let result = try TokenBridge.run(["login", "--bridge", address, "--device"], in: folder)
        #expect(result.status == 3 && result.errors.contains("--bridge: "), "\(result.errors)")
        #expect(result.errors.contains("hint: give it as https://HOST[:PORT][/PATH], or http on this machine"))
    }

    @Test("a client identifier that cannot be one is refused", arguments: ["", "\u{1F600}", "a\nb"])
    func clientID(identifier: String) throws {
        let result = try TokenBridge.run(
            ["login", "--bridge", "https://b.test", "--device", "--client-id", identifier], in: folder)
        #expect(result.status == 3 && result.errors.contains("--client-id: "), "\(result.errors)")
    }

    @Test("a secret is read from a file, standard input or the environment, and never shown")
    func secret() throws {
        let bridge = try LoginFakeBridge()
        try bridge.folder.write([UInt8]("s3cret-canary\n".utf8), to: "secret")
        for (more, environment) in [
            (["--client-secret", "secret"], [:]), ([], ["BRIDGE_CLIENT_SECRET": "s3cret-canary"]),
        ] {
            let result = try bridge.login(more, environment: environment)
            #expect(result.status == 0 && !result.errors.contains("canary"))
        }
        // The client names itself by HTTP Basic then, and not in the form.
        #expect(!bridge.server.requests.contains { $0.contains("client_id") || $0.contains("canary-") })
        let missing = try bridge.login(["--client-secret", "nowhere"])
        #expect(missing.status == 3 && missing.output.isEmpty)
    }

    @Test("an empty secret is told by where it came from, before anything is sent")
    func emptySecret() throws {
        let bridge = try LoginFakeBridge()
        try bridge.folder.write([0x0A], to: "empty")
        let file = try bridge.login(["--client-secret", "empty"])
        #expect(file.status == 3 && file.errors.contains("--client-secret: "), "\(file.errors)")
        let variable = try bridge.login(environment: ["BRIDGE_CLIENT_SECRET": "a\nb"])
        #expect(variable.status == 3 && variable.errors.contains("BRIDGE_CLIENT_SECRET: "), "\(variable.errors)")
        #expect(!file.errors.contains("--client-id") && !variable.errors.contains("--client-id"))
        #expect(bridge.server.requests.isEmpty)
    }

    @Test("the client's name is token-bridge-cli where none is given")
    func standardClient() throws {
        let bridge = try LoginFakeBridge()
        let result = try TokenBridge.run(["login", "--bridge", bridge.server.origin, "--device"], in: bridge.folder)
        #expect(result.status == 0)
        #expect(bridge.server.requests.contains("POST /start client_id=token-bridge-cli"))
    }
}
