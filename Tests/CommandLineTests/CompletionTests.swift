import Foundation
import TestSupport
import Testing

@Suite("Completion scripts")
struct CompletionTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for shell in ["bash", "zsh", "fish"] {
            let script = try TokenBridge.run(["completions", shell], in: folder)
            try folder.write(script.output, to: "script.\(shell)")
        }
        try folder.write([], to: "key.json")
    }

    /// What bash offers after some words, of which the last is not finished.
    private func completions(_ words: [String]) throws -> [String] {
        let script = """
            source script.bash && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _token_bridge && printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try TokenBridge.bash(script, ["token-bridge"] + words, in: folder)
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.text.split(separator: "\n").map(String.init)
    }

    private func firstWords(ofHelp arguments: [String], under title: String) throws -> [String] {
        let help = try TokenBridge.run(arguments, in: folder).text
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: Substring(title)))
        return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
    }

    @Test("bash can read its script")
    func bashSyntax() throws {
        let result = try TokenBridge.bash("bash -n script.bash", in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    @Test("zsh can read its script", .enabled(if: Shell.zsh.isThere, "zsh is not installed"))
    func zshSyntax() throws {
        let result = try TokenBridge.bash("zsh -n script.zsh", in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    @Test("fish can read its script", .enabled(if: Shell.fish.isThere, "fish is not installed"))
    func fishSyntax() throws {
        let result = try TokenBridge.bash("fish --no-execute script.fish", in: folder)
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    @Test("bash offers the commands of the help, no more and no fewer")
    func commands() throws {
        let commands = try firstWords(ofHelp: ["--help"], under: "Commands:")
        #expect(commands.count >= 8)
        #expect(try completions([""]) == commands)
    }

    @Test(
        "bash offers each command the options of its help",
        arguments: [
            "mint", "exchange", "explain", "doctor", "token", "whoami", "logout", "providers", "config", "demo",
            "completions",
            "version",
        ])
    func options(command: String) throws {
        let options = try firstWords(ofHelp: [command, "--help"], under: "Options:")
        #expect(options.count >= 2)
        #expect(try completions([command, "--"]) == options)
    }

    @Test(
        "bash finishes what is begun",
        arguments: [
            (["mi"], ["mint"]), (["xyzzy"], []), (["mint", "--ser"], ["--service-account"]),
            (["mint", "--uid", "a", "--t"], ["--tenant", "--ttl"]), (["explain", "--output", ""], ["text", "json"]),
            (["mint", "--output", "j"], ["json"]),
            (["completions", ""], ["--output", "--help", "bash", "zsh", "fish"]),
            (["completions", "z"], ["zsh"]), (["mint", "--service-account", "ke"], ["key.json"]),
            (["explain", "--public-key", "ke"], ["key.json"]), (["xyzzy", "--"], []), (["explain", "--keys"], []),
            (["exchange", "--id-token", "ke"], ["key.json"]), (["exchange", "--refresh-token", "ke"], ["key.json"]),
            (["exchange", "--code-verifier", "ke"], ["key.json"]),
            (["exchange", "--c"], ["--code", "--code-verifier", "--config"]),
            (["exchange", "--save-refresh-token", "ke"], ["key.json"]), (["providers", "ch"], ["check"]),
            (["providers", ""], ["--config", "--output", "--help", "list", "show", "check"]),
            (["config", "--config", "ke"], ["key.json"]), (["config", "s"], ["schema"]),
            (["providers", "show", "goo"], ["google"]),
            (["providers", "check", "facebook"], ["facebook", "facebook-limited"]),
            (["providers", "goo"], []), (["providers", "--output", "json", "show", "goo"], ["google"]),
            (["completions", "bash", "z"], []), (["config", "schema", "c"], []), (["con"], ["config"]),
        ])
    func finishes(words: [String], expected: [String]) throws {
        #expect(try completions(words) == expected)
    }

    @Test("bash calls the function for token-bridge")
    func isRegistered() throws {
        let result = try TokenBridge.bash("source script.bash; complete -p token-bridge", in: folder)
        #expect(result.text == "complete -o default -F _token_bridge token-bridge\n")
    }

    @Test("zsh and fish get every command and option of the help", arguments: ["zsh", "fish"])
    func otherShells(shell: String) throws {
        let script = String(decoding: try Locations.bytes("\(folder.path)/script.\(shell)"), as: UTF8.self)
        let lines = script.split(separator: "\n")
        for command in try firstWords(ofHelp: ["--help"], under: "Commands:") {
            #expect(lines.contains { $0.contains(shell == "zsh" ? "'\(command):" : "-f -a \(command) -d ") })
            for option in try firstWords(ofHelp: [command, "--help"], under: "Options:") {
                let isOffered = lines.contains { line in
                    shell == "zsh"
                        ? line.contains("\(command)) _arguments ") && line.contains("'\(option)[")
                        : line.contains("__fish_seen_subcommand_from \(command)' -l \(option.dropFirst(2)) ")
                }
                #expect(isOffered, "\(shell) is not told of \(command) \(option)")
            }
        }
    }
}
