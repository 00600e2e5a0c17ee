import StrictJSON
import TestSupport

/// A bridge on loopback whose answers to polls are a script, and which goes with its owner.
final class DeviceBridge: Sendable {
    static let token = "eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJ5OjEifQ.c2lnbmF0dXJl"
    static let granted = answer(with: token)
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

    private static let handler = #"""
        counts = {}
        class Handler(Noting):
            def answer(self):
                script = self.noted().get(self.path, [[404, {}, "{}"]])
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
        """#

    private let server: PythonServer

    /// Its origin.
    var origin: String { server.origin }
    /// The requests that came, each as `METHOD PATH BODY`.
    var requests: [String] { server.requests }

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
        server = try PythonServer(Self.handler)
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
        try server.write(answers: answers.compactBytes)
    }

    /// An answer that refuses.
    static func refusal(_ error: String, _ status: Int64 = 400) -> Answer {
        Answer(#"{"error":"\#(error)","error_description":"\u00e9 \"quoted\""}"#, status)
    }

    /// An answer that hands out a token.
    ///
    /// - Parameters:
    ///   - token: The token, as it stands in JSON.
    ///   - type: What it is called, as JSON; empty for nothing.
    /// - Returns: The answer.
    static func answer(
        with token: String, type: String = #""urn:ietf:params:oauth:token-type:jwt""#
    ) -> Answer {
        let called = type.isEmpty ? "" : #""issued_token_type":\#(type),"#
        return Answer(
            #"{"profile":{"access_token":"nobody","name":"Zoë \"{["},"access_token":"\#(token)",\#(called)"#
                + #""token_type":"N_A","expires_in":3600,"uid":"y:1"}"#)
    }

    /// How often it was polled.
    var polls: Int { requests.filter { $0.hasPrefix("POST /token ") }.count }
}
