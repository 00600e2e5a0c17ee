@testable import HTTPServer
import Synchronization
import Testing

@Suite("Draining")
struct DrainTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func start(
        _ handler: any RequestHandler
    ) throws -> (server: HTTPServer, port: Int) {
        let server = HTTPServer(.patient, handler: handler)
        try server.start(on: [try ListeningSocket(address: try #require(NetworkAddress("127.0.0.1")), port: 0)])
        return (server, try #require(server.boundPort))
    }

    private static func waiting(at gate: Gate) -> ClosureHandler {
        ClosureHandler { request in
            if request.path == "/" { await gate.pass() }
            return ServerResponse(status: 200, body: Array("done".utf8))
        }
    }

    /// Sends a request and leaves it.
    private static func begin(_ port: Int, _ text: String = request) async throws -> RawClient {
        try await onThread {
            let client = try RawClient(port: port)
            client.send(text)
            return client
        }
    }

    @Test("A request that runs is finished, new connections are refused, and a kept connection is answered 503")
    func running() async throws {
        let gate = Gate()
        let (server, port) = try Self.start(Self.waiting(at: gate))
        let kept = try await Self.begin(port, "GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
        let first = try await onThread { try kept.response()?.status }
        #expect(first == 200)
        let running = try await Self.begin(port)
        #expect(await eventually { gate.arrivals == 1 })
        async let cutOff = server.drain(within: .seconds(60))
        // The door closes a moment later.
        #expect(await eventually { (try? await Self.begin(port, "")) == nil })
        let refused = try await onThread { try kept.exchange(Self.request) }
        #expect(refused?.status == 503)
        #expect(refused?.values("Connection") == ["close"])
        gate.open()
        let answer = try await onThread { try running.response() }
        #expect(answer?.text == "done")
        #expect(answer?.values("Connection") == ["close"])
        #expect(await cutOff == 0)
        #expect(gate.arrivals == 1)
        #expect(server.requestsInFlight == 0)
    }

    @Test("A request whose body is still arriving is finished")
    func arriving() async throws {
        let (server, port) = try Self.start(Self.waiting(at: Gate()))
        let client = try await Self.begin(
            port, "POST /quick HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        let toGoOn = try await onThread { try client.response()?.status }
        #expect(toGoOn == 100)
        async let cutOff = server.drain(within: .seconds(60))
        #expect(await eventually { (try? await Self.begin(port, "")) == nil })
        let answer = try await onThread {
            client.send("abcd")
            return try client.response()?.status
        }
        #expect(answer == 200)
        #expect(await cutOff == 0)
    }

    @Test("When the time is up, handlers are cancelled and their callers answered 503")
    func timeUp() async throws {
        let gate = Gate()
        let (server, port) = try Self.start(Self.waiting(at: gate))
        let clients = [try await Self.begin(port), try await Self.begin(port), try await Self.begin(port)]
        #expect(await eventually { gate.arrivals == 3 })
        let cutOff = await server.drain(within: .milliseconds(20))
        #expect(cutOff == 3)
        let statuses = try await onThread { try clients.map { try $0.response()?.status } }
        #expect(statuses == [503, 503, 503])
        #expect(await eventually { gate.cancellations == 3 })
    }

    @Test("A second call shortens the time, and both return")
    func hurry() async throws {
        let gate = Gate()
        let (server, port) = try Self.start(Self.waiting(at: gate))
        let client = try await Self.begin(port)
        #expect(await eventually { gate.arrivals == 1 })
        async let patient = server.drain(within: .seconds(3600))
        #expect(await eventually { (try? await Self.begin(port, "")) == nil })
        let hurried = await server.drain(within: .zero)
        #expect(hurried == 0)
        #expect(await patient == 1)
        let status = try await onThread { try client.response()?.status }
        #expect(status == 503)
    }

    @Test("Connections without a request do not hold it up")
    func idle() async throws {
        let (server, port) = try Self.start(EchoHandler())
        let silent = try await Self.begin(port, "")
        let beginning = try await Self.begin(port, "GET / HTTP/1.1\r\nHo")
        let kept = try await Self.begin(port)
        let status = try await onThread { try kept.response()?.status }
        #expect(status == 200)
        #expect(await server.drain(within: .seconds(3600)) == 0)
        let rests = try await onThread { try [silent, beginning, kept].map { try $0.rest() } }
        #expect(rests == [[], [], []])
        #expect(server.connections == 0)
    }

    @Test("It is done also where the caller of drain is cancelled")
    func cancelled() async throws {
        let gate = Gate()
        let (server, port) = try Self.start(Self.waiting(at: gate))
        let client = try await Self.begin(port)
        #expect(await eventually { gate.arrivals == 1 })
        let draining = Task { await server.drain(within: .seconds(60)) }
        draining.cancel()
        gate.open()
        #expect(await draining.value == 0)
        let status = try await onThread { try client.response()?.status }
        #expect(status == 200)
    }

    @Test("Stops under load, again and again, and every caller gets a whole answer or none")
    func underLoad() async throws {
        for round in 0..<10 {
            let served = Gate()
            let handler = ClosureHandler { _ in
                served.arrived.add(1, ordering: .relaxed)
                try? await Task.sleep(for: .microseconds(200))
                return ServerResponse(status: 200, body: [UInt8](repeating: 65, count: 10_000))
            }
            let (server, port) = try Self.start(handler)
            let answers = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await onThread {
                            var statuses: [Int] = []
                            while let client = try? RawClient(port: port) {
                                while let answer = try client.exchange(Self.request) { statuses.append(answer.status) }
                            }
                            return statuses
                        }
                    }
                }
                group.addTask {
                    _ = await eventually { served.arrivals > 50 }
                    await server.drain(within: round % 2 == 0 ? .seconds(30) : .zero)
                    return []
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(answers.contains(200))
            #expect(answers.allSatisfy { $0 == 200 || $0 == 503 })
        }
    }

    @Test("A server that was not started has nothing to drain, and one that has drained does not start again")
    func order() async throws {
        let server = HTTPServer(handler: EchoHandler())
        #expect(server.boundPort == nil)
        #expect(await server.drain(within: .zero) == 0)
        let address = try #require(NetworkAddress("127.0.0.1"))
        try server.start(on: [try ListeningSocket(address: address, port: 0)])
        #expect(throws: HTTPServerError(.startFailed, "")) {
            try server.start(on: [try ListeningSocket(address: address, port: 0)])
        }
        await server.drain(within: .zero)
        #expect(await server.drain(within: .zero) == 0)
        #expect(throws: HTTPServerError(.startFailed, "")) {
            try server.start(on: [try ListeningSocket(address: address, port: 0)])
        }
    }
}
