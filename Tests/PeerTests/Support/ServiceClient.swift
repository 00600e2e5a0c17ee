import Foundation
import TestSupport

/// A program of others as a client of the service: it says something, and ends when a person has done their part.
final class ServiceClient: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    /// The interpreter of the clients in Python; nil where Python or, the first time, the network is missing.
    static let python = path("environment.sh", ["clients"])
    /// The app in Go; nil where Go is missing.
    static let app = path("clients-go/build.sh", [])

    private static func path(_ script: String, _ arguments: [String]) -> String? {
        let result = try? Subprocess.run(
            "/usr/bin/env", ["bash", "\(Locations.peers)/\(script)"] + arguments, seconds: 300)
        return result?.status == 0 ? result?.text.trimmingCharacters(in: .newlines) : nil
    }

    /// Starts a program, which has a minute and a half.
    init(_ program: String, _ arguments: [String]) throws {
        let ours = ProcessInfo.processInfo.environment
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "--kill-after=1", "90", program] + arguments
        process.environment = ["PATH": ours["PATH"] ?? "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Else our own ends would keep the pipes from ever being at their ends.
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// The next line that it prints.
    func line() async throws -> String {
        try await onOwnThread { [self] in
            var line: [UInt8] = []
            while true {
                guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else {
                    throw PeerFailure(
                        "the client ended after \(String(decoding: line, as: UTF8.self)): \(remainder(of: errors))")
                }
                guard byte != 0x0A else { break }
                line.append(byte)
            }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// Waits for its end.
    ///
    /// - Returns: The exit code, and what it wrote to standard error.
    func end() async throws -> (status: Int32, errors: String) {
        try await onOwnThread { [self] in
            let errors = remainder(of: errors)
            process.waitUntilExit()
            return (process.terminationStatus, errors)
        }
    }

    private func remainder(of pipe: Pipe) -> String {
        String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
