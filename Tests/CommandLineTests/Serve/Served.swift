import Foundation
import StrictJSON
import TestSupport

/// A running `token-bridge serve`, which goes with its owner.
final class Served: Sendable {
    let folder: ScratchFolder
    private let process = Process()
    private let log: String

    /// Starts the service of a folder's `bridge.json`, and does not wait for it.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - name: The name of its log there.
    ///   - environment: Variables beside those that every program has.
    ///   - launcher: A program, with its arguments, that starts it.
    ///   - configuration: The configuration's name.
    ///   - options: More options of the command.
    /// - Throws: An error where it cannot be started.
    init(
        starting folder: ScratchFolder, log name: String = "log", environment: [String: String] = [:],
        through launcher: [String] = [], configuration: String = "bridge.json", options: [String] = []
    ) throws {
        self.folder = folder
        log = "\(folder.path)/\(name)"
        try folder.write([], to: name)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["-C", folder.path] + launcher + [Locations.tokenBridge, "serve", "--config", configuration] + options
        process.environment = TokenBridge.base(folder).merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: URL(filePath: log))
        process.standardOutput = process.standardError
        try process.run()
    }

    /// Starts the service, and waits until it takes requests.
    convenience init(
        _ folder: ScratchFolder, log name: String = "log", environment: [String: String] = [:],
        through launcher: [String] = [], configuration: String = "bridge.json", options: [String] = []
    ) throws {
        try self.init(
            starting: folder, log: name, environment: environment, through: launcher, configuration: configuration,
            options: options)
        try wait(for: "the service takes requests")
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    var processID: Int32 { process.processIdentifier }

    /// All that it has printed.
    var text: String { String(decoding: (try? Locations.bytes(log)) ?? [], as: UTF8.self) }

    /// The entries of the log with a message.
    func entries(_ message: String) -> [JSONObject] {
        text.split(separator: "\n").compactMap { try? JSONObject(parsing: [UInt8]($0.utf8), limits: .document) }
            .filter { $0["message"]?.string == message }
    }

    /// Where it takes requests.
    var door: Door { get throws { try tcp("port") } }

    /// Where it tells of its health.
    var telemetry: Door { get throws { try tcp("telemetry_port") } }

    private func tcp(_ member: String) throws -> Door {
        guard let port = entries("the service takes requests").first?[member]?.integer.flatMap({ UInt16(exactly: $0) })
        else { throw ServeFailure("it tells of no \(member): \(text)") }
        return .tcp(port)
    }

    /// Waits until the log has a text so many times.
    func wait(for expected: String, times: Int = 1, seconds: Double = 20) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while text.components(separatedBy: expected).count <= times {
            guard Date() < deadline, process.isRunning || text.contains(expected) else {
                throw ServeFailure("\(expected) is not said: \(text)")
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Whether it runs.
    var isRunning: Bool { process.isRunning }

    /// Waits for its end: the exit code, or the signal's number, negative.
    func end(seconds: Double = 25) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning {
            guard Date() < deadline else { throw ServeFailure("it does not end: \(text)") }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }
}

/// What went wrong in a test of the service.
struct ServeFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
