import HTTPServer
import Operations
import Testing

@Suite("The tar pit for wrong secrets (6749-05, 6819-05)")
struct FailureDelayTests {
    private let start = ContinuousClock.now

    @Test("Each failure waits twice as long, up to the limit")
    func growth() throws {
        let pit = FailureDelay()
        let peer = try Addresses.peer("192.0.2.1")
        let delays = (0..<8).map { _ in pit.delayAfterFailure(of: "tv", from: peer, at: start) }
        #expect(delays == [125, 250, 500, 1000, 2000, 4000, 4000, 4000].map { .milliseconds($0) })
    }

    @Test("It never grows beyond the limit, whatever comes")
    func cap() throws {
        let pit = FailureDelay()
        let peer = try Addresses.peer("192.0.2.1")
        let delays = (0..<5000).map { _ in pit.delayAfterFailure(of: "tv", from: peer, at: start) }
        #expect(delays.max() == .seconds(4))
    }

    @Test("Guesses at one client from many networks are slowed, and so are those at many clients from one network")
    func spread() throws {
        let byClient = FailureDelay()
        for number in 0..<10 {
            _ = byClient.delayAfterFailure(of: "tv", from: try Addresses.peer("192.0.2.\(number)"), at: start)
        }
        #expect(
            byClient.delayAfterFailure(of: "tv", from: try Addresses.peer("198.51.100.1"), at: start) == .seconds(4))
        #expect(
            byClient.delayAfterFailure(of: "pc", from: try Addresses.peer("198.51.100.9"), at: start)
                == .milliseconds(125))
        let byNetwork = FailureDelay()
        for number in 0..<10 {
            _ = byNetwork.delayAfterFailure(
                of: "c\(number)", from: try Addresses.peer("2001:db8::\(number)"), at: start)
        }
        #expect(
            byNetwork.delayAfterFailure(of: "x", from: try Addresses.peer("2001:db8::ff"), at: start) == .seconds(4))
    }

    @Test("Failures are forgotten after a while, and those of a network by a right secret")
    func forgotten() throws {
        let pit = FailureDelay(memory: .seconds(60))
        let peer = try Addresses.peer("192.0.2.1")
        for _ in 0..<5 { _ = pit.delayAfterFailure(of: "tv", from: peer, at: start) }
        #expect(pit.delayAfterFailure(of: "tv", from: peer, at: start + .seconds(61)) == .milliseconds(125))
        for _ in 0..<5 { _ = pit.delayAfterFailure(of: "tv", from: peer, at: start + .seconds(62)) }
        pit.forgetFailures(from: peer)
        #expect(pit.delayAfterFailure(of: "other", from: peer, at: start + .seconds(63)) == .milliseconds(125))
        // The client's own remain: an attacker with a client of his own does not start afresh at another's.
        #expect(pit.delayAfterFailure(of: "tv", from: peer, at: start + .seconds(63)) == .seconds(4))
    }

    @Test("More answers than may wait are refused at once")
    func waiting() async throws {
        let pit = FailureDelay(first: .seconds(30), maximum: .seconds(30), maximumWaiting: 2)
        let peer = try Addresses.peer("192.0.2.1")
        let answers = await withTaskGroup(of: TokenBucketLimiter.Decision.self) { group in
            for _ in 0..<3 { group.addTask { await pit.wait(afterFailureOf: "tv", from: peer) } }
            // Two of the three wait for half a minute; the other is answered before that.
            let first = await group.next()
            group.cancelAll()
            return [first]
        }
        #expect(answers == [.limited(retryAfter: 30)])
        let short = FailureDelay(first: .milliseconds(1), maximumWaiting: 1)
        #expect(await short.wait(afterFailureOf: "tv", from: peer) == .allowed)
        #expect(await short.wait(afterFailureOf: "tv", from: peer) == .allowed)
    }
}
