import Foundation
import TestSupport

/// Two services with one issuer, one key and one PostgreSQL, as behind a balancer.
struct ServiceReplicas: Sendable {
    let first: ServiceProcess
    let second: ServiceProcess
    private let database: PostgreSQL

    /// The two, which the first test that asks for them starts.
    static func shared() async throws -> ServiceReplicas {
        for kind in ServicePeer.Kind.available { _ = try await kind.running() }
        return try await onOwnThread { try pair.get() }
    }

    /// Whether PostgreSQL is installed, or could be.
    static let canRun: Bool = {
        let result = try? Subprocess.run(
            "/usr/bin/env", ["bash", "\(Locations.peers)/postgresql/available.sh"], seconds: 600)
        return result?.status == 0
    }()

    private static let pair = Result {
        let database = try PostgreSQL()
        let addresses = try ServiceAddresses.shared.get()
        let account = try FreshAccount()
        let services = try addresses.ports[1...].map { port in
            try ServiceProcess(issuer: addresses.issuer(1), port: port, store: database.address, account: account)
        }
        return ServiceReplicas(first: services[0], second: services[1], database: database)
    }

    /// A PostgreSQL server, which ends with its owner; and with this process, whatever ends that.
    private final class PostgreSQL: Sendable {
        let address: String
        private let process = Process()
        private let input = Pipe()

        init() throws {
            // The script makes it and takes it away: a server that is shared has no end of its own.
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "bridge-postgresql-\(UUID().uuidString)").path
            address = "postgresql://bridge@/postgres?host=\(folder)"
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["bash", "\(Locations.peers)/postgresql/run.sh", folder]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            // Else our own ends would keep the pipes from ever being at their ends.
            try output.fileHandleForWriting.close()
            try input.fileHandleForReading.close()
            try input.fileHandleForWriting.write(contentsOf: Data("start\n".utf8))
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                line.append(byte)
            }
            guard String(decoding: line, as: UTF8.self) == "READY" else {
                throw PeerFailure("PostgreSQL does not start")
            }
        }

        deinit {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
}
