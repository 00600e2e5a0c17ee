import Foundation

/// Runs the built `token-bridge` as a person would, and with nothing of our own environment that it reads.
public enum TokenBridge: Sendable {
    /// Runs one command to its end.
    ///
    /// - Parameters:
    ///   - arguments: The command and its arguments.
    ///   - folder: Where it runs; its home and place for temporary files too.
    ///   - input: What it reads from standard input.
    ///   - environment: Variables beside those that every program has.
    ///   - launcher: A program, with its arguments, that starts it.
    ///   - seconds: The time limit.
    /// - Returns: What it left behind.
    /// - Throws: An error where it cannot be started.
    public static func run(
        _ arguments: [String], in folder: ScratchFolder, input: [UInt8] = [], environment: [String: String] = [:],
        through launcher: [String] = [], seconds: Double = 20
    ) throws -> Subprocess {
        try Subprocess.run(
            "/usr/bin/env", ["-C", folder.path] + launcher + [Locations.tokenBridge] + arguments, input: input,
            environment: base(folder).merging(environment) { $1 }, seconds: seconds)
    }

    /// Runs a script of bash, in which `$0` is the program.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - arguments: What the script sees as `$1` and so on.
    ///   - folder: Where it runs; its home and place for temporary files too.
    ///   - environment: Variables beside those that every program has.
    ///   - seconds: The time limit.
    /// - Returns: What it left behind.
    /// - Throws: An error where it cannot be started.
    public static func bash(
        _ script: String, _ arguments: [String] = [], in folder: ScratchFolder, environment: [String: String] = [:],
        seconds: Double = 20
    ) throws -> Subprocess {
        try Subprocess.run(
            "/usr/bin/env", ["-C", folder.path, "bash", "-c", script, Locations.tokenBridge] + arguments,
            environment: base(folder).merging(environment) { $1 }, seconds: seconds)
    }

    /// The variables that every program has.
    public static func base(_ folder: ScratchFolder) -> [String: String] {
        let ours = ProcessInfo.processInfo.environment
        let kept = ["PATH", "LD_LIBRARY_PATH"].compactMap { name in ours[name].map { (name, $0) } }
        return Dictionary(uniqueKeysWithValues: kept).merging([
            "HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        ]) { $1 }
    }
}
