import CustomTokens
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("sandbox", .serialized)
struct SandboxCommandTests {
    @Test(
        "an address that others can reach is refused as a misuse",
        arguments: ["0.0.0.0", "::", "192.168.1.5", "example.com", "127.0.0.1.example"])
    func otherMachines(address: String) throws {
        let result = try TokenBridge.run(["sandbox", "--listen", address], in: try ScratchFolder())
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("--listen: the sandbox listens on this machine alone"))
        #expect(result.errors.contains("hint: leave --listen out"))
    }

    @Test("a port that is none is refused as a misuse", arguments: ["65536", "-1", "http", "80.5"])
    func ports(port: String) throws {
        let result = try TokenBridge.run(["sandbox", "--port=\(port)"], in: try ScratchFolder())
        #expect(result.status == 2)
        #expect(result.errors.contains("--port must be"))
    }

    @Test("prints where everything is, answers there, and ends by a signal", arguments: [SIGINT, SIGTERM, SIGHUP])
    func life(signal: Int32) throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["sandbox", "--output", "json"], in: folder)
        let object = try running.sandbox()
        let issuer = try #require(object["issuer"]?.string)
        #expect(issuer.hasPrefix("http://127.0.0.1:"))
        let metadata = try Subprocess.run(
            "/usr/bin/env", ["curl", "-sS", "\(issuer)/.well-known/openid-configuration"])
        #expect(try JSONObject(parsing: metadata.output, limits: .document)["issuer"] == .string(issuer))
        let certificates = try #require(object["id_token_certificates"]?.string)
        let keys = try Subprocess.run("/usr/bin/env", ["curl", "-sS", certificates])
        #expect(keys.text.contains("BEGIN CERTIFICATE"))
        #expect(try running.end(by: signal) == 0)
        #expect(try folder.contents().isEmpty)
    }

    @Test("writes a key file and a configuration for their owner alone, and the configuration is one without faults")
    func files() throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["sandbox", "--write", "made", "--output", "json"], in: folder)
        let object = try running.sandbox()
        #expect(object["service_account"] == "made/service-account.json")
        for name in ["made/service-account.json", "made/bridge.json"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/made")
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let check = try TokenBridge.run(["config", "check", "--config", "made/bridge.json"], in: folder)
        #expect(check.status == 0, "\(check.errors)")
        let minted = try TokenBridge.run(
            ["mint", "--service-account", "made/service-account.json", "--uid", "ada"], in: folder)
        let token = minted.text.trimmingCharacters(in: .newlines)
        let toolkit = try #require(object["identity_toolkit"]?.string)
        let body = #"{"token":"\#(token)","returnSecureToken":true}"#
        let answer = try Subprocess.run(
            "/usr/bin/env",
            ["curl", "-sS", "-d", "@-", "\(toolkit)/v1/accounts:signInWithCustomToken?key=sandbox-api-key"],
            input: [UInt8](body.utf8))
        #expect(answer.text.contains(#""isNewUser":true"#), "\(answer.text)")
        #expect(try running.end(by: SIGTERM) == 0)
        let errors = running.errors
        #expect(!errors.contains("PRIVATE KEY"))
    }

    @Test(
        "a key or configuration that no sandbox has written stays as it is, and so does what is beside it",
        arguments: [
            ("service-account.json", #"{"type":"service_account","client_email":"a@real.iam.gserviceaccount.com"}"#),
            ("service-account.json", "not JSON"), ("service-account.json", ""),
            (
                "service-account.json",
                #"{"client_email":"sandbox@sandbox-bridge.iam.gserviceaccount.com.evil.example"}"#
            ),
            ("bridge.json", #"{"issuer": "https://bridge.example"}"#), ("bridge.json", "// mine\n{}"),
            ("bridge.json", #"{"providers":{"sandbox":{"issuer":"http://127.0.0.1:1"}}}"#),
        ])
    func foreignFiles(name: String, text: String) throws {
        let folder = try ScratchFolder()
        try folder.write([UInt8](text.utf8), to: "made/\(name)", mode: 0o600)
        let result = try TokenBridge.run(["sandbox", "--write", "made"], in: folder)
        #expect(result.status == 1 && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.contains("made/\(name)\" is there, and no sandbox has written it"), "\(result.errors)")
        #expect(try Locations.bytes("\(folder.path)/made/\(name)") == [UInt8](text.utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/made") == [name])
    }

    @Test("a link and a folder in the place of a file are left alone", arguments: ["ln -s ../real", "mkdir"])
    func foreignEntries(command: String) throws {
        let folder = try ScratchFolder()
        try folder.write([1], to: "real", mode: 0o600)
        let result = try TokenBridge.bash(
            "mkdir made; \(command) made/service-account.json; \"$0\" sandbox --write made", in: folder)
        #expect(result.status == 1 && result.errors.contains("it is left as it is"), "\(result.errors)")
        #expect(try Locations.bytes("\(folder.path)/real") == [1])
    }

    @Test("what an earlier sandbox wrote at another port is replaced, and not once somebody has changed it")
    func earlierSandbox() throws {
        let folder = try ScratchFolder()
        func key() throws -> [UInt8] { try Locations.bytes("\(folder.path)/made/service-account.json") }
        var keys: [[UInt8]] = []
        for _ in 0..<2 {
            let running = try RunningProgram(
                tokenBridge: ["sandbox", "--write", "made", "--output", "json"], in: folder)
            let issuer = try #require(try running.sandbox()["issuer"]?.string)
            let text = String(decoding: try Locations.bytes("\(folder.path)/made/bridge.json"), as: UTF8.self)
            #expect(text.contains("\"\(issuer)\"") && text.contains(#""store": "sqlite:bridge.db""#))
            keys.append(try key())
            #expect(try running.end(by: SIGTERM) == 0)
        }
        #expect(keys[0] != keys[1])
        let path = "\(folder.path)/made/bridge.json"
        let text = String(decoding: try Locations.bytes(path), as: UTF8.self)
        try folder.write(
            [UInt8](text.replacingOccurrences(of: "127.0.0.1:8080", with: "127.0.0.1:8081").utf8),
            to: "made/bridge.json")
        let result = try TokenBridge.run(["sandbox", "--write", "made"], in: folder)
        #expect(result.status == 1 && result.errors.contains("made/bridge.json\" is there"), "\(result.errors)")
        #expect(try key() == keys[1])
    }

    @Test("text is for people, with a configuration to copy")
    func text() throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["sandbox", "--listen", "::1"], in: folder)
        try running.wait(for: "the sandbox runs; Ctrl-C ends it")
        let text = running.output
        #expect(text.contains("issuer                 http://[::1]:"))
        #expect(text.contains("\nA configuration for a bridge (bridge.json):\n{\n  \"issuer\": "))
        #expect(
            text.hasSuffix("}\n\nWith --write DIR it is written there, with its key, and what to type next is shown.\n")
        )
        #expect(try running.end(by: SIGTERM) == 0)
    }

    @Test("what it says to type next needs no more: serve starts, login shows a code or an address")
    func nextSteps() throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["sandbox", "--write", "made"], in: folder)
        try running.wait(for: "the sandbox runs; Ctrl-C ends it")
        let steps = running.output.split(separator: "\n").filter { $0.hasPrefix("  token-bridge ") }.map {
            $0.split(separator: " ").dropFirst().map(String.init)
        }
        #expect(steps.map { $0[0] } == ["serve", "login", "login", "token"])
        // Another port: the one that is said may be another program's here.
        let port = try LoginServed.freePort()
        let path = "\(folder.path)/made/bridge.json"
        let configuration = String(decoding: try Locations.bytes(path), as: UTF8.self)
        try folder.write(
            [UInt8](configuration.replacingOccurrences(of: "127.0.0.1:8080", with: "127.0.0.1:\(port)").utf8),
            to: "made/bridge.json")
        let service = try RunningProgram(tokenBridge: steps[0], in: folder)
        try service.wait(for: "the service takes requests")
        for (step, more, words) in [
            (steps[1], [], "enter the code "), (steps[1], ["--browser"], "to sign in, open http://127.0.0.1:"),
            (steps[2], [], "enter the code "),
        ] {
            let arguments = step.map { $0.replacingOccurrences(of: "127.0.0.1:8080", with: "127.0.0.1:\(port)") }
            let login = try RunningProgram(tokenBridge: arguments + more, in: folder, input: .typed)
            try login.wait(for: words)
            login.send(SIGINT)
            #expect(try login.end() == 6)
        }
        #expect(try service.end(by: SIGTERM) == 0)
        #expect(try running.end(by: SIGTERM) == 0)
    }

    @Test("a port that is taken, and a folder that cannot be made, are told")
    func faults() throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["sandbox", "--output", "json"], in: folder)
        let port = try #require(try running.sandbox()["port"]?.integer)
        let taken = try TokenBridge.run(["sandbox", "--port", "\(port)"], in: folder)
        #expect(taken.status == 1)
        #expect(taken.errors.contains("hint: is the port taken?"))
        let nowhere = try TokenBridge.run(["sandbox", "--write", "no/such/folder"], in: folder)
        #expect(nowhere.status == 1)
        #expect(nowhere.errors.contains("the folder \"no/such/folder\" cannot be made"))
        #expect(try running.end(by: SIGTERM) == 0)
    }

    @Test("with its configuration our own tokens are exchanged, and genuine ones of another client are not")
    func exchange() throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["sandbox", "--write", "made", "--output", "json"], in: folder)
        let issuer = try #require(try running.sandbox()["issuer"]?.string)
        func exchanged(_ client: String) throws -> Subprocess {
            let answer = try Subprocess.run(
                "/usr/bin/env", ["curl", "-sS", "-d", "client_id=\(client)&user=ada", "\(issuer)/sandbox/tokens"])
            let token = try #require(JSONObject(parsing: answer.output, limits: .document)["id_token"]?.string)
            try folder.write([UInt8](token.utf8), to: "id.txt")
            return try TokenBridge.run(
                ["exchange", "--config", "made/bridge.json", "--provider", "sandbox", "--id-token", "id.txt"],
                in: folder)
        }
        let ours = try exchanged("sandbox-bridge")
        #expect(ours.status == 0, "\(ours.errors)")
        #expect(ours.text.hasPrefix("eyJ"))
        let foreign = try exchanged("somebody-else")
        #expect(foreign.status == 4)
        #expect(foreign.errors.contains("AUDIENCE_MISMATCH"))
        #expect(foreign.output.isEmpty)
        #expect(try running.end(by: SIGTERM) == 0)
    }
}
