import Foundation
import StrictJSON
import TestSupport

/// A bridge on loopback whose answers to polls are a script, and which goes with its owner.
final class DeviceBridge: Sendable {
    static let token = "eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJ5OjEifQ.c2lnbmF0dXJl"
    static let granted = Answer(
        #"{"profile":{"access_token":"nobody","name":"Zoë \"{["},"access_token":"\#(token)","token_type":"N_A","#
            + #""expires_in":3600,"uid":"y:1"}"#)
    static let pending = refusal("authorization_pending")
    /// The connection ends without an answer.
    static let gone = Answer("", 0)

    /// The members of the answer to the first request, with `ORIGIN` for the bridge's own address.
    static let code: KeyValuePairs<String, String> = [
        "device_code": #""dc+&canary""#, "user_code": #""WDJB-MJHT""#, "verification_uri": #""ORIGIN/device""#,
        "expires_in": "600", "interval": "1",
    ]

    /// What it answers.
    struct Answer: Sendable {
        let status: Int64
        let fields: [String: String]
        let body: String

        init(_ body: String, _ status: Int64 = 200, _ fields: [String: String] = [:]) {
            (self.body, self.status, self.fields) = (body, status, fields)
        }

        var json: JSONValue {
            var object = JSONObject()
            for (name, value) in fields { object[name] = .string(value) }
            return .array([.integer(status), .object(object), .string(body)])
        }
    }

    private static let program = #"""
        import http.server, json, os, sys, threading
        folder = sys.argv[1]
        counts = {}
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
                with open(folder + "/requests", "a") as file:
                    file.write(f"{self.command} {self.path} {body}\n")
                script = json.load(open(folder + "/answers")).get(self.path, [[404, {}, "{}"]])
                index = counts[self.path] = counts.get(self.path, -1) + 1
                status, fields, text = script[min(index, len(script) - 1)]
                self.close_connection = True
                if status == 0: return
                data = text.replace("ORIGIN", origin).encode()
                self.send_response(status)
                for name, value in {"Content-Length": str(len(data)), "Connection": "close", **fields}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            do_GET = do_POST = answer
            def log_message(self, *_): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        origin = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        print(server.server_port, flush=True)
        server.serve_forever()
        """#

    /// Its origin.
    let origin: String
    private let folder: ScratchFolder
    private let process = Process()
    private let input = Pipe()

    /// Starts a bridge.
    ///
    /// - Parameters:
    ///   - polls: The answers to polls, the last of them for ever.
    ///   - code: Members of the first answer in the place of the usual ones, as JSON; empty for none.
    ///   - metadata: Members of the metadata in the place of the usual ones.
    ///   - first: The whole metadata answer instead.
    ///   - start: The whole first answer instead.
    /// - Throws: An error where it does not start.
    init(
        _ polls: [Answer] = [granted], code: [String: String] = [:], metadata: [String: String] = [:],
        first: Answer? = nil, start: Answer? = nil
    ) throws {
        folder = try ScratchFolder()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        origin = "http://127.0.0.1:\(String(decoding: line, as: UTF8.self))"
        let members = Self.code.map { ($0, code[$0] ?? $1) }.filter { !$0.1.isEmpty }
        let published = [
            "issuer": "ORIGIN", "device_authorization_endpoint": "ORIGIN/start", "token_endpoint": "ORIGIN/token",
        ].merging(metadata) { $1 }.filter { !$0.value.isEmpty }
        var answers = JSONObject()
        answers["/.well-known/oauth-authorization-server"] = .array([
            (first ?? Answer("{\(published.map { #""\#($0)":"\#($1)""# }.joined(separator: ","))}")).json
        ])
        let object = "{\(members.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ","))}"
        answers["/start"] = .array([(start ?? Answer(object)).json])
        answers["/token"] = .array(polls.map(\.json))
        try folder.write(answers.compactBytes, to: "answers")
    }

    deinit {
        // Not by the end of its input: programs that were started meanwhile may have our end of that too.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// An answer that refuses.
    static func refusal(_ error: String, _ status: Int64 = 400) -> Answer {
        Answer(#"{"error":"\#(error)","error_description":"\u00e9 \"quoted\""}"#, status)
    }

    /// The requests that came, each as `METHOD PATH BODY`.
    var requests: [String] {
        let bytes = (try? Locations.bytes("\(folder.path)/requests")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// How often it was polled.
    var polls: Int { requests.filter { $0.hasPrefix("POST /token ") }.count }
}
