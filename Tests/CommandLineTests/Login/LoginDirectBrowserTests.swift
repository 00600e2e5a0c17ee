import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("login --direct --browser: the provider's sign-in in a browser, signed here", .serialized)
struct LoginDirectBrowserTests {
    private let folder: ScratchFolder
    private let sandbox: RunningProgram
    private let issuer: String

    init() throws {
        folder = try ScratchFolder()
        sandbox = try RunningProgram(tokenBridge: ["sandbox", "--write", "made", "--output", "json"], in: folder)
        issuer = try #require(try sandbox.sandbox()["issuer"]?.string)
        // A desktop whose browser signs in at the sandbox as $PERSON decides, and follows where it leads.
        let opener = """
            #!/bin/bash
            echo opened >> "$HOME/opened"
            login=$(curl -sS "$1" | sed -n 's/.*name="login" value="\\([^"]*\\)".*/\\1/p')
            curl -sS -L -o "$HOME/last-page" -d "login=$login" -d user=ada -d "decision=$PERSON" "${1%%\\?*}"

            """
        try folder.write([UInt8](opener.utf8), to: "bin/xdg-open", mode: 0o700)
    }

    private func environment(_ more: [String: String]) -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return ["PATH": "\(folder.path)/bin:\(path)"].merging(more) { $1 }
    }

    private static let direct = ["--direct", "--browser", "--provider", "sandbox", "--config", "made/bridge.json"]

    private func login(_ more: [String] = [], person: String = "approve") throws -> Subprocess {
        try TokenBridge.run(
            ["login"] + Self.direct + more, in: folder,
            environment: environment(["DISPLAY": ":0", "PERSON": person]))
    }

    /// Changes the configuration.
    private func configure(_ old: String, _ new: String) throws {
        let text = String(decoding: try Locations.bytes("\(folder.path)/made/bridge.json"), as: UTF8.self)
        #expect(text.contains(old))
        try folder.write([UInt8](text.replacingOccurrences(of: old, with: new).utf8), to: "made/bridge.json")
    }

    @Test("8252: the person signs in at the provider, and the token is for whom it vouches to our client")
    func granted() throws {
        let result = try login(["--output", "text"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("token-bridge: a browser was opened; if it was not, open \(issuer)/authorize?"))
        #expect(result.errors.contains(#"signed in as "sandbox:sandbox-ada-1815""#))
        let explained = try TokenBridge.run(
            ["explain", "--service-account", "made/service-account.json"], in: folder, input: result.output)
        #expect(explained.status == 0 && explained.text.contains("accepted"), "\(explained.errors)")
    }

    @Test("8252-02, 7636: state, nonce and S256 challenge are asked with, and an address of this machine")
    func request() throws {
        let login = try RunningProgram(login: Self.direct + ["--output", "json"], in: folder)
        let event = try login.event("browser")
        let items = URLComponents(string: try #require(event["url"]?.string))?.queryItems ?? []
        let asked = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        #expect(asked["code_challenge_method"] == "S256" && asked["code_challenge"]?.utf8.count == 43)
        #expect(asked["state"]?.utf8.count == 43 && asked["nonce"]?.utf8.count == 43)
        #expect(asked["redirect_uri"] == event["redirect_uri"]?.string)
        #expect(asked["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
        login.send(SIGINT)
        #expect(try login.end() == 6 && login.output.isEmpty)
    }

    @Test("a person who declines there ends it with exit code 6 and no token")
    func declined() throws {
        let result = try login(person: "deny")
        #expect(result.status == 6 && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.contains("access_denied"))
    }

    @Test("B41: on a remote shell the address is pasted; another sign-in's is not taken, nor a code of nobody")
    func pasted() throws {
        let login = try RunningProgram(
            login: Self.direct, in: folder, environment: environment(["SSH_CONNECTION": "1 2 3 4", "DISPLAY": ":0"]))
        try login.wait(for: "paste it here")
        let address = try login.words(/to sign in, open (\S+)/)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/opened"))
        let redirect = try login.words(/ends at (http:\S+), which/)
        login.type("\(redirect)?code=of-another&state=of-another")
        try login.wait(for: "that is not the end of this login: ")
        // The browser is elsewhere: it shows the address that it could not reach.
        let script = """
            login=$(curl -sS "$0" | sed -n 's/.*name="login" value="\\([^"]*\\)".*/\\1/p')
            curl -sS -o /dev/null -w '%{redirect_url}' -d "login=$login" -d user=alan -d decision=approve "${0%%\\?*}"
            """
        let answer = try Subprocess.run("/usr/bin/env", ["bash", "-c", script, address])
        #expect(answer.text.hasPrefix("\(redirect)?"))
        login.type(answer.text)
        #expect(try login.end() == 0, "\(login.errors)")
        #expect(login.errors.contains("signed in as \"sandbox:sandbox-alan"))
    }

    @Test("a code that the provider did not give out signs nobody in")
    func inventedCode() throws {
        let login = try RunningProgram(login: Self.direct, in: folder)
        try login.wait(for: "paste it here")
        login.type("a-code-canary")
        try login.wait(for: "that is not the end of this login: ")
        login.send(SIGINT)
        #expect(try login.end() == 6 && login.output.isEmpty)
        #expect(!login.errors.contains("canary"), "\(login.errors)")
    }

    @Test("a provider that answers with a form is refused before a browser is opened: no address here could take it")
    func answersWithForm() throws {
        let key = "\(Locations.repository)/Tests/Fixtures/Keys/ec-p256.pem"
        try folder.write(try Locations.bytes(key), to: "made/apple.pem", mode: 0o600)
        try configure(
            #""providers": {"#,
            #""providers": {"apple":{"client_id":"a","team_id":"T","key_id":"K","private_key":{"file":"apple.pem"}},"#)
        let result = try TokenBridge.run(
            ["login", "--direct", "--browser", "--provider", "apple", "--config", "made/bridge.json"], in: folder,
            environment: environment(["DISPLAY": ":0", "PERSON": "approve"]))
        #expect(result.status != 0 && result.output.isEmpty)
        #expect(result.errors.contains("form_post"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/opened"))
    }

    @Test("a configured redirect address of this machine is kept to, with its port")
    func configuredRedirect() throws {
        try configure(
            #""client_id":"sandbox-bridge""#,
            #""client_id":"sandbox-bridge","redirect_uri":"http://127.0.0.1/callback/sandbox""#)
        let result = try login()
        #expect(result.status == 0 && result.errors.contains("%2Fcallback%2Fsandbox"), "\(result.errors)")
    }

    @Test("a configured redirect address that leads elsewhere is told, with the cure, before anything is asked")
    func otherRedirect() throws {
        try configure(
            #""client_id":"sandbox-bridge""#,
            #""client_id":"sandbox-bridge","redirect_uri":"https://bridge.example/callback/sandbox""#)
        let result = try login()
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("does not lead back to this machine"), "\(result.errors)")
        #expect(result.errors.contains("hint: register http://127.0.0.1/callback at the provider"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/opened"))
    }
}
