import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Cancellation and shutting down")
struct CancellationTests {
    private let server: LoopbackServer
    private let transport: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try Transports.make()
    }

    private func error(of task: Task<HTTPResponse, any Error>) async -> OAuthClientError? {
        do {
            _ = try await task.value
            return nil
        } catch {
            return error as? OAuthClientError
        }
    }

    @Test("a call of a task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
        let request = try HTTPRequest.get(server.url("/ok"))
        // Many, for the cancellation may overtake the request.
        for _ in 0..<300 {
            let task = Task { [transport] in
                while !Task.isCancelled { await Task.yield() }
                return try await transport.send(request)
            }
            task.cancel()
            #expect(await error(of: task)?.code == .cancelled)
        }
        #expect(server.events.isEmpty)
    }

    @Test("cancelling one call leaves the others, and cancelling at any moment ends every call")
    func cancelMany() async throws {
        let request = try HTTPRequest.get(server.url("/slow/0.05"))
        let tasks = (0..<40).map { _ in Task { [transport] in try await transport.send(request) } }
        for (index, task) in tasks.enumerated() where index % 2 == 0 {
            if index % 4 == 0 { try await Task.sleep(for: .milliseconds(1)) }
            task.cancel()
        }
        for (index, task) in tasks.enumerated() {
            let error = await error(of: task)
            #expect(index % 2 == 0 ? error == nil || error?.code == .cancelled : error == nil)
        }
    }

    @Test("cancelling a call that waits for its turn sends nothing")
    func cancelWaiting() async throws {
        let narrow = try Transports.make(maximumTransfers: 1)
        let request = try Transports.post(server.url("/hang"))
        let first = Task { try await narrow.send(request) }
        #expect(try await server.waits(for: "request"))
        let second = Task { try await narrow.send(request) }
        try await Task.sleep(for: .milliseconds(50))
        second.cancel()
        #expect(await error(of: second)?.code == .cancelled)
        first.cancel()
        #expect(await error(of: first)?.code == .cancelled)
        #expect(server.count("request") == 1)
    }

    @Test("cancelling in the pause before the second attempt ends the call")
    func cancelInPause() async throws {
        let pausing = try CurlTransport(
            TransportConfiguration(version: "1", proxy: .none),
            pause: RetryPause(random: FixedRandom(byte: 255)) { _ in try await Task.sleep(for: .seconds(60)) })
        let request = try HTTPRequest.get(server.url("/first/503"))
        let task = Task { try await pausing.send(request) }
        #expect(try await server.waits(for: "request"))
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await error(of: task)?.code == .cancelled)
        #expect(server.count("request") == 1)
    }

    @Test("shutting down ends requests under way, closes connections, and refuses what comes after")
    func shutDown() async throws {
        let request = try HTTPRequest.get(server.url("/hang"))
        let tasks = (0..<10).map { _ in Task { [transport] in try await transport.send(request) } }
        #expect(try await server.waits(for: "request", count: 10))
        async let first: Void = transport.shutDown()
        async let second: Void = transport.shutDown()
        _ = await (first, second)
        for task in tasks {
            let error = await error(of: task)
            #expect(error?.code == .cancelled)
            #expect(error?.reason.hasSuffix("(receive): the transport is shut down") == true)
        }
        #expect(try await server.waits(for: "closed", count: 10, seconds: 1))
        #expect(try await Transports.failure(of: request, over: transport).code == .cancelled)
        await transport.shutDown()
    }

    @Test("a transport that nobody holds any more ends its thread and its connections")
    func released() async throws {
        weak var gone: CurlTransport?
        do {
            let short = try Transports.make()
            gone = short
            _ = try await short.send(.get(server.url("/ok")))
            #expect(server.count("closed") == 0)
        }
        #expect(gone == nil)
        #expect(try await server.waits(for: "closed", seconds: 1))
    }
}
