import Foundation
import TestSupport

/// A `token-bridge serve` of one test, on ports that the system chooses.
final class RunningService: Sendable {
    let folder: ScratchFolder
    private let process: Process

    /// Starts a service and waits until it listens.
    init(members: String = "", environment: [String: String] = [:]) async throws {
        folder = try ScratchFolder()
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
        let text = """
            {"issuer": "http://127.0.0.1:8080", "project": "demo-bridge", "keys": {"service_account": "key.json"},
             "listen": "127.0.0.1:0", "telemetry": "127.0.0.1:0", "store": "memory"\(members)}
            """
        try folder.write([UInt8](text.utf8), to: "bridge.json")
        process = Process()
        process.executableURL = URL(filePath: Locations.tokenBridge)
        process.arguments = ["serve", "--config", "\(folder.path)/bridge.json"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try folder.write([], to: "log")
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/log"))
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        for _ in 0..<2000 where !log.contains("takes requests") && process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard log.contains("takes requests") else { throw CocoaError(.fileReadUnknown, userInfo: ["log": log]) }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// What it has logged.
    var log: String { (try? String(decoding: Locations.bytes("\(folder.path)/log"), as: UTF8.self)) ?? "" }

    /// The port of health and metrics; nil where it has not started.
    var telemetryPort: Int? {
        log.components(separatedBy: "telemetry_port=").dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Waits until something is in the log.
    func wait(for text: String) async throws {
        for _ in 0..<1000 where !log.contains(text) { try await Task.sleep(for: .milliseconds(10)) }
    }
}
