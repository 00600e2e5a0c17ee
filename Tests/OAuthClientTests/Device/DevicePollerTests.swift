import OAuthClient
import StrictJSON
import Testing

@Suite("Device polling: the state machine")
struct DevicePollerTests {
    private let start = MonotonicInstant(sinceOrigin: .seconds(50))

    private func makePoller(interval: JSONValue? = 5, lifetime: JSONValue? = 900) throws -> DevicePoller {
        DevicePoller(
            try DeviceAnswers.authorization(["interval": interval, "expires_in": lifetime]), receivedAt: start)
    }

    /// Waits for the next poll; the length of the wait, or nil where the flow ended instead.
    private func wait(_ poller: DevicePoller, _ now: inout MonotonicInstant) throws -> Duration? {
        guard case .wait(let until) = poller.step(at: now) else { return nil }
        let length = until - now
        now = until
        guard case .poll = poller.step(at: now) else { return nil }
        return length
    }

    /// The waits before each poll, when the answers come at once.
    private func waits(_ results: [DevicePollResult], interval: JSONValue? = 5) throws -> [Duration] {
        var poller = try makePoller(interval: interval)
        var now = start
        var waits: [Duration] = []
        for result in results {
            waits.append(try #require(try wait(poller, &now)))
            poller.receive(result, at: now)
        }
        if let last = try wait(poller, &now) { waits.append(last) }
        return waits
    }

    private static func seconds(_ numbers: [Int]) -> [Duration] { numbers.map { .seconds($0) } }

    @Test("8628-01: the first poll waits for the interval too, and 5 s where none is stated")
    func first() throws {
        #expect(try waits([], interval: nil) == Self.seconds([5]))
        #expect(try waits([], interval: 7) == Self.seconds([7]))
        guard case .wait = try makePoller().step(at: start + .milliseconds(4999)) else {
            Issue.record("polls too early")
            return
        }
    }

    @Test("8628-02, case B46: slow_down adds 5 s to this and all later waits")
    func sequence() throws {
        let case46 = try #require(try CaseFiles.json("B46", "sequence.json").object)
        let answers = try #require(case46["answers"]?.array).compactMap(\.string)
        let results = answers.dropLast().map { $0 == "slow_down" ? DevicePollResult.slowDown(interval: nil) : .pending }
        let expected = try #require(case46["waits_s_at_least"]?.array).compactMap(\.integer)
        #expect(answers.count == expected.count)
        #expect(try waits(results) == expected.map { .seconds($0) })
    }

    @Test("PRV-25, case B46: GitHub's new interval counts, but never less than 5 s more than before")
    func statedInterval() throws {
        for (file, expected) in [("github-slow-down.json", [5, 10, 10]), ("github-lower-interval.json", [5, 10])] {
            let case46 = try #require(try CaseFiles.json("B46", file).object)
            let entries = try #require(case46["answers"]?.array)
            let results = try entries.map { entry in
                let answer = DeviceEndpointAnswer(status: 200, members: try #require(entry.object))
                return DeviceErrorVocabulary.gitHub.result(of: answer)
            }
            #expect(try waits(results) == Self.seconds(expected), "\(file)")
        }
        #expect(try waits([.slowDown(interval: .seconds(40))]) == Self.seconds([5, 40]))
        #expect(
            try waits([.slowDown(interval: .seconds(1)), .slowDown(interval: .seconds(1))])
                == Self.seconds([5, 10, 15]))
    }

    @Test("8628-03: authorization_pending goes on with the same interval")
    func pending() throws {
        #expect(try waits([.pending, .pending, .pending]) == Self.seconds([5, 5, 5, 5]))
    }

    @Test("8628-04: each poll without an answer doubles the wait; with an answer it is again what the server asked for")
    func unavailable() throws {
        #expect(try waits([.unavailable, .unavailable, .unavailable]) == Self.seconds([5, 10, 20, 40]))
        #expect(try waits([.unavailable, .pending, .unavailable, .pending]) == Self.seconds([5, 10, 5, 10, 5]))
    }

    @Test("8628-02, 8628-04: what slow_down added stays through an outage, and counts double in it")
    func unavailableAfterSlowDown() throws {
        let results: [DevicePollResult] = [
            .slowDown(interval: nil), .unavailable, .unavailable, .slowDown(interval: nil), .pending,
        ]
        #expect(try waits(results) == Self.seconds([5, 10, 20, 40, 15, 15]))
    }

    @Test("the wait is counted from the answer, not from the poll")
    func slowAnswer() throws {
        var poller = try makePoller()
        poller.receive(.pending, at: start + .seconds(12))
        guard case .wait(let until) = poller.step(at: start + .seconds(12)) else {
            Issue.record("no wait")
            return
        }
        #expect(until == start + .seconds(17))
    }

    @Test("8628-06: it stops when the code is too old, and never waits longer")
    func expiry() throws {
        let poller = try makePoller(interval: 60, lifetime: 30)
        guard case .wait(let until) = poller.step(at: start) else {
            Issue.record("no wait")
            return
        }
        #expect(until == start + .seconds(30))
        guard case .done(.expired) = poller.step(at: until) else {
            Issue.record("goes on")
            return
        }
        guard case .done(.expired) = try makePoller().step(at: start + .seconds(10_000)) else {
            Issue.record("goes on")
            return
        }
    }

    @Test("a run of doublings ends at the deadline, not beyond every clock")
    func manyDoublings() throws {
        var poller = try makePoller()
        for _ in 0..<200 { poller.receive(.unavailable, at: start) }
        guard case .wait(let until) = poller.step(at: start) else {
            Issue.record("no wait")
            return
        }
        #expect(until == poller.deadline)
    }

    @Test("8628-03: a decision, an expired code and an error each end the flow, at once and for good")
    func ends() throws {
        let error = OAuthClientError(.refusedByProvider, "x", providerCode: "invalid_grant")
        let granted = try DeviceAnswers.answer(#"{"access_token":"t"}"#)
        for result in [.denied, .expired, .failed(error), .granted(granted)] as [DevicePollResult] {
            var poller = try makePoller()
            poller.receive(result, at: start)
            poller.receive(.pending, at: start)
            poller.receive(.granted(try DeviceAnswers.answer(#"{"access_token":"other"}"#)), at: start)
            guard case .done(let outcome) = poller.step(at: start + .seconds(1)) else {
                Issue.record("goes on after \(result)")
                continue
            }
            switch (result, outcome) {
            case (.denied, .denied), (.expired, .expired): break
            case (.failed, .failed(let found)): #expect(found == error)
            case (.granted, .granted(let answer)): #expect(answer.members["access_token"] == "t")
            default: Issue.record("\(result) ended as \(outcome)")
            }
        }
    }

    @Test("a token that arrives after the deadline is delivered all the same")
    func lateToken() throws {
        var poller = try makePoller()
        poller.receive(.granted(try DeviceAnswers.answer(#"{"access_token":"t"}"#)), at: start + .seconds(901))
        guard case .done(.granted) = poller.step(at: start + .seconds(901)) else {
            Issue.record("the token is lost")
            return
        }
    }
}
