import Threads
import Cryptography
import OAuthClient
import StrictJSON
import Testing

@Suite("Device polling: the driver")
struct DevicePollingTests {
    /// Answers to polls, in their order.
    private final class Script: Sendable {
        private let answers: Locked<[Result<DeviceEndpointAnswer, OAuthClientError>]>
        private let codes = Locked<[String]>([])

        init(_ answers: [Result<DeviceEndpointAnswer, OAuthClientError>]) {
            self.answers = Locked(answers)
        }

        var polls: Int { codes.withLock { $0.count } }

        func next(_ code: DeviceCode) throws(OAuthClientError) -> DeviceEndpointAnswer {
            codes.withLock { $0.append(code.secretText) }
            #expect(code.secretText == "dc-fake")
            let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let answer else {
                Issue.record("one poll too many")
                throw OAuthClientError(.answerMalformed, "one poll too many")
            }
            return try answer.get()
        }
    }

    private let clock = FakeClock()

    private func outcome(
        _ script: Script, events: Locked<[String]> = Locked([])
    ) async throws -> DevicePoller.Outcome {
        let polling = DevicePolling(
            try DeviceAnswers.authorization(), receivedAt: clock.now(), vocabulary: .gitHub, clock: clock
        ) { code throws(OAuthClientError) in try script.next(code) }
        return try await polling.outcome { event in
            events.withLock { $0.append(Self.name(of: event)) }
        }
    }

    private static func name(of event: DevicePollingEvent) -> String {
        switch event {
        case .waiting: "waiting"
        case .slowedDown(let interval): "slow down \(interval.components.seconds)"
        case .unreachable(let reason): "unreachable: \(reason)"
        case .reachable: "reachable"
        }
    }

    private static func gone(_ seconds: Int? = nil) -> Result<DeviceEndpointAnswer, OAuthClientError> {
        .failure(OAuthClientError(.providerUnavailable, "no way to dc-fake", retryAfterSeconds: seconds))
    }

    @Test("what happens is told once each time it begins, without the device code")
    func events() async throws {
        let pending = try DeviceAnswers.answer(#"{"error":"authorization_pending"}"#)
        let events: Locked<[String]> = Locked([])
        let script = Script([
            .success(pending), .success(pending), Self.gone(), Self.gone(),
            .success(DeviceEndpointAnswer(status: 503, members: JSONObject())),
            .success(try DeviceAnswers.answer(#"{"error":"slow_down"}"#)), Self.gone(),
            .success(try DeviceAnswers.answer(#"{"access_token":"t"}"#)),
        ])
        guard case .granted = try await outcome(script, events: events) else {
            Issue.record("not granted")
            return
        }
        #expect(
            events.withLock { $0 } == [
                "waiting", "unreachable: no way to (redacted)", "reachable", "slow down 10",
                "unreachable: no way to (redacted)", "reachable",
            ])
    }

    @Test("8628-04: Retry-After is kept where it is longer than the pause, and does not make it shorter")
    func retryAfter() async throws {
        let script = Script([
            Self.gone(60), Self.gone(1),
            .success(DeviceEndpointAnswer(status: 503, members: JSONObject(), retryAfterSeconds: 100)),
            .success(try DeviceAnswers.answer(#"{"error":"access_denied"}"#)),
        ])
        _ = try await outcome(script)
        let total = clock.sleeps.reduce(Duration.zero, +)
        #expect(total == .seconds(5 + 60 + 20 + 100), "\(clock.sleeps)")
    }

    @Test("a provider that answers nothing until the code is too old is told from a person who does not decide")
    func neverAnswered() async throws {
        let fault = OAuthClientError(.providerUnavailable, "expired", connectionFault: .certificateOutOfTime)
        let pending = try DeviceAnswers.answer(#"{"error":"authorization_pending"}"#)
        let script = Script([.success(pending)] + Array(repeating: .failure(fault), count: 20))
        guard case .failed(let error) = try await outcome(script) else {
            Issue.record("not failed")
            return
        }
        #expect(error.code == .providerUnavailable && error.connectionFault == .certificateOutOfTime)
        #expect(error.reason == "GitHub did not answer any more until the code was too old: expired")
    }

    @Test("the last answer before the code was too old counts, whatever went before")
    func answeredAtLast() async throws {
        let pending = try DeviceAnswers.answer(#"{"error":"authorization_pending"}"#)
        let script = Script([Self.gone(800)] + Array(repeating: .success(pending), count: 60))
        guard case .expired = try await outcome(script) else {
            Issue.record("not expired")
            return
        }
    }

    private func answers(_ texts: [String]) throws -> Script {
        Script(try texts.map { .success(try DeviceAnswers.answer($0)) })
    }

    @Test("it polls with the device code, at the right times, until the person says yes")
    func granted() async throws {
        let script = try answers([
            #"{"error":"authorization_pending"}"#, #"{"error":"slow_down","interval":12}"#,
            #"{"error":"authorization_pending"}"#, #"{"access_token":"t"}"#,
        ])
        guard case .granted(let answer) = try await outcome(script) else {
            Issue.record("not granted")
            return
        }
        #expect(answer.members["access_token"] == "t")
        #expect(clock.sleeps == [.seconds(5), .seconds(5), .seconds(12), .seconds(12)])
        #expect(script.polls == 4)
    }

    @Test("a denial ends it")
    func denied() async throws {
        guard case .denied = try await outcome(try answers([#"{"error":"access_denied"}"#])) else {
            Issue.record("not denied")
            return
        }
    }

    @Test("8628-04: a provider that does not answer is asked half as often; another error ends it")
    func failures() async throws {
        let unavailable = OAuthClientError(.providerUnavailable, "timeout")
        let script = Script([.failure(unavailable), .failure(OAuthClientError(.answerMalformed, "html"))])
        guard case .failed(let error) = try await outcome(script) else {
            Issue.record("not failed")
            return
        }
        #expect(error.code == .answerMalformed)
        #expect(clock.sleeps == [.seconds(5), .seconds(10)])
    }

    @Test("8628-06: it stops when the code is too old")
    func expired() async throws {
        let pending = try DeviceAnswers.answer(#"{"error":"authorization_pending"}"#)
        let script = Script(Array(repeating: .success(pending), count: 179))
        guard case .expired = try await outcome(script) else {
            Issue.record("not expired")
            return
        }
        #expect(script.polls == 179)
    }

    @Test("PRV-28: a cancelled task polls no more")
    func cancelled() async throws {
        let script = Script([])
        let task = Task { () -> OAuthClientError.Code? in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do {
                _ = try await outcome(script)
                return nil
            } catch {
                return (error as? OAuthClientError)?.code
            }
        }
        #expect(await task.value == .cancelled)
        #expect(script.polls == 0)
    }

    @Test("PRV-28: a poll that was cancelled is no failure of the provider")
    func cancelledPoll() async throws {
        let script = Script([.failure(OAuthClientError(.cancelled, "given up"))])
        await #expect(throws: OAuthClientError(.cancelled, "")) { _ = try await outcome(script) }
        #expect(script.polls == 1)
    }

    @Test("the system's clock goes forward, waits and can be cancelled")
    func systemClock() async throws {
        let clock = SystemMonotonicClock()
        let start = clock.now()
        try await clock.sleep(until: start + .milliseconds(2))
        #expect(clock.now() >= start + .milliseconds(2))
        let task = Task { () -> OAuthClientError.Code? in
            do throws(OAuthClientError) {
                try await clock.sleep(until: start + .seconds(3600))
                return nil
            } catch {
                return error.code
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
