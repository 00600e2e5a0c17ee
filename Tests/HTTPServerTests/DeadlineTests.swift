import HTTPServer
import Testing

@Suite("Deadlines")
struct DeadlineTests {
    private static func short(
        _ change: (inout HTTPServerConfiguration) -> Void
    ) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration.patient
        change(&configuration)
        return configuration
    }

    /// What comes before the connection ends, while a byte is sent again and again.
    private static func drip(_ server: TestServer, after beginning: String, _ byte: String) async throws -> [UInt8] {
        let port = server.port
        return try await onThread {
            let client = try RawClient(port: port)
            client.send(beginning)
            let dripping = Dripping(client, byte)
            defer { dripping.stop() }
            return try client.rest()
        }
    }

    @Test("A connection on which nothing comes is closed")
    func silence() async throws {
        try await TestServer.run(Self.short { $0.headDeadline = .milliseconds(100) }) { server in
            let answer = try await Self.drip(server, after: "", "")
            #expect(answer.isEmpty)
            #expect(await eventually { server.server.connections == 0 })
        }
    }

    @Test(
        "A head that comes byte by byte holds no connection", arguments: ["GET / HTTP/1.1\r\nHost: x\r\nA: ", "GET /"])
    func slowHead(_ beginning: String) async throws {
        try await TestServer.run(Self.short { $0.headDeadline = .milliseconds(200) }) { server in
            let answer = try await Self.drip(server, after: beginning, "a")
            #expect(answer.isEmpty)
        }
    }

    @Test("A body that comes byte by byte holds no connection")
    func slowBody() async throws {
        try await TestServer.run(Self.short { $0.bodyDeadline = .milliseconds(200) }) { server in
            let beginning = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"
            let ofLength = try await Self.drip(server, after: beginning, "a")
            #expect(ofLength.isEmpty)
            let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let inChunks = try await Self.drip(server, after: chunked, "1\r\na\r\n")
            #expect(inChunks.isEmpty)
        }
    }

    @Test("Chunks beyond the limit that never end hold no connection")
    func endlessChunks() async throws {
        let configuration = Self.short {
            $0.bodyDeadline = .milliseconds(200)
            $0.bodyBytes = 10
        }
        try await TestServer.run(configuration) { server in
            let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let answer = try await Self.drip(server, after: chunked, "1\r\na\r\n")
            #expect(answer.isEmpty)
        }
    }

    @Test("A connection that is kept is closed when no next request comes, or only a part of it")
    func idle() async throws {
        let configuration = Self.short {
            $0.idleDeadline = .milliseconds(200)
            $0.headDeadline = .seconds(60)
        }
        try await TestServer.run(configuration) { server in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            let silent = try await Self.drip(server, after: request, "")
            #expect(String(decoding: silent, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            let slow = try await Self.drip(server, after: request + "G", "G")
            #expect(String(decoding: slow, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("A caller that does not fetch its response is cut off")
    func unread() async throws {
        let configuration = Self.short { $0.responseDeadline = .milliseconds(200) }
        let body = [UInt8](repeating: 65, count: 50_000_000)
        let handler = ClosureHandler { _ in ServerResponse(status: 200, body: body) }
        try await TestServer.run(configuration, handler: handler) { server in
            let port = server.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return client
            }
            #expect(await eventually { server.server.requestsInFlight == 0 && server.server.connections == 0 })
            let received = try await onThread { try client.rest().count }
            #expect(received < body.count)
        }
    }

    @Test("A handler that never returns is cancelled, its caller is answered 503, and the connection goes on")
    func handlerDeadline() async throws {
        let gate = Gate()
        let handler = ClosureHandler { request in
            if request.path == "/slow" { await gate.pass() }
            return ServerResponse(status: 200)
        }
        try await TestServer.run(Self.short { $0.handlerDeadline = .milliseconds(300) }, handler: handler) { server in
            let requests = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"
            let found = try await server.responses(to: Array(requests.utf8), count: 2)
            // The second may be late too, on a busy machine; but it is answered.
            #expect(found.count == 2)
            #expect(found.first?.status == 503)
            #expect(found.first?.values("Retry-After") == ["1"])
            #expect(await eventually { gate.cancellations == 1 && server.server.requestsInFlight == 0 })
        }
    }

    @Test("The deadlines hold also while handlers keep every thread of the program busy")
    func blockedThreads() async {
        // In a process of its own: nothing else could go on here.
        await #expect(processExitsWith: .success) {
            var configuration = HTTPServerConfiguration.patient
            configuration.handlerDeadline = .milliseconds(100)
            let gate = Gate()
            let handler = ClosureHandler { _ in
                while !gate.isPassable {}
                return ServerResponse(status: 200)
            }
            let server = HTTPServer(configuration, handler: handler)
            try server.start(on: [try ListeningSocket(address: try #require(NetworkAddress("127.0.0.1")), port: 0)])
            let port = try #require(server.boundPort)
            let statuses = try await onThread {
                defer { gate.open() }
                let clients = try (0..<8).map { _ in try RawClient(port: port) }
                for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
                return try clients.map { try $0.response()?.status }
            }
            try #require(statuses == Array(repeating: 503, count: 8))
            await server.drain(within: .seconds(30))
        }
    }
}
