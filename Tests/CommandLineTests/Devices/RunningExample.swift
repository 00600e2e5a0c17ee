import Foundation
import TestSupport

/// An example of `examples/devices` that waits for its person, and goes with its owner.
final class RunningExample: Sendable {
    private let process = Process()
    private let folder: ScratchFolder

    /// Starts it with arguments.
    init(_ example: DeviceExample, _ arguments: [String]) throws {
        folder = try ScratchFolder()
        let command = try example.command(in: folder)
        for part in ["output", "errors"] { try folder.write([], to: part) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command + arguments
        process.environment = try example.environment(in: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/output"))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/errors"))
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? Locations.bytes("\(folder.path)/\(name)")) ?? [], as: UTF8.self)
    }

    /// What it has printed.
    var output: String { text("output") }
    /// What it has said.
    var errors: String { text("errors") }

    /// The code that it shows.
    func userCode() throws -> String {
        let deadline = Date(timeIntervalSinceNow: 30)
        while true {
            if let match = errors.firstMatch(of: /and enter the code ([A-Z]{4}-[A-Z]{4})\n/) { return String(match.1) }
            guard Date() < deadline, process.isRunning else { throw ServeFailure("no code is shown: \(errors)") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Waits for its end: the exit code, or the signal's number, negative.
    func end(seconds: Double = 40) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning {
            guard Date() < deadline else { throw ServeFailure("it does not end: \(errors)") }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }
}
