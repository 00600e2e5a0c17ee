import OAuthClient
import StrictJSON
import Threads

/// A bridge that answers by a script, and a monotonic clock that jumps ahead when somebody waits.
final class ScriptedBridge: HTTPTransport, MonotonicClock {
    static let issuer = "https://bridge.test"
    static let token = "eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJ5OjEifQ.c2lnbmF0dXJl"

    /// What is answered to one request.
    enum Answer: Sendable {
        case answer(Int, String)
        case failure(OAuthClientError)
        /// A refusal by an error code of OAuth.
        static func refusal(_ code: String, _ status: Int = 400) -> Answer {
            .answer(status, #"{"error":"\#(code)","error_description":"in other words"}"#)
        }
        static let pending = refusal("authorization_pending")
        static let gone = Answer.failure(OAuthClientError(.providerUnavailable, "connection refused"))
        static let granted = Answer.answer(
            200,
            """
            {"access_token":"\(ScriptedBridge.token)","token_type":"N_A","expires_in":3600,"uid":"y:1",
             "issued_token_type":"urn:ietf:params:oauth:token-type:jwt","profile":{"provider":"y","sub":"1"}}
            """)
    }

    private struct Content {
        var answers: [String: [Answer]] = [:]
        var requests: [(request: HTTPRequest, at: Duration)] = []
        var now = Duration.seconds(50)
    }

    private let content = Locked(Content())

    /// Makes a bridge with metadata and a code, and answers to polls or to a code.
    init(
        metadata: [String: JSONValue?] = [:], start: Answer? = nil, _ token: [Answer] = []
    ) {
        var document = JSONObject()
        document["issuer"] = .string(Self.issuer)
        for name in ["authorization_endpoint", "token_endpoint", "device_authorization_endpoint"] {
            document[name] = .string("\(Self.issuer)/\(name)")
        }
        document["authorization_response_iss_parameter_supported"] = true
        for (name, value) in metadata { document[name] = value }
        let code = """
            {"device_code":"dc-canary","user_code":"WDJB-MJHT","verification_uri":"\(Self.issuer)/device",
             "verification_uri_complete":"\(Self.issuer)/device?user_code=WDJB-MJHT","expires_in":600,"interval":5}
            """
        content.withLock { content in
            content.answers["/.well-known/oauth-authorization-server"] = Array(
                repeating: .answer(200, JSONValue.object(document).compactText), count: 2)
            content.answers["/device_authorization_endpoint"] = [start ?? .answer(200, code)]
            content.answers["/token_endpoint"] = token
        }
    }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let path = String(request.url.text.dropFirst(Self.issuer.count))
        let answer = content.withLock { content -> Answer? in
            content.requests.append((request, content.now))
            guard content.answers[path]?.isEmpty == false else { return nil }
            return content.answers[path]?.removeFirst()
        }
        switch answer {
        case nil: throw OAuthClientError(.providerUnavailable, "the script has no more answers")
        case .failure(let error)?: throw error
        case .answer(let status, let body)?:
            return HTTPResponse(
                status: status, fields: status == 429 ? [HTTPField(name: "Retry-After", value: "90")] : [],
                body: [UInt8](body.utf8))
        }
    }

    func now() -> MonotonicInstant { content.withLock { MonotonicInstant(sinceOrigin: $0.now) } }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the wait was given up") }
        content.withLock { $0.now = max($0.now, instant.sinceOrigin) }
    }

    /// The forms that were sent to a path, in order.
    func forms(_ path: String) -> [String] {
        content.withLock { content in
            content.requests.filter { $0.request.url.text == "\(Self.issuer)/\(path)" }.map { sent in
                String(decoding: sent.request.body ?? [], as: UTF8.self)
            }
        }
    }

    /// The fields of the requests that were sent to a path.
    func fields(_ path: String, _ name: String) -> [String] {
        content.withLock { content in
            content.requests.filter { $0.request.url.text == "\(Self.issuer)/\(path)" }
                .flatMap { $0.request.fields.filter { $0.name == name }.map(\.value) }
        }
    }

    /// The seconds between the code and each poll.
    var polls: [Int64] {
        content.withLock { content in
            content.requests.filter { $0.request.url.text.hasSuffix("/token_endpoint") }
                .map { ($0.at - .seconds(50)).components.seconds }
        }
    }
}
