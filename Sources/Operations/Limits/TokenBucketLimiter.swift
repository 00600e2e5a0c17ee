import Threads
import Cryptography

/// A token bucket for each key: so many at once, and so many a second after that.
public final class TokenBucketLimiter: Sendable {
    /// How much is allowed.
    public struct Rate: Sendable, Equatable {
        /// How many at once.
        public let burst: Int
        /// How long one takes to come back.
        public let interval: Duration

        /// Makes a rate.
        ///
        /// - Parameters:
        ///   - burst: How many at once, at least 1.
        ///   - interval: How long one takes to come back, at least a microsecond.
        public init(burst: Int, interval: Duration) {
            self.burst = min(max(burst, 1), 1_000_000)
            self.interval = min(max(interval, .microseconds(1)), .seconds(86400))
        }

        /// So many per minute.
        ///
        /// - Parameters:
        ///   - count: How many, at least 1.
        ///   - burst: How many at once.
        /// - Returns: The rate.
        public static func perMinute(_ count: Int, burst: Int) -> Rate {
            Rate(burst: burst, interval: .seconds(60) / max(count, 1))
        }
    }

    /// What becomes of a request.
    public enum Decision: Sendable, Equatable {
        /// It is served.
        case allowed
        /// It is not, and would not be for so many seconds: the value of Retry-After (RFC 6585, section 4).
        case limited(retryAfter: Int)
    }

    private let rate: Locked<Rate>
    private let start = ContinuousClock.now
    /// For each key the time at which its bucket is full again.
    private let table: Locked<BoundedTable<Duration>>

    /// Makes a limiter whose buckets are full.
    ///
    /// - Parameters:
    ///   - rate: How much is allowed.
    ///   - maximumKeys: How many keys have a bucket of their own at one time; about 64 bytes each.
    public init(_ rate: Rate, maximumKeys: Int = 65536) {
        self.rate = Locked(rate)
        let refill = rate.interval * rate.burst
        table = Locked(
            BoundedTable(maximumKeys: maximumKeys, sweepInterval: min(max(refill / 4, .milliseconds(100)), .seconds(5)))
            {
                $0 <= $1
            })
    }

    /// Goes on with another rate; what was taken out of the buckets is still to come back.
    ///
    /// - Parameter rate: How much is allowed.
    public func use(_ rate: Rate) { self.rate.withLock { $0 = rate } }

    /// Takes one out of a bucket.
    ///
    /// - Parameters:
    ///   - key: Whose bucket.
    ///   - now: The time.
    /// - Returns: Whether there was one.
    public func take(_ key: LimitKey, at now: ContinuousClock.Instant = .now) -> Decision {
        let now = start.duration(to: now)
        let rate = rate.withLock { $0 }
        let interval = rate.interval
        let size = interval * rate.burst
        return table.withLock { table in
            table.update(key, now: now) { fullAt in
                let next = max(fullAt ?? now, now) + interval
                let excess = next - now - size
                guard excess <= .zero else {
                    let (seconds, attoseconds) = excess.components
                    return .limited(retryAfter: Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0))
                }
                fullAt = next
                return .allowed
            }
        }
    }

    /// How many buckets are kept.
    var bucketCount: Int { table.withLock { $0.count } }
}
