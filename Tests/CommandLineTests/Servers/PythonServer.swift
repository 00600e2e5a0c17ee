import Foundation
import TestSupport

/// A server on loopback, written in Python, that goes with its owner.
final class PythonServer: Sendable {
    /// What every server begins with: its folder, and a handler that notes each request.
    private static let beginning = #"""
        import http.server, json, sys, time
        folder = sys.argv[1]
        class Noting(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def noted(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
                with open(folder + "/requests", "a") as file:
                    file.write(f"{self.command} {self.path} {body}\n")
                return json.load(open(folder + "/answers"))
            def do_GET(self): self.answer()
            def do_POST(self): self.answer()
            def do_CONNECT(self): self.answer()
            def log_message(self, *_): pass

        """#
    private static let end = #"""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        origin = f"http://127.0.0.1:{server.server_port}"
        print(server.server_port, flush=True)
        server.serve_forever()
        """#

    /// Its origin, such as `http://127.0.0.1:40001`.
    let origin: String
    private let process = Process()
    private let folder: ScratchFolder

    /// Starts a server.
    ///
    /// - Parameter handler: The class `Handler`, of `Noting`, whose `answer` answers by what `noted` returns.
    /// - Throws: An error where it does not start.
    init(_ handler: String) throws {
        folder = try ScratchFolder()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.beginning + handler + Self.end, folder.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else { throw CocoaError(.fileReadCorruptFile) }
        origin = "http://127.0.0.1:\(port)"
    }

    deinit {
        stop()
    }

    /// Ends it: nobody listens at its port any more.
    func stop() {
        // Neither by a signal that a mask of ours may block, nor by the end of its input, which others may hold open.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What it answers by, from now on.
    func write(answers: [UInt8]) throws {
        try folder.write(answers, to: "answers")
    }

    /// The requests that came, each as `METHOD PATH BODY`.
    var requests: [String] {
        let bytes = (try? Locations.bytes("\(folder.path)/requests")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
