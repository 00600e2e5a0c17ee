import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("login --api-key: signs in to Firebase and keeps the session")
struct LoginSessionTests {
    private let folder: ScratchFolder
    private let sandbox: RunningProgram
    private let issuer: String
    private let bridge: LoginFakeBridge

    init() throws {
        folder = try ScratchFolder()
        sandbox = try RunningProgram(tokenBridge: ["sandbox", "--write", "made", "--output", "json"], in: folder)
        issuer = try #require(try sandbox.sandbox()["issuer"]?.string)
        bridge = try LoginFakeBridge()
        try grant()
    }

    /// Lets the bridge hand out a custom token of the sandbox's project.
    private func grant(_ uid: String = "y:1", _ more: [String] = []) throws {
        let minted = try TokenBridge.run(
            ["mint", "--service-account", "made/service-account.json", "--uid", uid] + more, in: folder)
        let token = minted.text.trimmingCharacters(in: .newlines)
        try bridge.answer((200, LoginFakeBridge.granted.1.replacingOccurrences(of: LoginFakeBridge.token, with: token)))
    }

    private func login(
        _ more: [String] = [], key: [String] = ["--api-key", "sandbox-api-key"], environment: [String: String] = [:]
    ) throws -> Subprocess {
        try bridge.login(["--identity-toolkit", issuer] + key + more, environment: environment)
    }

    private func files() throws -> [String] {
        try bridge.folder.contents().filter { $0.contains("sessions/") && $0.hasSuffix(".json") }
    }

    @Test("no token is printed; the session is kept for its owner alone, and token prints an ID token of it")
    func kept() throws {
        let result = try login()
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        #expect(
            result.errors.hasSuffix(
                """
                token-bridge: signed in to Firebase as "y:1", project sandbox-bridge
                token-bridge: the session is kept: token-bridge token --account default prints a fresh ID token

                """))
        #expect(!result.errors.contains("eyJ"))
        let path = "\(bridge.folder.path)/\(FirebaseStandIn.sessions)/default.json"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let token = try TokenBridge.run(["token", "--output", "json"], in: bridge.folder)
        let object = try JSONObject(parsing: token.output, limits: .document)
        #expect(object["uid"] == "y:1" && object["project"] == "sandbox-bridge")
        #expect(object["id_token"]?.string?.hasPrefix("eyJ") == true)
    }

    @Test("for programs it says whose session it is and until when, and has no token of any kind")
    func json() throws {
        try grant("y:2", ["--tenant", "sandbox-tenant"])
        let result = try login(["--account", "work", "--tenant", "sandbox-tenant", "--output", "json"])
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object.names == ["account", "uid", "project", "tenant", "expires_at"])
        #expect(object["account"] == "work" && object["uid"] == "y:2" && object["tenant"] == "sandbox-tenant")
        #expect(try #require(object["expires_at"]?.integer) > Int64(Date().timeIntervalSince1970) + 3000)
        let kept = try Locations.bytes("\(bridge.folder.path)/\(FirebaseStandIn.sessions)/work.json")
        let session = try JSONObject(parsing: kept, limits: .document)
        for name in ["refresh_token", "id_token"] {
            let secret = try #require(session[name]?.string)
            #expect(!result.text.contains(secret) && !result.errors.contains(secret))
        }
    }

    @Test("the variable counts where another option asks for a session, and alone it changes nothing")
    func variable() throws {
        let environment = ["TOKEN_BRIDGE_API_KEY": "sandbox-api-key"]
        let asked = try login(["--account", "b"], key: [], environment: environment)
        #expect(asked.status == 0 && asked.output.isEmpty, "\(asked.errors)")
        let alone = try bridge.login(environment: environment)
        #expect(alone.status == 0 && alone.text.hasPrefix("eyJ"))
        #expect(try files() == ["\(FirebaseStandIn.sessions)/b.json"])
    }

    @Test(
        "an option of the session without an API key is a misuse, before the person is asked for anything",
        arguments: ["account", "project", "tenant", "identity-toolkit"])
    func keyMissing(option: String) throws {
        let result = try bridge.login(["--\(option)", "a"], environment: ["TOKEN_BRIDGE_API_KEY": ""])
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains("--\(option) belongs to a Firebase session, which needs --api-key"))
        #expect(bridge.server.requests.isEmpty)
    }

    @Test(
        "what cannot be right is refused before the person is asked for anything",
        arguments: [
            (["--api-key", ""], "the API key cannot be used"), (["--api-key", "eyJhbGci"], "it is a token"),
            (["--api-key", "k", "--account", "../x"], "cannot be the name of an account"),
            (["--api-key", "k", "--project", "My Project"], "is no identifier of a project"),
            (["--api-key", "k", "--tenant", "a/b"], "tenant"),
            (["--api-key", "k", "--identity-toolkit", "https://evil.example"], "is no host of googleapis.com"),
        ])
    func misuse(arguments: [String], words: String) throws {
        let result = try bridge.login(arguments)
        #expect([2, 3, 4].contains(result.status), "\(result.status)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(bridge.server.requests.isEmpty && result.output.isEmpty)
        #expect(!result.errors.contains("eyJhbGci"))
    }

    @Test(
        "where no session can be kept, that is told before the person is asked for anything",
        arguments: ["/proc", "/dev/null", "/proc/1"])
    func folderUnusable(folder: String) throws {
        let result = try login(environment: ["XDG_STATE_HOME": folder])
        #expect(result.status == 1 && result.output.isEmpty && bridge.server.requests.isEmpty, "\(result.errors)")
        #expect(result.errors.contains("set XDG_STATE_HOME to a folder"), "\(result.errors)")
    }

    @Test("a session file that cannot be understood is told before the person is asked, and left as it is")
    func damaged() throws {
        try bridge.folder.write([0x7B], to: "\(FirebaseStandIn.sessions)/default.json")
        let result = try login()
        #expect(result.status != 0 && bridge.server.requests.isEmpty, "\(result.errors)")
        #expect(try Locations.bytes("\(bridge.folder.path)/\(FirebaseStandIn.sessions)/default.json") == [0x7B])
    }

    @Test(
        "what Firebase or the plan refuses leaves no session",
        arguments: [
            (["--api-key", "another-key"], "API"), (["--api-key", "sandbox-api-key", "--project", "other"], "project"),
            (["--api-key", "sandbox-api-key", "--tenant", "sandbox-tenant"], "names no tenant"),
        ])
    func refused(key: [String], words: String) throws {
        let result = try login(key: key)
        #expect([3, 4].contains(result.status) && result.output.isEmpty, "\(result.status)")
        #expect(result.errors.contains(words) && !result.errors.contains("eyJ"), "\(result.errors)")
        #expect(try files().isEmpty)
    }

    @Test("whose session is replaced is told; one's own is not")
    func replaced() throws {
        _ = try login()
        #expect(try login().errors.contains("is replaced") == false)
        try grant("y:3")
        let result = try login()
        #expect(result.errors.contains(#"the session of "y:1" that was kept as default is replaced"#))
        #expect(try TokenBridge.run(["whoami"], in: bridge.folder).text.contains("\"y:3\""))
    }
}
