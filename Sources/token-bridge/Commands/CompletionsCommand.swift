import CustomTokenBridge
import StrictJSON

/// `token-bridge completions`: a script for a shell, made from the specifications.
enum CompletionsCommand: Sendable {
    private static let shells = ["bash", "zsh", "fish"]

    static let specification = CommandSpecification(
        name: "completions", summary: "Print a completion script for a shell.", synopsis: "bash|zsh|fish",
        details: """
            Install:
              bash  token-bridge completions bash > /etc/bash_completion.d/token-bridge
              zsh   token-bridge completions zsh > "${fpath[1]}/_token-bridge"
              fish  token-bridge completions fish > ~/.config/fish/completions/token-bridge.fish
            """,
        operands: (shells, 1), options: [], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        switch arguments.operands.first {
        case "bash": try console.print(CompletionScript.bash(Commands.all))
        case "zsh": try console.print(CompletionScript.zsh(Commands.all))
        case "fish": try console.print(CompletionScript.fish(Commands.all))
        case let shell:
            let found = shell.map { "not \($0.quotedExcerpt)" } ?? "and one must be named"
            throw Failure.usage("the shell is bash, zsh or fish, \(found)", specification)
        }
        return .success
    }
}
