import Foundation

/// What a program that has ended left behind.
public struct Subprocess: Sendable {
    /// The exit code, or the number of the signal that ended the program, negative.
    public let status: Int32
    /// Standard output.
    public let output: [UInt8]
    /// Standard error.
    public let errors: String

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program to its end, which must come within the time limit.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: Its arguments.
    ///   - input: What it reads from standard input.
    ///   - environment: Its whole environment; nil for ours.
    ///   - seconds: The time limit, after which it is killed.
    /// - Returns: What it left behind.
    /// - Throws: What starting the program throws.
    public static func run(
        _ executable: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String]? = nil,
        seconds: Double = 60
    ) throws -> Subprocess {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files rather than pipes: a pipe that fills up would stop the program.
        let paths = ["input", "output", "errors"].map { folder.appending(path: $0) }
        try Data(input).write(to: paths[0])
        let process = try SpawnedProcess(executable, arguments, environment: environment, files: paths.map(\.path))
        let status = process.wait(seconds: seconds)
        return Subprocess(
            status: status, output: [UInt8](try Data(contentsOf: paths[1])),
            errors: String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self))
    }
}
