import Foundation
import TestSupport
import Testing

@Suite("Standard input, output and error")
struct StandardStreamTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for (name, file) in [("key.json", "sa-good.json"), ("encrypted.json", "sa-encrypted.json")] {
            try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/\(file)"), to: name)
        }
    }

    /// Standard input is a pipe that stays open and gives nothing, so that a prompt would wait for ever.
    private static let heldOpen = #"mkfifo pipe; exec "$0" "$@" 0<> pipe"#

    @Test("an encrypted key ends at once while standard input is open: nothing asks for a passphrase")
    func encryptedKeyDoesNotPrompt() throws {
        let start = ContinuousClock.now
        let result = try TokenBridge.bash(
            Self.heldOpen, ["mint", "--service-account", "encrypted.json", "--uid", "alice"], in: folder, seconds: 5)
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("encrypted") && !result.errors.contains("pass phrase"))
    }

    @Test(
        "an encrypted key ends at once on a terminal too", .enabled(if: Shell.script.isThere, "script is not installed")
    )
    func encryptedKeyDoesNotPromptOnTerminal() throws {
        let result = try TokenBridge.bash(
            #"mkfifo pipe; exec script -qec "$0 mint --service-account encrypted.json --uid alice" /dev/null 0<> pipe"#,
            in: folder, seconds: 5)
        #expect(result.status == 3)
        #expect(result.text.contains("encrypted") && !result.text.contains("pass phrase"))
    }

    @Test("minting from a file does not wait for standard input")
    func doesNotReadStandardInput() throws {
        let result = try TokenBridge.bash(
            Self.heldOpen, ["mint", "--service-account", "key.json", "--uid", "alice"], in: folder, seconds: 5)
        #expect(result.status == 0)
    }

    @Test("the claims and the key both from standard input are refused before it is read")
    func refusesTwoReadersAtOnce() throws {
        let result = try TokenBridge.bash(
            Self.heldOpen, ["mint", "--service-account", "-", "--claims", "@-", "--uid", "alice"], in: folder,
            seconds: 5)
        #expect(result.status == 2)
    }

    @Test(
        "a reader that has gone is no crash and no news",
        arguments: [
            ["mint", "--service-account", "key.json", "--uid", "alice"], ["--help"], ["explain", "key.json"],
            ["providers", "list"], ["config", "schema", "--output", "json"],
        ])
    func closedPipe(arguments: [String]) throws {
        let script = #"exec 3> >(exec true); wait $!; exec "$0" "$@" >&3"#
        let result = try TokenBridge.bash(script, arguments, in: folder)
        #expect(result.status == 1)
        #expect(result.errors.isEmpty)
    }

    @Test(
        "a full disk is an error",
        arguments: [
            ["mint", "--service-account", "key.json", "--uid", "alice"], ["version"], ["completions", "bash"],
            ["providers", "list"],
            ["providers", "show", "github", "--output", "text"], ["config", "schema"], ["config", "init", "-"],
        ])
    func fullDisk(arguments: [String]) throws {
        let result = try TokenBridge.bash(#"exec "$0" "$@" > /dev/full"#, arguments, in: folder)
        #expect(result.status == 1)
        #expect(result.errors == "token-bridge: error: the result cannot be written: No space left on device\n")
    }

    @Test("a closed standard output is an error")
    func closedOutput() throws {
        let result = try TokenBridge.bash(
            #"exec "$0" "$@" >&-"#, ["mint", "--service-account", "key.json", "--uid", "alice"], in: folder)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("token-bridge: error: the result cannot be written"))
    }

    @Test("a closed standard input is an error where it is read")
    func closedInput() throws {
        let result = try TokenBridge.bash(#"exec "$0" "$@" <&-"#, ["explain"], in: folder)
        #expect(result.status == 3)
        #expect(result.errors.hasPrefix("token-bridge: error: \"standard input\" cannot be read"))
    }

    @Test("a standard error that takes nothing does not keep a result back", arguments: ["2>&-", "2> /dev/full"])
    func uselessStandardError(redirection: String) throws {
        let result = try TokenBridge.bash(
            #"chmod 644 key.json; exec "$0" "$@" \#(redirection)"#,
            ["mint", "--service-account", "key.json", "--uid", "alice"], in: folder)
        #expect(result.status == 0)
        #expect(result.text.split(separator: ".").count == 3)
    }

    @Test("an argument that is not UTF-8 is refused: repaired, it would be another uid")
    func argumentThatIsNotUTF8() throws {
        let result = try TokenBridge.bash(
            #"exec "$0" mint --service-account key.json --uid $'a\xff'"#, in: folder)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors == "token-bridge: error: an argument is not UTF-8\n")
    }

    @Test(
        "a key that only its owner can read brings no warning, any other does",
        arguments: [0o600, 0o400, 0o644, 0o640, 0o604])
    func warnsOfMode(mode: Int) throws {
        try folder.write(
            try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "mode.json", mode: mode)
        let result = try TokenBridge.run(["mint", "--service-account", "mode.json", "--uid", "alice"], in: folder)
        let octal = String(mode, radix: 8)
        let warning = "token-bridge: warning: others can read \"mode.json\" (mode \(octal)): chmod 600 it\n"
        #expect(result.errors == (mode & 0o077 == 0 ? "" : warning))
        #expect(result.status == 0)
    }
}
