import Foundation
import TestSupport

/// A terminal of tmux that is driven by keys, and goes with its owner.
final class Tmux: Sendable {
    private let folder: ScratchFolder
    private let server = "bridge-\(UUID().uuidString)"

    /// Opens a terminal with a shell in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - columns: Its columns.
    ///   - rows: Its rows.
    ///   - environment: Variables beside those that every program has.
    /// - Throws: An error where there is none.
    init(in folder: ScratchFolder, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        self.folder = folder
        let variables = TokenBridge.base(folder).merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        // tmux itself needs a locale of Unicode, whatever the program in it has.
        try tell(
            ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-s", "s", "-c", folder.path, "env", "-i"]
                + variables + ["TERM=screen-256color", "PS1=$ ", "bash", "--norc", "--noprofile"])
    }

    deinit {
        _ = try? tell(["kill-server"])
    }

    @discardableResult
    private func tell(_ arguments: [String]) throws -> String {
        let result = try Subprocess.run(
            "/usr/bin/env", ["tmux", "-u", "-L", server, "-f", "/dev/null"] + arguments,
            environment: TokenBridge.base(folder).merging(["TERM": "xterm"]) { $1 })
        guard result.status == 0 else { throw ServeFailure("tmux: \(result.errors)") }
        return result.text
    }

    /// Presses keys.
    func press(_ keys: String...) throws {
        try tell(["send-keys", "-t", "s"] + keys)
    }

    /// Makes the window smaller or larger.
    func resize(columns: Int, rows: Int) throws {
        try tell(["resize-window", "-t", "s", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Runs a command of the shell, in which `$TB` is the program.
    func run(_ command: String) throws {
        try press("clear; TB=\(Locations.tokenBridge); \(command)", "Enter")
    }

    /// The lines of the screen, with escape sequences where they are asked for.
    func screen(_ options: String...) throws -> [String] {
        try tell(["capture-pane", "-p", "-t", "s"] + options).components(separatedBy: "\n")
    }

    /// Waits until the screen has a text.
    @discardableResult
    func wait(for text: String, seconds: Double = 20) throws -> [String] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            let lines = try screen()
            if lines.contains(where: { $0.contains(text) }) { return lines }
            guard Date() < deadline else { throw ServeFailure("\(text) does not appear: \(lines)") }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
