import Glibc
import HTTPServer
import Synchronization
import Testing

/// Notes what the server refuses.
private final class Noting: RequestHandler {
    let gate = Gate()
    private let noted = Mutex<[RefusedRequest]>([])

    func response(to request: ServerRequest) async -> ServerResponse {
        if request.path.hasPrefix("/wait") { await gate.pass() }
        return ServerResponse(status: 200)
    }

    func response(toRefused request: RefusedRequest) -> ServerResponse {
        noted.withLock { $0.append(request) }
        return ServerResponse(
            status: request.cause.status, headers: HeaderFields([.init("X-Code", request.cause.code)]),
            body: Array("own words".utf8))
    }

    var refused: [RefusedRequest] { noted.withLock { $0 } }
}

/// Answers while it is told that a request is given up.
private final class Hesitant: RequestHandler {
    private let gate = Gate()
    private let isAnswered = Atomic<Bool>(false)
    private let told = Atomic<Int>(0)

    func response(to request: ServerRequest) async -> ServerResponse {
        await gate.pass()
        isAnswered.store(true, ordering: .releasing)
        return ServerResponse(status: 200)
    }

    func response(toRefused request: RefusedRequest) -> ServerResponse {
        told.add(1, ordering: .relaxed)
        gate.open()
        while !isAnswered.load(ordering: .acquiring) { usleep(1000) }
        // The answer is on its way by now.
        usleep(50_000)
        return ServerResponse(status: request.cause.status)
    }

    var refused: Int { told.load(ordering: .relaxed) }
}

@Suite("The handler is told of what the server refuses, and answers it")
struct RefusalTests {
    @Test(
        "once, with cause and path, in the handler's own form",
        arguments: [
            ("POST /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n", RefusedRequest.Cause.bodyTooLong, "/a"),
            ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n", .targetTooLong, ""),
            ("GET /c HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", .fieldsTooLong, "/c"),
            ("POST /d HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x\r\n\r\n", .malformed, "/d"),
            ("GET /e HTTP/1.1\r\nA: b\r\n\r\n", .malformed, "/e"),
            ("GET a HTTP/1.1\r\nHost: x\r\n\r\n", .malformed, ""),
            (
                "POST /f HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA b: c\r\n\r\n", .malformed, "/f"
            ),
            (
                "POST /g HTTP/1.1\r\nHost: x\r\nCookie: \(String(repeating: "a=b; ", count: 403))c\r\n\r\n",
                .fieldsTooLong, "/g"
            ),
            (
                "POST /h HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A:b\r\n", count: 400))\r\n", .fieldsTooLong, "/h"
            ),
            (
                "POST /i HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                    + "\(String(repeating: "A:b\r\n", count: 300))\r\n", .fieldsTooLong, "/i"
            ),
        ])
    func causes(_ request: String, _ cause: RefusedRequest.Cause, _ path: String) async throws {
        let handler = Noting()
        try await TestServer.run(handler: handler) { server in
            let response = try await server.response(to: request)
            #expect(response.status == cause.status && response.values("X-Code") == [cause.code])
            #expect(response.values("Connection") == ["close"])
            #expect(String(decoding: response.body, as: UTF8.self) == "own words")
        }
        #expect(handler.refused.count == 1 && handler.refused.first?.cause == cause)
        if !path.isEmpty { #expect(handler.refused.first?.path == path) }
    }

    @Test("also of requests beyond the limit, and of handlers that are out of time, with the header fields")
    func overload() async throws {
        let handler = Noting()
        var configuration = HTTPServerConfiguration.patient
        configuration.requestsInFlight = 1
        try await TestServer.run(configuration, handler: handler) { server in
            let port = server.port
            let (first, second) = try await onThread {
                let waiting = try RawClient(port: port)
                waiting.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                while handler.gate.arrivals == 0 { usleep(1000) }
                let refused = try RawClient(port: port).exchange("GET /g HTTP/1.1\r\nHost: x\r\nA: b\r\n\r\n")
                handler.gate.open()
                return (try waiting.response(), refused)
            }
            #expect(first?.status == 200 && second?.status == 503)
            #expect(second?.values("X-Code") == ["SERVICE_OVERLOADED"])
        }
        #expect(handler.refused.map(\.cause) == [.overloaded])
        #expect(handler.refused.first?.path == "/g" && handler.refused.first?.headers["A"] == "b")
        let slow = Noting()
        configuration.handlerDeadline = .milliseconds(50)
        try await TestServer.run(configuration, handler: slow) { server in
            let response = try await server.response(to: "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.status == 503 && response.values("X-Code") == ["TIME_EXCEEDED"])
        }
        #expect(slow.refused.map(\.cause) == [.outOfTime])
    }

    @Test("nobody is told of a request that its handler answers while the server gives it up")
    func lateAnswer() async throws {
        let handler = Hesitant()
        var configuration = HTTPServerConfiguration.patient
        configuration.handlerDeadline = .milliseconds(50)
        try await TestServer.run(configuration, handler: handler) { server in
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.status == 503)
        }
        #expect(handler.refused == 1)
    }

    @Test("what is in order is no refusal")
    func order() async throws {
        let handler = Noting()
        try await TestServer.run(handler: handler) { server in
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.status == 200)
        }
        #expect(handler.refused.isEmpty)
    }
}
