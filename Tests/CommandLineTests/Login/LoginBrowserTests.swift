import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("login: which browser is used")
struct LoginBrowserTests {
    private let bridge: LoginFakeBridge

    init() throws {
        bridge = try LoginFakeBridge()
        // A desktop whose browser goes straight back with a code.
        let opener = """
            #!/bin/bash
            redirect=$(sed 's/.*redirect_uri=//; s/&.*//; s/%3A/:/g; s/%2F/\\//g' <<<"$1")
            state=$(sed 's/.*[?&]state=//; s/&.*//' <<<"$1")
            echo opened >> "$HOME/opened"
            exec 3<>"/dev/tcp/127.0.0.1/$(sed 's/.*:\\([0-9]*\\).*/\\1/' <<<"$redirect")"
            printf 'GET /callback?code=c1&state=%s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' "$state" \
                "$(sed 's,http://,,; s,/.*,,' <<<"$redirect")" >&3
            cat <&3 > /dev/null

            """
        try bridge.folder.write([UInt8](opener.utf8), to: "bin/xdg-open", mode: 0o700)
    }

    private func environment(_ more: [String: String]) -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return ["PATH": "\(bridge.folder.path)/bin:\(path)"].merging(more) { $1 }
    }

    private func login(_ arguments: [String], _ more: [String: String]) throws -> Subprocess {
        try TokenBridge.run(
            ["login", "--bridge", bridge.server.origin] + arguments, in: bridge.folder, environment: environment(more))
    }

    private var wasOpened: Bool { FileManager.default.fileExists(atPath: "\(bridge.folder.path)/opened") }

    @Test("the desktop's, by itself", arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func desktop(variable: String) throws {
        let result = try login([], [variable: ":0"])
        #expect(result.status == 0 && result.text == LoginFakeBridge.token + "\n", "\(result.errors)")
        #expect(result.errors.contains("token-bridge: a browser was opened; if it was not, open ") && wasOpened)
        #expect(bridge.server.requests.last?.contains("grant_type=authorization_code&code=c1&") == true)
    }

    @Test(
        "none on a remote shell, without a desktop, or where a code is asked for",
        arguments: [["SSH_CONNECTION": "1 2 3 4", "DISPLAY": ":0"], [:], ["DISPLAY": ""]])
    func code(variables: [String: String]) throws {
        let result = try login([], variables)
        #expect(result.status == 0 && result.errors.contains("enter the code WDJB-MJHT") && !wasOpened)
    }

    @Test("none where a code is asked for")
    func device() throws {
        let result = try login(["--device"], ["DISPLAY": ":0"])
        #expect(result.status == 0 && result.errors.contains("enter the code WDJB-MJHT") && !wasOpened)
    }

    @Test("a bridge without a login in a browser is signed in to by a code, where the browser was not asked for")
    func deviceOnly() throws {
        try bridge.answer(LoginFakeBridge.granted, authorization: .null)
        let result = try login([], ["DISPLAY": ":0"])
        #expect(result.status == 0 && result.text == LoginFakeBridge.token + "\n", "\(result.errors)")
        #expect(result.errors.contains("enter the code WDJB-MJHT") && !wasOpened)
        let asked = try login(["--browser"], ["DISPLAY": ":0"])
        #expect(asked.status == 3 && asked.output.isEmpty && !wasOpened)
        #expect(asked.errors.contains("--device"), "\(asked.errors)")
    }

    @Test("that a code would do is said beside the browser that was not asked for, and not beside one that was")
    func otherWay() throws {
        let found = try login([], ["DISPLAY": ":0"])
        #expect(
            found.errors.contains("\ntoken-bridge: if it shows an error, end this by Ctrl-C and run it with --device\n")
        )
        let asked = try login(["--browser"], ["DISPLAY": ":0"])
        #expect(asked.status == 0 && !asked.errors.contains("--device"))
    }

    @Test("what a pipe brings is left alone where --browser is not given, and no code is made of it")
    func pipe() throws {
        let command = #"printf 'alice\nbob\n' | { "$0" login --bridge "$1"; cat; }"#
        let result = try TokenBridge.bash(
            command, [bridge.server.origin], in: bridge.folder, environment: environment(["DISPLAY": ":0"]))
        #expect(result.text == LoginFakeBridge.token + "\nalice\nbob\n", "\(result.errors)")
        #expect(!bridge.server.requests.contains { $0.contains("alice") })
    }

    @Test("a word that the bridge knows no code by is asked for again", arguments: [1, 16_000, 20_000])
    func noCode(length: Int) throws {
        try bridge.answer(LoginFakeBridge.refusal("invalid_grant"))
        let login = try RunningProgram(
            login: ["--bridge", bridge.server.origin, "--browser"], in: bridge.folder, environment: environment([:]))
        try login.wait(for: "paste it here")
        login.type(String(repeating: "y", count: length))
        try login.wait(for: "that is not the end of this login: ")
        try bridge.answer(LoginFakeBridge.granted)
        login.type("code-of-the-person")
        #expect(try login.end() == 0, "\(login.errors)")
        #expect(login.output == LoginFakeBridge.token + "\n" && !login.errors.contains("yy"))
    }

    @Test("on a remote shell, --browser opens none, shows the address, and takes a code that is typed")
    func remote() throws {
        let login = try RunningProgram(
            login: ["--bridge", bridge.server.origin, "--browser"], in: bridge.folder,
            environment: environment(["SSH_CONNECTION": "1 2 3 4", "DISPLAY": ":0"]))
        try login.wait(for: "paste it here")
        #expect(login.errors.contains("token-bridge: to sign in, open \(bridge.server.origin)/authorization_endpoint?"))
        login.type("http://127.0.0.1:1/callback?code=x")
        try login.wait(for: "that is not the end of this login: ")
        login.type("code-of-the-person")
        #expect(try login.end() == 0, "\(login.errors)")
        #expect(login.output == LoginFakeBridge.token + "\n" && !wasOpened)
    }

    @Test("given up by Ctrl-C while a browser is awaited")
    func interrupted() throws {
        let login = try RunningProgram(login: ["--bridge", bridge.server.origin, "--browser"], in: bridge.folder)
        try login.wait(for: "paste it here")
        login.send(SIGINT)
        #expect(try login.end() == 6)
        #expect(login.errors.hasSuffix("error: the login was given up\n") && login.output.isEmpty)
    }
}
