import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("login: a device at a bridge")
struct LoginCommandTests {
    @Test("B53: standard output gets the token and one newline; code and address go to standard error")
    func granted() throws {
        let bridge = try LoginFakeBridge()
        let result = try bridge.login()
        #expect(result.text == LoginFakeBridge.token + "\n" && result.status == 0)
        #expect(
            result.errors == """
                token-bridge: to sign in, open \(bridge.server.origin)/device
                token-bridge: and enter the code WDJB-MJHT
                token-bridge: waiting for approval, at most 10 minutes
                token-bridge: signed in as "y:1"

                """)
    }

    @Test("with --output json the result is one object, and events are objects on lines of standard error")
    func json() throws {
        let bridge = try LoginFakeBridge()
        let result = try bridge.login(["--output", "json", "--provider", "yahoo"])
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["custom_token"]?.string == LoginFakeBridge.token && object["uid"] == "y:1")
        #expect(object["expires_in"] == 3600 && object["profile"]?.object?["sub"] == "1")
        #expect(result.text.filter { $0 == "\n" }.count == 1)
        let lines = result.errors.split(separator: "\n")
        let events = try lines.map { try JSONObject(parsing: [UInt8]($0.utf8), limits: .document) }
        let code = try #require(events.first?["login"]?.object)
        #expect(code["event"] == "code" && code["user_code"] == "WDJB-MJHT" && code["interval"] == 1)
        #expect(code["verification_uri"]?.string == "\(bridge.server.origin)/device" && code["expires_in"] == 600)
        #expect(code["verification_uri_complete"]?.string?.hasSuffix("?user_code=WDJB-MJHT") == true)
        #expect(bridge.server.requests.contains("POST /start provider=yahoo&client_id=tv"))
        #expect(!result.errors.contains("canary"))
    }

    @Test(
        "the time that is left is said in whole minutes, never as none",
        arguments: [(30, "1 minute"), (60, "1 minute"), (61, "2 minutes"), (3600, "60 minutes")])
    func minutes(lifetime: Int, words: String) throws {
        let result = try LoginFakeBridge(lifetime: lifetime).login()
        #expect(result.errors.contains("token-bridge: waiting for approval, at most \(words)\n"), "\(result.errors)")
    }

    @Test("with --output json nothing that a bridge says acts on the terminal, and all of it is kept")
    func activeText() throws {
        let name = "A\u{1B}[31m\u{9B}2J\u{202E}\u{85}\u{2028}\u{7F}Z"
        var object = try JSONObject(parsing: [UInt8](LoginFakeBridge.granted.1.utf8), limits: .document)
        var profile = JSONObject()
        profile["name"] = .string(name)
        object["profile"] = .object(profile)
        let bridge = try LoginFakeBridge((200, JSONValue.object(object).compactText))
        let result = try bridge.login(["--output", "json"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.unicodeScalars.dropLast().allSatisfy { 0x20...0x7E ~= $0.value }, "\(result.text)")
        let answer = try JSONObject(parsing: result.output, limits: .document)
        #expect(answer["profile"]?.object?["name"]?.string == name)
    }

    @Test(
        "an address that must not be shown is the bridge's fault: exit 5, and nothing is shown",
        arguments: ["javascript:alert(1)", "http://evil.example/device", "https://a.example/\u{1B}[31m"])
    func addressOfTheBridge(address: String) throws {
        var code = JSONObject()
        code["device_code"] = "dc"
        code["user_code"] = "WDJB-MJHT"
        code["verification_uri"] = .string(address)
        let bridge = try LoginFakeBridge(start: (200, JSONValue.object(code).compactText))
        let result = try bridge.login()
        #expect(result.status == 5 && result.errors.contains("its verification_uri: "), "\(result.errors)")
        #expect(!result.errors.contains("to sign in, open") && !result.errors.contains("\u{1B}"))
    }

    @Test(
        "each end has its exit code and its own message, and no token",
        arguments: [
            ("access_denied", 6, "the sign-in was denied"), ("expired_token", 6, "nobody approved the code in time"),
            ("invalid_client", 3, "register the client in the bridge's configuration"),
            ("invalid_grant", 4, "hint: the bridge has lost the login"),
        ])
    func ends(error: String, status: Int32, words: String) throws {
        let bridge = try LoginFakeBridge(LoginFakeBridge.refusal(error))
        let result = try bridge.login()
        #expect(result.status == status && result.output.isEmpty && result.errors.contains(words), "\(result.errors)")
        #expect(!result.errors.contains("canary"))
    }

    @Test("a client that the bridge does not know is named with its cure before there is a code")
    func clientUnknown() throws {
        let bridge = try LoginFakeBridge(start: LoginFakeBridge.refusal("invalid_client", 401))
        let result = try bridge.login()
        #expect(result.status == 3 && result.errors.contains("or name another with --client-id"))
        #expect(!result.errors.contains("enter the code"))
    }

    @Test("a bridge that is down at first is worth another try; one that answers nonsense is not")
    func down() throws {
        let bridge = try LoginFakeBridge((200, "<html>"))
        #expect(try bridge.login().status == 5)
        bridge.server.stop()
        let result = try bridge.login()
        #expect(result.status == 75 && result.errors.contains("hint: try again later") && result.output.isEmpty)
    }

    @Test("a bridge that is out of order while the device waits is told once, and so is its return")
    func outage() throws {
        let bridge = try LoginFakeBridge((503, "{}"))
        let login = try RunningProgram(login: ["--bridge", bridge.server.origin, "--device"], in: bridge.folder)
        try login.wait(for: "the bridge cannot be reached, trying again until the code is too old")
        Thread.sleep(forTimeInterval: 2.5)
        try bridge.answer(LoginFakeBridge.granted)
        #expect(try login.end() == 0)
        #expect(login.output == LoginFakeBridge.token + "\n")
        #expect(login.errors.components(separatedBy: "cannot be reached").count == 2)
        #expect(login.errors.components(separatedBy: "can be reached again").count == 2)
    }

    @Test("SIGINT, SIGTERM and SIGHUP give it up with a word and exit code 6", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: Int32) throws {
        let bridge = try LoginFakeBridge(LoginFakeBridge.pending)
        let login = try RunningProgram(login: ["--bridge", bridge.server.origin, "--device"], in: bridge.folder)
        try login.wait(for: "waiting for approval")
        login.send(signal)
        #expect(try login.end() == 6)
        #expect(login.errors.hasSuffix("token-bridge: error: the login was given up\n") && login.output.isEmpty)
    }

    @Test(
        "a clock that jumps back, ahead and to 1970 while it waits does not end it",
        .enabled(if: MovedTime.isPossible, "cc is not installed"))
    func clockJumps() throws {
        let bridge = try LoginFakeBridge(LoginFakeBridge.pending)
        let time = try MovedTime(in: bridge.folder)
        let login = try RunningProgram(
            login: ["--bridge", bridge.server.origin, "--device"], in: bridge.folder, environment: time.environment)
        try login.wait(for: "waiting for approval")
        for seconds in [-3600, 34_560_000, -1_700_000_000] {
            try time.move(seconds: seconds)
            Thread.sleep(forTimeInterval: 1.2)
        }
        try bridge.answer(LoginFakeBridge.granted)
        #expect(try login.end() == 0)
        #expect(login.output == LoginFakeBridge.token + "\n", "\(login.errors)")
    }

    @Test(
        "a clock that was never set is told before anything is asked for",
        .enabled(if: Shell.faketime.isThere, "faketime is not installed"), arguments: [[], ["--output", "json"]])
    func clockNotSet(more: [String]) throws {
        let bridge = try LoginFakeBridge()
        let result = try bridge.login(
            more, environment: ["TZ": "UTC", "FAKETIME_DONT_FAKE_MONOTONIC": "1"],
            through: ["faketime", "-f", "@1970-01-01 00:00:10"])
        #expect(result.status == 75 && result.errors.contains("it is not set"))
        #expect(bridge.server.requests.isEmpty && result.output.isEmpty)
    }

    @Test("it works with standard input, output and error closed or pipes")
    func descriptors() throws {
        let bridge = try LoginFakeBridge()
        let command = #""$0" login --bridge "$1" --client-id tv"#
        let piped = try TokenBridge.bash("\(command) < /dev/null 2>&1 | cat", [bridge.server.origin], in: bridge.folder)
        #expect(piped.text.contains("WDJB-MJHT") && piped.text.contains(LoginFakeBridge.token))
        let silent = try TokenBridge.bash("setsid -w \(command) <&- 2>&-", [bridge.server.origin], in: bridge.folder)
        #expect(silent.text == LoginFakeBridge.token + "\n" && silent.status == 0)
    }

    @Test(
        "where the token could not be written, the person is not asked for anything",
        arguments: [">&-", "> /dev/full", "> >(exec true); true"])
    func deaf(redirection: String) throws {
        let bridge = try LoginFakeBridge()
        // The reader of a pipe is gone only some time after it was started.
        let command = #"exec 3>&1; { sleep 0.3; "$0" login --bridge "$1"; echo $? >&3; } "#
        let result = try TokenBridge.bash(command + redirection, [bridge.server.origin], in: bridge.folder)
        #expect(result.text == "1\n" && bridge.server.requests.isEmpty, "\(result.text)\(result.errors)")
        #expect(redirection.contains("true") || result.errors.contains("the result cannot be written: "))
    }
}
