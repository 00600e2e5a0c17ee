import HTTPServer
import Testing

@testable import Operations

@Suite("Rate limits (ERR-02)")
struct TokenBucketLimiterTests {
    private let start = ContinuousClock.now
    private let key = LimitKey(name: "tv")

    @Test("A burst is allowed, then what comes back, and the answer says when")
    func burst() {
        let limiter = TokenBucketLimiter(.init(burst: 3, interval: .seconds(2)))
        for _ in 0..<3 { #expect(limiter.take(key, at: start) == .allowed) }
        #expect(limiter.take(key, at: start) == .limited(retryAfter: 2))
        #expect(limiter.take(key, at: start + .milliseconds(500)) == .limited(retryAfter: 2))
        #expect(limiter.take(key, at: start + .milliseconds(1500)) == .limited(retryAfter: 1))
        #expect(limiter.take(key, at: start + .seconds(2)) == .allowed)
        #expect(limiter.take(key, at: start + .seconds(2)) == .limited(retryAfter: 2))
    }

    @Test("Who is refused does not wait the longer for asking")
    func noPenalty() {
        let limiter = TokenBucketLimiter(.perMinute(60, burst: 1))
        #expect(limiter.take(key, at: start) == .allowed)
        for _ in 0..<1000 { #expect(limiter.take(key, at: start) == .limited(retryAfter: 1)) }
        #expect(limiter.take(key, at: start + .seconds(1)) == .allowed)
    }

    @Test("A long rest gives no more than the burst")
    func rest() {
        let limiter = TokenBucketLimiter(.init(burst: 2, interval: .seconds(1)))
        _ = limiter.take(key, at: start)
        let later = start + .seconds(1_000_000)
        #expect((0..<4).map { _ in limiter.take(key, at: later) == .allowed } == [true, true, false, false])
    }

    @Test("Time that goes backwards gives nothing away")
    func backwards() {
        let limiter = TokenBucketLimiter(.init(burst: 1, interval: .seconds(10)))
        #expect(limiter.take(key, at: start + .seconds(100)) == .allowed)
        #expect(limiter.take(key, at: start) == .limited(retryAfter: 110))
    }

    @Test("Another rate holds at once, and what was taken before is still to come back")
    func otherRate() {
        let limiter = TokenBucketLimiter(.init(burst: 2, interval: .seconds(10)))
        for _ in 0..<2 { #expect(limiter.take(key, at: start) == .allowed) }
        limiter.use(.init(burst: 40, interval: .seconds(1)))
        #expect((0..<30).filter { _ in limiter.take(key, at: start) == .allowed }.count == 20)
        limiter.use(.init(burst: 1, interval: .seconds(5)))
        #expect(limiter.take(key, at: start) == .limited(retryAfter: 40))
    }

    @Test("Keys do not share a bucket")
    func keys() throws {
        let limiter = TokenBucketLimiter(.init(burst: 1, interval: .seconds(10)))
        let peer = try Addresses.peer("192.0.2.1")
        for key in [
            LimitKey(name: "a"), LimitKey(name: "b"), LimitKey(name: ""), LimitKey(network: .local),
            LimitKey(network: peer), LimitKey(name: "a", network: peer), LimitKey(name: "a", network: .local),
            // Canonically equivalent, and yet two names.
            LimitKey(name: "\u{E9}"), LimitKey(name: "e\u{301}"),
        ] { #expect(limiter.take(key, at: start) == .allowed) }
    }

    @Test(
        "A network is one address of IPv4 or 64 bits of IPv6",
        arguments: [
            ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("0.0.0.1", "::1", false),
        ])
    func networks(_ one: String, _ other: String, _ isSame: Bool) throws {
        let keys = [LimitKey(network: try Addresses.peer(one)), LimitKey(network: try Addresses.peer(other))]
        #expect((keys[0] == keys[1]) == isSame)
        #expect(
            LimitKey(network: try Addresses.peer("2001:db8:1:2::1")) == LimitKey(ipv6Network: 0x2001_0DB8_0001_0002))
    }

    @Test("1,000,000 networks neither grow the table, nor push the honest out, nor get a clean slate")
    func flood() throws {
        let limiter = TokenBucketLimiter(.init(burst: 1, interval: .seconds(3600)), maximumKeys: 1000)
        let honest = LimitKey(network: try Addresses.peer("192.0.2.1"))
        #expect(limiter.take(honest, at: start) == .allowed)
        let attacker = LimitKey(network: try Addresses.peer("198.51.100.1"))
        #expect(limiter.take(attacker, at: start) == .allowed)
        var allowed = 0
        for number in 0..<1_000_000 {
            let key = LimitKey(ipv6Network: 0x2001_0DB8_0000_0000 + UInt64(number))
            if limiter.take(key, at: start) == .allowed { allowed += 1 }
        }
        #expect(limiter.bucketCount <= 1000 + 1000 / 16)
        #expect(allowed <= 1000 + 1000 / 16)
        // Still known, and still limited as before.
        #expect(limiter.take(attacker, at: start) != .allowed)
        #expect(limiter.take(honest, at: start + .seconds(3601)) == .allowed)
    }

    @Test("When the flood is over, newcomers have buckets of their own again")
    func recovery() throws {
        let limiter = TokenBucketLimiter(.init(burst: 1, interval: .seconds(60)), maximumKeys: 100)
        for number in 0..<1000 { _ = limiter.take(LimitKey(name: "n\(number)"), at: start) }
        let later = start + .seconds(120)
        let answers = (0..<50).map { limiter.take(LimitKey(name: "new\($0)"), at: later) }
        #expect(answers.allSatisfy { $0 == .allowed })
        #expect(limiter.bucketCount <= 100)
    }
}
