import HTTPServer
import Testing

@Suite("What a server takes at once")
struct CapacityTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("A request beyond the limit of handlers is answered 503 at once, and taken when there is room again")
    func handlers() async throws {
        let gate = Gate()
        let handler = ClosureHandler { _ in
            await gate.pass()
            return ServerResponse(status: 200)
        }
        var configuration = HTTPServerConfiguration.patient
        configuration.requestsInFlight = 3
        try await TestServer.run(configuration, handler: handler) { server in
            let port = server.port
            let waiting = try await onThread {
                try (0..<3).map { _ in
                    let client = try RawClient(port: port)
                    client.send(Self.request)
                    return client
                }
            }
            #expect(await eventually { server.server.requestsInFlight == 3 && gate.arrivals == 3 })
            let (client, refused) = try await onThread {
                let client = try RawClient(port: port)
                return (client, try client.exchange(Self.request))
            }
            #expect(refused?.status == 503)
            #expect(refused?.values("Retry-After") == ["1"])
            gate.open()
            let statuses = try await onThread { try waiting.map { try $0.response()?.status } }
            #expect(statuses == [200, 200, 200])
            #expect(await eventually { server.server.requestsInFlight == 0 })
            let taken = try await onThread { try client.exchange(Self.request) }
            #expect(taken?.status == 200)
        }
    }

    @Test("Handlers that wait hold no thread: many more of them wait at once than there are threads")
    func waitingHandlers() async throws {
        let gate = Gate()
        let handler = ClosureHandler { _ in
            await gate.pass()
            return ServerResponse(status: 200)
        }
        try await TestServer.run(handler: handler) { server in
            let port = server.port
            let waiting = try await onThread {
                try (0..<300).map { _ in
                    let client = try RawClient(port: port)
                    client.send(Self.request)
                    return client
                }
            }
            #expect(await eventually { gate.arrivals == 300 })
            gate.open()
            let statuses = try await onThread { try waiting.map { try $0.response()?.status } }
            #expect(statuses == Array(repeating: 200, count: 300))
        }
    }

    @Test("A connection beyond the limit waits until another has ended")
    func connections() async throws {
        var configuration = HTTPServerConfiguration.patient
        configuration.connections = 4
        try await TestServer.run(configuration) { server in
            let port = server.port
            let (held, statuses) = try await onThread {
                let held = try (0..<4).map { _ in try RawClient(port: port) }
                return (held, try held.map { try $0.exchange(Self.request)?.status })
            }
            #expect(statuses == [200, 200, 200, 200])
            let fifth = try await onThread {
                let client = try RawClient(port: port)
                client.send(Self.request)
                return client
            }
            #expect(server.server.connections == 4)
            let status = try await onThread {
                held[0].hangUp()
                return try fifth.response()?.status
            }
            #expect(status == 200)
        }
    }

    @Test("A connection beyond the limit of its address is closed, and the others go on")
    func connectionsPerAddress() async throws {
        var configuration = HTTPServerConfiguration.patient
        configuration.connectionsPerAddress = 2
        try await TestServer.run(configuration) { server in
            let port = server.port
            try await onThread {
                let held = try (0..<2).map { _ in try RawClient(port: port) }
                let before = try held.map { try $0.exchange(Self.request)?.status }
                let third = try RawClient(port: port).exchange(Self.request)
                let after = try held.map { try $0.exchange(Self.request)?.status }
                #expect(before == [200, 200])
                #expect(third == nil)
                #expect(after == [200, 200])
            }
            #expect(await eventually { server.server.connections == 0 })
            let again = try await server.response(to: Self.request)
            #expect(again.status == 200)
        }
    }

    @Test("Many callers at once are all answered, each with its own")
    func crowd() async throws {
        try await TestServer.run { server in
            let port = server.port
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for caller in 0..<16 {
                    group.addTask {
                        try await onThread {
                            let client = try RawClient(port: port)
                            return try (0..<50).count { index in
                                let body = "\(caller)-\(index)"
                                let request =
                                    "POST /\(body) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                                let answer = try client.exchange(request)?.text
                                return answer?.hasPrefix("POST /\(body) ") == true
                                    && answer?.hasSuffix(" \(body)") == true
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: 50, count: 16))
        }
    }
}
