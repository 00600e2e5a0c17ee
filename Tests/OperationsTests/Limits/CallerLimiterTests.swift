import HTTPServer
import Testing

@testable import Operations

@Suite("What the networks of one subscriber may ask for together")
struct CallerLimiterTests {
    private let start = ContinuousClock.now

    private static func peer(_ text: String) throws -> PeerAddress {
        .network(try #require(NetworkAddress(text)))
    }

    private func allowed(_ limiter: CallerLimiter, _ texts: [String], at moment: ContinuousClock.Instant) throws -> Int
    {
        try texts.count { limiter.take(try Self.peer($0), at: moment) == .allowed }
    }

    @Test("a /48 of IPv6 gets ten times what one /64 gets, at once and afterwards; another /48 has its own")
    func subscribers() throws {
        let limiter = CallerLimiter(.init(burst: 3, interval: .seconds(10)))
        let own = (0..<200).map { "2001:db8:1:\(String($0, radix: 16))::1" }
        #expect(try allowed(limiter, own, at: start) == 30)
        guard case .limited(let seconds) = limiter.take(try Self.peer("2001:db8:1:ffff::1"), at: start) else {
            Issue.record("the /48 has no limit")
            return
        }
        #expect(seconds == 1)
        #expect(try allowed(limiter, ["2001:db8:2::1", "2001:db8:2:1::1", "192.0.2.1"], at: start) == 3)
        #expect(limiter.take(.local, at: start) == .allowed)
        #expect(try allowed(limiter, own, at: start + .seconds(5)) == 5)
    }

    @Test("one /64 is stopped by its own limit, and uses up nothing of its neighbours'")
    func networks() throws {
        let limiter = CallerLimiter(.init(burst: 3, interval: .seconds(10)))
        let one = (0..<500).map { "2001:db8:1:1::\(String($0, radix: 16))" }
        #expect(try allowed(limiter, one, at: start) == 3)
        let others = (2..<200).map { "2001:db8:1:\(String($0, radix: 16))::1" }
        #expect(try allowed(limiter, others, at: start) == 27)
    }

    @Test("addresses of IPv4 are no neighbours of each other, mapped into IPv6 or not")
    func addresses() throws {
        let limiter = CallerLimiter(.init(burst: 1, interval: .seconds(10)))
        #expect(try allowed(limiter, (0..<200).map { "192.0.2.\($0)" }, at: start) == 200)
        #expect(try allowed(limiter, (0..<100).map { "::ffff:198.51.100.\($0)" }, at: start) == 100)
        #expect(try allowed(limiter, ["192.0.2.1", "::ffff:192.0.2.1"], at: start) == 0)
    }

    @Test("another rate holds for the larger networks too")
    func otherRate() throws {
        let limiter = CallerLimiter(.init(burst: 1, interval: .seconds(10)))
        limiter.use(.init(burst: 2, interval: .seconds(10)))
        let own = (0..<99).map { "2001:db8:1:\($0)::1" }
        #expect(try allowed(limiter, own, at: start) == 20)
    }
}
