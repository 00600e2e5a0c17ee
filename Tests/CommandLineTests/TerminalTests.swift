import Foundation
import TestSupport
import Testing

@Suite("Colour, on a terminal alone", .enabled(if: Shell.script.isThere, "script of util-linux is not installed"))
struct TerminalTests {
    private let folder: ScratchFolder
    private static let escape = "\u{1B}["

    init() throws {
        folder = try ScratchFolder()
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
        let token = try TokenBridge.run(["mint", "--service-account", "key.json", "--uid", "alice"], in: folder)
        try folder.write(token.output, to: "token.txt")
    }

    private func onTerminal(_ command: String, _ environment: [String: String]) throws -> Subprocess {
        try TokenBridge.bash(
            #"exec script -qec "$0 $1" /dev/null"#, [command], in: folder,
            environment: ["TERM": "xterm"].merging(environment) { $1 })
    }

    @Test("is on where the terminal can and nothing forbids it", arguments: [[:], ["NO_COLOR": ""]])
    func isColourful(environment: [String: String]) throws {
        let result = try onTerminal("explain --service-account key.json token.txt", environment)
        #expect(result.text.contains("\(Self.escape)32maccepted\(Self.escape)0m"))
        #expect(result.status == 0)
    }

    @Test("marks a refusal in red and an open question in yellow")
    func marksVerdicts() throws {
        let refused = try onTerminal("explain --service-account key.json --at 0 token.txt", [:])
        #expect(refused.text.contains("\(Self.escape)31mrefused: INVALID_CUSTOM_TOKEN\(Self.escape)0m"))
        let undecided = try onTerminal("explain token.txt", [:])
        #expect(undecided.text.contains("\(Self.escape)33mundecided"))
    }

    @Test(
        "is off with NO_COLOR and on a dumb terminal",
        arguments: [["NO_COLOR": "1"], ["NO_COLOR": "0"], ["TERM": "dumb"]])
    func isPlain(environment: [String: String]) throws {
        let result = try onTerminal("explain --service-account key.json token.txt", environment)
        #expect(result.text.contains("accepted"))
        #expect(!result.text.contains(Self.escape))
    }

    @Test(
        "is never in JSON, a token or help",
        arguments: [
            "explain --service-account key.json --output json token.txt", "mint --service-account key.json --uid alice",
            "--help",
        ])
    func isNeverInData(command: String) throws {
        let result = try onTerminal(command, [:])
        #expect(result.status == 0)
        #expect(!result.text.contains(Self.escape))
    }

    @Test("is off where the output is no terminal")
    func isPlainInFile() throws {
        let result = try TokenBridge.run(
            ["explain", "--service-account", "key.json", "token.txt"], in: folder, environment: ["TERM": "xterm"])
        #expect(result.text.hasPrefix("accepted\n"))
        #expect(!result.text.contains(Self.escape))
    }

    @Test("a token cannot paint the terminal: what it says is shown with its control characters spelt out")
    func hostileToken() throws {
        let minted = try TokenBridge.run(
            ["mint", "--service-account", "key.json", "--uid", "a\u{202E}b", "--claims", #"{"\u001b[31mred":1}"#],
            in: folder)
        try folder.write(minted.output, to: "hostile.txt")
        let result = try TokenBridge.run(["explain", "--service-account", "key.json", "hostile.txt"], in: folder)
        #expect(result.status == 0)
        #expect(result.text.contains(#""a\u{202e}b""#) && result.text.contains(#""\u{1b}[31mred""#))
        #expect(!result.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test("tells a person at a terminal what it waits for")
    func tellsWhatItReads() throws {
        let script = #"printf 'a.b\n\004' | script -qec "$0 explain 2> told" /dev/null; cat told"#
        let result = try TokenBridge.bash(script, in: folder, environment: ["TERM": "xterm"])
        #expect(result.text.contains("token-bridge: reading a token from the terminal; end with Ctrl-D"))
    }
}
