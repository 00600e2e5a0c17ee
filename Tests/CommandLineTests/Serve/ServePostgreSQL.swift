import Foundation
import TestSupport

/// A PostgreSQL server that stops and starts as it is told, and ends with its owner.
final class ServePostgreSQL: Sendable {
    /// The folder of its socket.
    let folder: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bridge-serve-pg-\(UUID().uuidString)").path
        let scripts = "\(Locations.peers)/postgresql"
        let installation = try Subprocess.run("/usr/bin/env", ["bash", "\(scripts)/available.sh"], seconds: 600)
        guard installation.status == 0 else { throw ServeFailure("not installed: \(installation.errors)") }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "\(scripts)/run.sh", folder]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
        try tell("start")
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Has it `start`, `stop` or `crash`, and waits until it has.
    func tell(_ command: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        guard !line.isEmpty else { throw ServeFailure("PostgreSQL does not \(command)") }
    }
}
