import StrictJSON
import TestSupport

/// A provider on loopback that answers each path as it is told, and goes with its owner.
final class ScriptedProvider: Sendable {
    private static let handler = #"""
        class Handler(Noting):
            def answer(self):
                answers = self.noted()
                status, text = answers.get(self.path, [404, "{}"])
                slowness, gap = answers.get("pace", [0, 0])
                time.sleep(slowness / 1000)
                if status == 0:
                    self.wfile.write(b"this is not HTTP\r\n\r\n")
                    self.close_connection = True
                    return
                data = text.replace("ORIGIN", origin).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                for index in range(len(data) if gap else 0):
                    self.wfile.write(data[index:index + 1])
                    time.sleep(gap / 1000)
                if not gap: self.wfile.write(data)
        """#

    private let server: PythonServer

    /// Its origin, such as `http://127.0.0.1:40001`; `ORIGIN` in an answer is this.
    var origin: String { server.origin }
    /// The requests that came, each as `METHOD PATH BODY`.
    var requests: [String] { server.requests }

    /// Starts a provider.
    ///
    /// - Parameter answers: What it answers, by path.
    /// - Throws: An error where it does not start.
    init(_ answers: KeyValuePairs<String, (Int64, String)> = [:]) throws {
        server = try PythonServer(Self.handler)
        try self.answer(answers)
    }

    /// Ends it: nobody listens at its port any more.
    func stop() { server.stop() }

    /// How soon an answer comes, in milliseconds.
    struct Pace: Sendable {
        static let prompt = Pace(slowness: 0, gap: 0)

        /// Before the head.
        var slowness: Int64
        /// After each byte of the body.
        var gap: Int64
    }

    /// Answers otherwise from now on; the status 0 is an answer that is not HTTP.
    func answer(_ answers: KeyValuePairs<String, (Int64, String)>, _ pace: Pace = .prompt) throws {
        var object = JSONObject()
        object["pace"] = .array([.integer(pace.slowness), .integer(pace.gap)])
        for (path, answer) in answers { object[path] = .array([.integer(answer.0), .string(answer.1)]) }
        try server.write(answers: object.compactBytes)
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
