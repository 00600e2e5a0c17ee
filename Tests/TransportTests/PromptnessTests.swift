import OAuthClient
import TestSupport
import Testing
import Transport

/// In processes of their own: among all tests, a task may wait for its turn longer than what is measured.
@Suite("Promptness", .serialized)
struct PromptnessTests {
    @Test("cancelling ends the call within 100 ms and closes the connection")
    func cancel() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer()
            let transport = try Transports.make()
            let request = try Transports.post(server.url("/hang"))
            let task = Task { try await Transports.failure(of: request, over: transport) }
            #expect(try await server.waits(for: "request"))
            let start = ContinuousClock.now
            task.cancel()
            let error = try await task.value
            let time = ContinuousClock.now - start
            #expect(time < .milliseconds(100))
            #expect(error.code == .cancelled)
            #expect(!error.isTemporary)
            #expect(
                error.reason == "POST http://127.0.0.1:\(server.port)/hang failed (receive): its caller gave it up")
            #expect(try await server.waits(for: "closed", seconds: 1))
        }
    }

    @Test("gives up where no connection comes about in time, and the one deadline holds over both attempts")
    func connectDeadline() async throws {
        await #expect(processExitsWith: .success) {
            let deaf = try LoopbackServer(.deaf)
            let url = try deaf.url("/ok")
            let clock = ContinuousClock()
            let hasty = try Transports.make(connectDeadline: .milliseconds(300))
            let once = try await clock.measure {
                let error = try await Transports.failure(of: Transports.post(url), over: hasty)
                #expect(error.code == .providerUnavailable)
                #expect(error.reason.hasSuffix("failed (connect): there was no connection in time"))
            }
            #expect(.milliseconds(300)..<(.milliseconds(600)) ~= once)
            let limited = try Transports.make(deadline: .milliseconds(500), connectDeadline: .milliseconds(300))
            let twice = try await clock.measure {
                let error = try await Transports.failure(of: .get(url), over: limited)
                #expect(error.reason.hasSuffix("failed (connect): there was no whole answer in time"))
            }
            #expect(.milliseconds(500)..<(.milliseconds(800)) ~= twice)
        }
    }

    @Test("a request to a server that is at hand is not held up")
    func speed() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer()
            let transport = try Transports.make()
            let request = try HTTPRequest.get(server.url("/ok"))
            _ = try await transport.send(request)
            let time = try await ContinuousClock().measure {
                for _ in 0..<100 { _ = try await transport.send(request) }
            }
            #expect(time < .seconds(1))
        }
    }
}
