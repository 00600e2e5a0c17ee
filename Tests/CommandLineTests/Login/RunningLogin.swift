import Foundation
import StrictJSON
import TestSupport

/// A login that waits, and goes with its owner.
final class RunningLogin: Sendable {
    private let process = Process()
    private let folder: ScratchFolder
    private let name = "login-\(UUID().uuidString)"
    private let input = Pipe()

    /// Starts `login` with some arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - folder: Where it runs.
    ///   - environment: Variables beside those that every program has.
    /// - Throws: An error where it cannot be started.
    init(_ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:]) throws {
        self.folder = folder
        for part in ["output", "errors"] { try folder.write([], to: "\(name).\(part)") }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["-C", folder.path, Locations.tokenBridge, "login"] + arguments
        process.environment = TokenBridge.base(folder).merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/\(name).output"))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/\(name).errors"))
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func text(_ part: String) -> String {
        String(decoding: (try? Locations.bytes("\(folder.path)/\(name).\(part)")) ?? [], as: UTF8.self)
    }

    var output: String { text("output") }
    var errors: String { text("errors") }

    /// Waits until standard error has a text.
    func wait(for expected: String, seconds: Double = 20) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !errors.contains(expected) {
            guard Date() < deadline, process.isRunning || errors.contains(expected) else {
                throw ServeFailure("\(expected) is not said: \(errors)")
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// The members of an event.
    func event(_ name: String) throws -> JSONObject {
        try wait(for: #""event":"\#(name)""#)
        for line in errors.split(separator: "\n") {
            let object = try JSONObject(parsing: [UInt8](line.utf8), limits: .document)["login"]?.object
            if let object, object["event"]?.string == name { return object }
        }
        throw ServeFailure("no event \(name): \(errors)")
    }

    /// Types a line.
    func type(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for its end: the exit code, or the signal's number, negative.
    func end(seconds: Double = 25) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning {
            guard Date() < deadline else { throw ServeFailure("it does not end: \(errors)") }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }
}
