/// A point in time by a clock that is never set.
public struct MonotonicInstant: Sendable, Hashable, Comparable {
    /// The time since the clock's origin, which means nothing by itself.
    public let sinceOrigin: Duration

    /// Makes an instant.
    ///
    /// - Parameter sinceOrigin: The time since the clock's origin.
    public init(sinceOrigin: Duration) {
        self.sinceOrigin = sinceOrigin
    }

    /// The instant some time later.
    public static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        MonotonicInstant(sinceOrigin: instant.sinceOrigin + duration)
    }

    /// The time from one instant to another.
    public static func - (later: MonotonicInstant, earlier: MonotonicInstant) -> Duration {
        later.sinceOrigin - earlier.sinceOrigin
    }

    /// Whether an instant is before another.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.sinceOrigin < right.sinceOrigin
    }
}

/// A clock that only goes forward, whatever happens to the time of day.
///
/// Waiting and freshness are measured with it: a wall clock that is set would make them endless or void.
public protocol MonotonicClock: Sendable {
    /// The instant now.
    func now() -> MonotonicInstant

    /// Waits.
    ///
    /// - Parameter instant: Until when; it may be over a little earlier, so the caller looks at the clock again.
    /// - Throws: `OAuthClientError` with code `cancelled` when the task is cancelled.
    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError)
}

/// The system's monotonic clock, which goes on while the machine is suspended.
public struct SystemMonotonicClock: MonotonicClock {
    private static let origin = ContinuousClock.now

    /// Makes the clock.
    public init() {}

    /// The instant now, on the one time line of this process.
    public func now() -> MonotonicInstant {
        MonotonicInstant(sinceOrigin: ContinuousClock.now - Self.origin)
    }

    /// Waits.
    ///
    /// - Parameter instant: Until when.
    /// - Throws: `OAuthClientError` with code `cancelled` when the task is cancelled.
    public func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        do {
            try await ContinuousClock().sleep(until: Self.origin + instant.sinceOrigin)
        } catch {
            throw OAuthClientError(.cancelled, "the wait was given up")
        }
    }
}
