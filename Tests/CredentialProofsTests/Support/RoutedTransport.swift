import Threads
import Cryptography
import OAuthClient
import StrictJSON
import Testing

/// A transport that answers by address, and records an issue for a request to an address that nobody set up.
final class RoutedTransport: HTTPTransport {
    /// What is answered to one request.
    enum Answer: Sendable {
        case response(HTTPResponse)
        case failure(OAuthClientError)
        /// The answer is held back until the gate opens.
        case held(Gate, HTTPResponse)
    }

    private struct Content {
        var routes: [String: [Answer]] = [:]
        var requests: [HTTPRequest] = []
    }

    private let content = Locked(Content())

    /// Sets up an address, without its query: the answers are given in their order, the last one for ever.
    func answer(_ address: String, _ answers: Answer...) {
        self.answers(address, answers)
    }

    /// Sets up an address as `answer` does.
    func answers(_ address: String, _ answers: [Answer]) {
        content.withLock { $0.routes[address] = answers }
    }

    /// Sets up an address that answers with JSON.
    func publish(_ address: String, _ json: JSONObject, status: Int = 200) {
        answer(address, .response(.json(json.compactBytes, status: status)))
    }

    /// Everything that was asked for so far.
    var requests: [HTTPRequest] { content.withLock { $0.requests } }

    /// What was asked for at one address, without its query.
    func requests(to address: String) -> [HTTPRequest] {
        requests.filter { $0.url.textForMessages == address }
    }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let address = request.url.textForMessages
        let next = content.withLock { content -> Answer? in
            content.requests.append(request)
            guard let answers = content.routes[address], let first = answers.first else { return nil }
            if answers.count > 1 { content.routes[address] = [Answer](answers.dropFirst()) }
            return first
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

extension HTTPResponse {
    /// An answer with JSON, whatever its bytes.
    static func json(_ body: [UInt8], status: Int = 200, type: String = "application/json") -> HTTPResponse {
        HTTPResponse(status: status, fields: [HTTPField(name: "Content-Type", value: type)], body: body)
    }
}

extension RoutedTransport.Answer {
    /// No connection.
    static let down = RoutedTransport.Answer.failure(OAuthClientError(.providerUnavailable, "connection refused"))

    /// An answer with JSON.
    static func json(_ object: JSONObject, status: Int = 200) -> RoutedTransport.Answer {
        .response(.json(object.compactBytes, status: status))
    }

    /// An answer with JSON bytes.
    static func bytes(_ body: [UInt8]) -> RoutedTransport.Answer { .response(.json(body)) }
}

extension HTTPRequest {
    /// The parameters of its form.
    var form: FormParameters {
        get throws { try FormParameters(parsing: body ?? []) }
    }

    /// A field of it.
    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
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
