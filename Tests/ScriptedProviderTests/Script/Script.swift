import Threads
import Cryptography
import Testing

/// What one provider expects, in order, and answers; everything else is a fault.
final class Script: Sendable {
    private struct Content {
        var steps: [Step]
        var faults: [String] = []
        var requests: [ReceivedRequest] = []
    }

    private static let lastNumber = Locked(0)

    let number: Int
    private let content: Locked<Content>

    init(_ steps: [Step]) {
        number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        content = Locked(Content(steps: steps))
    }

    /// The requests so far.
    var requests: [ReceivedRequest] { content.withLock { $0.requests } }

    /// How many requests were expected and did not come.
    var remaining: Int { content.withLock { $0.steps.count } }

    /// What was wrong with the requests.
    var faults: [String] { content.withLock { $0.faults } }

    /// Answers a request.
    func answer(_ request: ReceivedRequest) -> Answer {
        content.withLock { content in
            content.requests.append(request)
            guard let step = content.steps.first else {
                content.faults.append("unexpected request: \(request.method) \(request.url)")
                return Answer(418, "unexpected")
            }
            let faults = step.request.faults(of: request)
            content.faults += faults.map { "\(request.method) \(request.url) \($0)" }
            content.steps.removeFirst()
            return faults.isEmpty ? step.answer : Answer(418, "unexpected")
        }
    }

    /// Notes a request that never reached the server.
    func note(_ fault: String) {
        content.withLock { $0.faults.append(fault) }
    }
}

/// One request and its answer.
struct Step: Sendable {
    /// What hangs on the answer.
    enum Role: Sendable {
        /// Tokens or codes come with it.
        case tokens
        /// Without it nobody is known.
        case needed
        /// It is one of the provider's public documents.
        case document
        /// It completes the description of an account that is known.
        case completion
        /// It is asked for again while the provider is out of order.
        case poll
    }

    var request: ExpectedRequest
    var answer: Answer
    var role = Role.needed
}
