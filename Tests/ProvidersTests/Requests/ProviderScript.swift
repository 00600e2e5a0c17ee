import Threads
import Cryptography
import OAuthClient
import Testing

/// A transport that answers by a script, and records an issue for any request that is not in it.
final class ProviderScript: HTTPTransport {
    private struct Content {
        var script: [(url: String, status: Int, body: String)]
        var requests: [HTTPRequest] = []
    }

    private let content: Locked<Content>

    init(_ script: [(url: String, status: Int, body: String)]) {
        content = Locked(Content(script: script))
    }

    /// What was asked for so far.
    var requests: [HTTPRequest] { content.withLock { $0.requests } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let next = content.withLock { content -> (url: String, status: Int, body: String)? in
            content.requests.append(request)
            guard content.script.first?.url == request.url.text else { return nil }
            return content.script.removeFirst()
        }
        guard let next else {
            Issue.record("unexpected request: \(request)")
            throw OAuthClientError(.requestNotAllowed, "unexpected request")
        }
        return RequestSamples.answer(next.body, status: next.status)
    }
}

/// A monotonic clock that jumps ahead when somebody waits.
final class JumpingClock: MonotonicClock {
    private let instant = Locked(MonotonicInstant(sinceOrigin: .seconds(1_000)))

    func now() -> MonotonicInstant { instant.withLock { $0 } }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        self.instant.withLock { $0 = max($0, instant) }
    }
}
