import OAuthClient
import Threads

/// A server within the test that answers as a script says, and remembers what it was asked.
final class ScriptedPages: HTTPTransport {
    private let script: @Sendable (HTTPRequest) -> HTTPResponse
    private let asked = Locked<[HTTPRequest]>([])

    init(_ script: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
        self.script = script
    }

    /// The requests: method, address and body.
    var requests: [String] {
        asked.withLock { $0 }.map { request in
            "\(request.method.rawValue) \(request.url.text) \(String(decoding: request.body ?? [], as: UTF8.self))"
        }
    }

    /// The cookies that came along with each.
    var cookies: [String?] {
        asked.withLock { $0 }.map { request in request.fields.first { $0.name == "Cookie" }?.value }
    }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        return script(request)
    }
}
