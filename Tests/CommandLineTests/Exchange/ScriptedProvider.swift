import Foundation
import StrictJSON
import TestSupport

/// A provider on loopback that answers each path as it is told, and goes with its owner.
final class ScriptedProvider: Sendable {
    private static let program = #"""
        import http.server, json, os, sys, threading, time
        folder = sys.argv[1]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
                with open(folder + "/requests", "a") as file:
                    file.write(f"{self.command} {self.path} {body}\n")
                answers = json.load(open(folder + "/answers"))
                status, text = answers.get(self.path, [404, "{}"])
                slowness, gap = answers.get("pace", [0, 0])
                time.sleep(slowness / 1000)
                data = text.replace("ORIGIN", origin).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                for index in range(len(data) if gap else 0):
                    self.wfile.write(data[index:index + 1])
                    time.sleep(gap / 1000)
                if not gap: self.wfile.write(data)
            do_GET = do_POST = answer
            def log_message(self, *_): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        origin = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        print(server.server_port, flush=True)
        server.serve_forever()
        """#

    /// Its origin, such as `http://127.0.0.1:40001`; `ORIGIN` in an answer is this.
    let origin: String
    private let process = Process()
    private let input = Pipe()
    private let folder: ScratchFolder

    /// Starts a provider.
    ///
    /// - Parameter answers: What it answers, by path.
    /// - Throws: An error where it does not start.
    init(_ answers: KeyValuePairs<String, (Int64, String)> = [:]) throws {
        folder = try ScratchFolder()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else { throw CocoaError(.fileReadCorruptFile) }
        origin = "http://127.0.0.1:\(port)"
        try self.answer(answers)
    }

    deinit {
        process.terminate()
    }

    /// Ends it: nobody listens at its port any more.
    func stop() {
        // The end of its input: a signal may be blocked, by a mask that it has from us.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// How soon an answer comes, in milliseconds.
    struct Pace: Sendable {
        static let prompt = Pace(slowness: 0, gap: 0)

        /// Before the head.
        var slowness: Int64
        /// After each byte of the body.
        var gap: Int64
    }

    /// Answers otherwise from now on.
    func answer(_ answers: KeyValuePairs<String, (Int64, String)>, _ pace: Pace = .prompt) throws {
        var object = JSONObject()
        object["pace"] = .array([.integer(pace.slowness), .integer(pace.gap)])
        for (path, answer) in answers { object[path] = .array([.integer(answer.0), .string(answer.1)]) }
        try folder.write(object.compactBytes, to: "answers")
    }

    /// The requests that came, each as `METHOD PATH BODY`.
    var requests: [String] {
        let bytes = (try? Locations.bytes("\(folder.path)/requests")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// What is published about a provider.
    ///
    /// - Parameter changes: Members in the place of the usual ones.
    /// - Returns: The metadata.
    static func metadata(_ changes: KeyValuePairs<String, JSONValue> = [:]) -> String {
        var object = JSONObject()
        object["issuer"] = "ORIGIN"
        for name in ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"] {
            object[name] = .string("ORIGIN/\(name)")
        }
        object["response_types_supported"] = .array(["code"])
        object["subject_types_supported"] = .array(["public"])
        object["id_token_signing_alg_values_supported"] = .array(["ES256"])
        for (name, value) in changes { object[name] = value }
        return JSONValue.object(object).compactText
    }
}
