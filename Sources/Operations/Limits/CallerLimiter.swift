public import HTTPServer

/// What each network may ask for, and what the networks of one subscriber may together.
///
/// A /48 of IPv6 has 65,536 networks: together they get ten times what one gets. An address of IPv4 is by itself.
public final class CallerLimiter: Sendable {
    private static let factor = 10

    private let narrow: TokenBucketLimiter
    private let wide: TokenBucketLimiter

    /// Makes a limiter whose buckets are full.
    ///
    /// - Parameter rate: What one network gets.
    public init(_ rate: TokenBucketLimiter.Rate) {
        narrow = TokenBucketLimiter(rate)
        wide = TokenBucketLimiter(Self.wide(rate))
    }

    /// Goes on with another rate; what was taken out of the buckets is still to come back.
    ///
    /// - Parameter rate: What one network gets.
    public func use(_ rate: TokenBucketLimiter.Rate) {
        narrow.use(rate)
        wide.use(Self.wide(rate))
    }

    /// Takes one for a caller.
    ///
    /// - Parameters:
    ///   - caller: Who called.
    ///   - now: The time.
    /// - Returns: Whether there was one.
    public func take(
        _ caller: PeerAddress, at now: ContinuousClock.Instant = .now
    ) -> TokenBucketLimiter.Decision {
        // The network first: who is stopped there, uses nothing up for its neighbours.
        let own = narrow.take(LimitKey(network: caller), at: now)
        guard case .allowed = own, let wider = LimitKey(widerNetwork: caller) else { return own }
        return wide.take(wider, at: now)
    }

    private static func wide(_ rate: TokenBucketLimiter.Rate) -> TokenBucketLimiter.Rate {
        TokenBucketLimiter.Rate(burst: rate.burst * factor, interval: rate.interval / factor)
    }
}
