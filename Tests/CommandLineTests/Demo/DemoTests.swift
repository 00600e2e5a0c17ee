import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("demo")
struct DemoTests {
    private static let steps = [
        "sandbox", "bridge", "device", "approval", "token", "explanation", "refusal", "session", "refresh",
    ]

    @Test("standard output gets the custom token and its explanation; the steps are told, and nothing is left behind")
    func text() throws {
        let folder = try ScratchFolder()
        let result = try TokenBridge.run(["demo"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let parts = result.text.split(separator: "\n", maxSplits: 1)
        #expect(parts[0].hasPrefix("eyJ") && parts[0].split(separator: ".").count == 3)
        #expect(parts[1].hasPrefix("\naccepted\nthis is a custom token\n"))
        for number in 1...Self.steps.count { #expect(result.errors.contains("\n\(number). ")) }
        #expect(result.errors.contains("/device/done  \"You are signed in on your device\"\n"))
        #expect(result.errors.contains("issued to somebody-else: refused, AUDIENCE_MISMATCH\n"))
        #expect(result.errors.contains("; nothing is left behind.\n"))
        // Neither the ID tokens nor the key.
        #expect(!result.errors.contains("eyJ") && !result.errors.contains("PRIVATE"))
        #expect(try folder.contents().isEmpty)
    }

    @Test("for programs there is one object: token, explanation, refusal, session, and how long each step took")
    func json() throws {
        let folder = try ScratchFolder()
        let result = try TokenBridge.run(["demo", "--output", "json"], in: folder)
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(
            object.names == ["custom_token", "explanation", "refusal", "session", "steps", "milliseconds"])
        #expect(object["explanation"]?.object?["verdict"] == "accepted")
        #expect(object["refusal"]?.object?["error_code"] == "AUDIENCE_MISMATCH")
        let session = try #require(object["session"]?.object)
        #expect(session["uid"] == "sandbox:sandbox-ada-1815" && session["project"] == "sandbox-bridge")
        #expect(session["claims"]?.object?["provider"] == "sandbox")
        let (first, second) = (session["first_expires_at"]?.integer, session["expires_at"]?.integer)
        #expect(try #require(second) > (try #require(first)) + 3_000)
        #expect(object["steps"]?.array?.compactMap { $0.object?["name"]?.string } == Self.steps)
        let token = try #require(object["custom_token"]?.string)
        let payload = try Base64URL.decode(token.split(separator: ".")[1].utf8)
        #expect(try JSONObject(parsing: payload, limits: .document)["uid"] == session["uid"])
        #expect(!result.text.contains("refresh_token") && !result.text.contains("id_token\":\""))
        #expect(result.text.filter { $0 == "\n" }.count == 1)
        #expect(try folder.contents().isEmpty)
    }

    @Test("two at once are in each other's way nowhere, and use no key of each other")
    func twoAtOnce() throws {
        let folder = try ScratchFolder()
        let script = #""$0" demo >1 2>/dev/null & "$0" demo >2 2>/dev/null; a=$?; wait $! && exit $a"#
        #expect(try TokenBridge.bash(script, in: folder, seconds: 40).status == 0)
        let headers = try ["1", "2"].map { name in
            String(decoding: try Locations.bytes("\(folder.path)/\(name)"), as: UTF8.self).prefix { $0 != "." }
        }
        #expect(headers[0] != headers[1] && headers[0].hasPrefix("eyJ"))
        #expect(try folder.contents() == ["1", "2"])
    }

    @Test("what the environment says to other commands does not concern it: proxies, emulators, another bridge")
    func environment() throws {
        let result = try TokenBridge.run(
            ["demo"], in: try ScratchFolder(),
            environment: [
                "HTTP_PROXY": "http://127.0.0.1:1", "http_proxy": "http://127.0.0.1:1",
                "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:1", "TOKEN_BRIDGE_ISSUER": "https://other.example",
                "TOKEN_BRIDGE_API_KEY": "another", "XDG_STATE_HOME": "/nonexistent",
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.errors.contains("warning"))
    }

    @Test("it needs no network but this machine's own", .enabled(if: Self.canUnplug, "unshare is not allowed here"))
    func unplugged() throws {
        let launcher = ["unshare", "-rn", "sh", "-c", #"ip link set lo up && exec "$@""#, "sh"]
        let result = try TokenBridge.run(["demo"], in: try ScratchFolder(), through: launcher)
        #expect(result.status == 0, "\(result.errors)")
    }

    private static var canUnplug: Bool {
        let script = ["-rn", "sh", "-c", "ip link set lo up"]
        return (try? Subprocess.run("/usr/bin/unshare", script))?.status == 0
    }

    @Test("Ctrl-C and SIGTERM end it with exit code 6, and leave nothing behind", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        let folder = try ScratchFolder()
        let running = try RunningProgram(tokenBridge: ["demo"], in: folder)
        // At its beginning: it is over soon after there is a code.
        try running.wait(for: "\n1. ")
        #expect(try running.end(by: signal) == 6)
        #expect(running.errors.contains("token-bridge: error: the demo was given up\n") && running.output.isEmpty)
        #expect(try folder.contents().isEmpty)
    }

    @Test("a reader that goes away is no success, and leaves nothing behind")
    func readerGone() throws {
        let folder = try ScratchFolder()
        let result = try TokenBridge.bash(#""$0" demo 2>/dev/null >&-; echo $?"#, in: folder)
        #expect(result.text == "1\n")
        #expect(try folder.contents().isEmpty)
    }

    @Test("an empty TMPDIR is the same as none")
    func emptyTemporaryFolder() throws {
        #expect(try TokenBridge.run(["demo"], in: try ScratchFolder(), environment: ["TMPDIR": ""]).status == 0)
    }

    @Test("without a place for its key it fails and says so")
    func noTemporaryFolder() throws {
        let result = try TokenBridge.run(["demo"], in: try ScratchFolder(), environment: ["TMPDIR": "/nonexistent"])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("no temporary folder can be made in \"/nonexistent\"\nhint: set TMPDIR"))
    }
}
