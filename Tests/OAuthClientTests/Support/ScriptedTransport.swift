import Threads
import Cryptography
import OAuthClient
import Testing

/// A transport that answers by a script, and records an issue for any request that is not in it.
final class ScriptedTransport: HTTPTransport {
    /// What is answered to one request.
    enum Answer: Sendable {
        case response(HTTPResponse)
        case failure(OAuthClientError)
        /// The answer is held back until the gate opens.
        case held(Gate, HTTPResponse)
    }

    private struct Content {
        var script: [(url: String, answer: Answer)]
        var requests: [HTTPRequest] = []
    }

    private let content: Locked<Content>

    /// Makes a transport.
    ///
    /// - Parameter script: The addresses that must be asked for, in their order, and the answers.
    init(_ script: [(url: String, answer: Answer)] = []) {
        content = Locked(Content(script: script))
    }

    /// Adds to the end of the script.
    func expect(_ url: String, _ answer: Answer) {
        content.withLock { $0.script.append((url, answer)) }
    }

    /// What was asked for so far.
    var requests: [HTTPRequest] { content.withLock { $0.requests } }

    /// How much of the script was not asked for.
    var remaining: Int { content.withLock { $0.script.count } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let next = content.withLock { content -> Answer? in
            content.requests.append(request)
            guard let first = content.script.first, first.url == request.url.text else { return nil }
            return content.script.removeFirst().answer
        }
        switch next {
        case nil:
            Issue.record("unexpected request: \(request)")
            throw OAuthClientError(.providerUnavailable, "unexpected request")
        case .failure(let error)?: throw error
        case .response(let response)?: return try Self.limited(response, request)
        case .held(let gate, let response)?:
            await gate.wait()
            return try Self.limited(response, request)
        }
    }

    /// Keeps the limit on the body as every transport must.
    private static func limited(
        _ response: HTTPResponse, _ request: HTTPRequest
    ) throws(OAuthClientError) -> HTTPResponse {
        guard response.body.count <= request.maximumAnswerBytes else {
            throw OAuthClientError(.answerTooLarge, "the answer is larger than \(request.maximumAnswerBytes) bytes")
        }
        return response
    }
}

/// Holds tasks back until it opens.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
