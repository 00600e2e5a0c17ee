import Foundation
import StrictJSON
import TestSupport

/// A command that runs until it is told to end, and at most as long as its owner.
final class RunningCommand: Sendable {
    private let folder: ScratchFolder
    private let process = Process()

    init(_ arguments: [String], in folder: ScratchFolder) throws {
        self.folder = folder
        for name in ["output", "errors"] { try folder.write([], to: name) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["-C", folder.path, Locations.tokenBridge] + arguments
        process.environment = TokenBridge.base(folder)
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

    /// What it has printed.
    var output: String { text("output") }

    /// What it has said.
    var errors: String { text("errors") }

    private func text(_ name: String) -> String {
        String(decoding: (try? Locations.bytes("\(folder.path)/\(name)")) ?? [], as: UTF8.self)
    }

    /// Waits until it says something.
    func wait(for expected: String) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while !errors.contains(expected) {
            guard Date() < deadline, process.isRunning else { throw ServeFailure("it says: \(errors)") }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Waits until it runs, and reads its result.
    func result() throws -> JSONObject {
        try wait(for: "the sandbox runs")
        return try JSONObject(parsing: [UInt8](output.utf8), limits: .document)
    }

    /// Ends it by a signal: the exit code, or the signal's number, negative.
    func end(by signal: Int32) throws -> Int32 {
        kill(process.processIdentifier, signal)
        return try end()
    }

    /// Waits for its end: the exit code, or the signal's number, negative.
    func end() throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: 20)
        while process.isRunning {
            guard Date() < deadline else { throw ServeFailure("it does not end: \(errors)") }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }
}
