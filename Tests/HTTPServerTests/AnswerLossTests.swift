import HTTPServer
import Synchronization
import Testing

/// Counts what it answers, with a head that is longer than that of any token.
private final class Counting: RequestHandler {
    private let answered = Atomic<Int>(0)

    func response(to request: ServerRequest) async -> ServerResponse {
        answered.add(1, ordering: .relaxed)
        let fields = HeaderFields([.init("X-Long", String(repeating: "a", count: 3000))])
        return ServerResponse(status: 200, headers: fields, body: Array("token".utf8))
    }

    var answers: Int { answered.load(ordering: .relaxed) }
}

/// libmicrohttpd takes the head of a response from the memory in which it keeps the request, and closes the connection
/// without a word where too little is left.
@Suite("What a handler has answered is sent, however little memory its request leaves")
struct AnswerLossTests {
    /// Shapes of requests that grow: fields of the head, trailers, and what is sent too early.
    enum Shape: Sendable, CaseIterable {
        case fields
        case cookies
        case emptyCookies
        case longCookie
        case longValue
        case trailers
        case longTrailer

        /// The sizes that are tried: both sides of all limits.
        var sizes: StrideTo<Int> {
            switch self {
            case .fields, .cookies, .emptyCookies: stride(from: 0, to: 480, by: 12)
            case .trailers: stride(from: 0, to: 40, by: 2)
            case .longTrailer: stride(from: 0, to: 4000, by: 100)
            case .longCookie, .longValue: stride(from: 0, to: 17_000, by: 400)
            }
        }

        /// A request of a size.
        func request(_ size: Int, _ early: [UInt8]) -> [UInt8] {
            let head = "POST / HTTP/1.1\r\nHost: x\r\n"
            let chunked = "Cookie: \(pairs(75))\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n"
            let plain = "Content-Length: 2\r\n\r\nab"
            let text =
                switch self {
                case .fields: "\(head)\(String(repeating: "A:b\r\n", count: size))\(plain)"
                case .cookies: "\(head)Cookie: \(pairs(size))\r\n\(plain)"
                case .emptyCookies: "\(head)Cookie: \(String(repeating: ",", count: size))\r\n\(plain)"
                case .longCookie: "\(head)Cookie: a=\(String(repeating: "b", count: size))\r\n\(plain)"
                case .longValue: "\(head)Cookie: \(pairs(75))\r\nA: \(String(repeating: "b", count: size))\r\n\(plain)"
                case .trailers: "\(head)\(chunked)\(String(repeating: "A:b\r\n", count: size))\r\n"
                case .longTrailer: "\(head)\(chunked)A: \(String(repeating: "b", count: size))\r\n\r\n"
                }
            return Array(text.utf8) + early
        }

        private func pairs(_ count: Int) -> String {
            Array(repeating: "a=b", count: count).joined(separator: "; ")
        }
    }

    @Test("also where the caller sends more than its request at once", arguments: Shape.allCases, [0, 40_000])
    func isSent(_ shape: Shape, _ early: Int) async throws {
        let handler = Counting()
        let rest = [UInt8](repeating: UInt8(ascii: "G"), count: early)
        try await TestServer.run(handler: handler) { server in
            let port = server.port
            let fetched = try await onThread {
                try shape.sizes.map { size in
                    let client = try RawClient(port: port)
                    client.send(shape.request(size, rest))
                    return try client.response()?.status
                }
            }
            #expect(fetched.contains(200) && fetched.contains(431))
            #expect(fetched.count { $0 == 200 } == handler.answers)
        }
    }
}
