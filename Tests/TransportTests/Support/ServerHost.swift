import Foundation
import TestSupport

/// The one Python process in which all servers of this run live; it ends with its standard input, and so with us.
final class ServerHost: Sendable {
    /// What a server is started from.
    struct Order: Encodable {
        let kind: String
        let log: String
        let cert: String?
        let files: String?
    }

    /// Started by the first who needs a server.
    static let shared = Result { try ServerHost() }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let lock = NSLock()

    private init() throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["\(Locations.repository)/Tests/TransportTests/Servers/host.py"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Starts a server.
    ///
    /// - Returns: Its port.
    func start(_ order: Order) throws -> UInt16 {
        try lock.withLock {
            try send(JSONEncoder().encode(order))
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                line.append(byte)
            }
            guard let port = UInt16(String(decoding: line, as: UTF8.self)) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return port
        }
    }

    /// Ends a server.
    func stop(_ port: UInt16) {
        lock.withLock { try? send(Data(#"{"stop": \#(port)}"#.utf8)) }
    }

    private func send(_ line: Data) throws {
        try input.fileHandleForWriting.write(contentsOf: line + [0x0A])
    }
}
