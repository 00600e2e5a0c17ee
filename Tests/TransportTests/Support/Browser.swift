import Foundation
import TestSupport

/// A program that sends requests one after the other, each on a connection of its own, while the test waits for what they
/// bring.
final class Browser {
    private let process = Process()
    private let output: URL

    init(_ requests: [String], port: UInt16) throws {
        output = FileManager.default.temporaryDirectory.appending(path: "bridge-browser-\(UUID().uuidString)")
        let script = """
            import socket, sys
            for request in eval(sys.argv[1]):
                s = socket.create_connection(('127.0.0.1', \(port)), timeout=20)
                s.sendall(request.encode()); s.shutdown(socket.SHUT_WR)
                data = b''
                while True:
                    part = s.recv(4096)
                    if not part: break
                    data += part
                print(data.split(b'\\r\\n')[0].decode(), flush=True)
            """
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script, "[\(requests.map(\.debugDescription).joined(separator: ","))]"]
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: output)
    }

    /// The status lines of the answers, when all requests are answered.
    func statuses() async throws -> [String] {
        while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        let text = try String(contentsOf: output, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
