import Foundation
import Storage
import TestSupport

/// A PostgreSQL server of the tests' own, which ends with its owner; and with this process, whatever ends that.
final class PostgreSQLServer: Sendable {
    /// The server that most tests share.
    static let shared = Result { try PostgreSQLServer() }

    /// The folder of its socket.
    let folder: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let turn = NSLock()

    /// Installs PostgreSQL where it is missing, and starts a server.
    ///
    /// - Throws: `ServerFailure` where it cannot be installed or started.
    init() throws {
        // The script makes it and takes it away: a server that is shared has no end of its own.
        folder = FileManager.default.temporaryDirectory.appending(path: "bridge-postgresql-\(UUID().uuidString)").path
        let scripts = "\(Locations.peers)/postgresql"
        let installation = try Subprocess.run("/usr/bin/env", ["bash", "\(scripts)/available.sh"], seconds: 600)
        guard installation.status == 0 else { throw ServerFailure("not installed: \(installation.errors)") }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "\(scripts)/run.sh", folder]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Else our own ends would keep the pipes from ever being at their ends.
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
        try start()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The address of its database.
    var address: PostgreSQLAddress { address(parameters: "") }

    /// The address of its database, with more parameters, such as `&sslmode=require`.
    func address(parameters: String) -> PostgreSQLAddress {
        PostgreSQLAddress("postgresql://bridge@/postgres?host=\(folder)\(parameters)")
    }

    /// Starts the server.
    func start() throws { try command("start", answer: "READY") }

    /// Stops the server, which tells its clients.
    func stop() throws { try command("stop", answer: "STOPPED") }

    /// Kills the server.
    func crash() throws { try command("crash", answer: "STOPPED") }

    /// Runs statements and gives what they print.
    func run(_ text: String) throws -> String {
        let result = try Subprocess.run(
            "/usr/bin/env", ["psql", "-X", "-q", "-A", "-t", "-h", folder, "-U", "bridge", "-d", "postgres"],
            input: [UInt8](text.utf8))
        guard result.status == 0, result.errors.isEmpty else { throw ServerFailure(result.errors) }
        return result.text.trimmingCharacters(in: .newlines)
    }

    private func command(_ command: String, answer: String) throws {
        try turn.withLock {
            try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                line.append(byte)
            }
            guard String(decoding: line, as: UTF8.self) == answer else {
                throw ServerFailure("\(command) was not answered")
            }
        }
    }
}

/// Why a server is not what the tests need.
struct ServerFailure: Error, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
