import HTTPServer
import Synchronization

/// Answers with what it was asked.
struct EchoHandler: RequestHandler {
    func response(to request: ServerRequest) async -> ServerResponse {
        let words = [
            request.method, request.path, request.query ?? "-", "\(request.peer)", request.scheme.rawValue,
            String(decoding: request.body, as: UTF8.self),
        ]
        return ServerResponse(
            status: 200, headers: HeaderFields([.init("Content-Type", "text/plain")]),
            body: Array(words.joined(separator: " ").utf8))
    }
}

/// Answers by a closure.
struct ClosureHandler: RequestHandler {
    let body: @Sendable (ServerRequest) async -> ServerResponse

    init(_ body: @escaping @Sendable (ServerRequest) async -> ServerResponse) {
        self.body = body
    }

    func response(to request: ServerRequest) async -> ServerResponse {
        await body(request)
    }
}

/// A gate at which handlers wait until it is opened, or until they are cancelled.
final class Gate: Sendable {
    let arrived = Atomic<Int>(0)
    let cancelled = Atomic<Int>(0)
    private let isOpen = Atomic<Bool>(false)

    func open() {
        isOpen.store(true, ordering: .releasing)
    }

    func pass() async {
        arrived.add(1, ordering: .relaxed)
        while !isOpen.load(ordering: .acquiring) {
            do {
                try await Task.sleep(for: .milliseconds(2))
            } catch {
                cancelled.add(1, ordering: .relaxed)
                return
            }
        }
    }

    var isPassable: Bool { isOpen.load(ordering: .acquiring) }
    var arrivals: Int { arrived.load(ordering: .relaxed) }
    var cancellations: Int { cancelled.load(ordering: .relaxed) }
}
