import Glibc

/// A clock that tells the time of day.
///
/// Where time matters it is passed in; nothing reads the system's clock by itself.
public protocol WallClock: Sendable {
    /// The time now.
    ///
    /// - Throws: `JOSEError` with code `clockUnavailable`.
    func now() throws(JOSEError) -> NumericDate
}

/// The system's clock.
public struct SystemWallClock: WallClock {
    /// Makes the clock.
    public init() {}

    /// The time now, with the nanoseconds dropped.
    public func now() throws(JOSEError) -> NumericDate {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
            throw JOSEError(.clockUnavailable, "the system's clock cannot be read")
        }
        return NumericDate(secondsSinceEpoch: Int64(time.tv_sec))
    }
}

/// A clock that stands still, for checks at a stated time.
public struct FixedWallClock: WallClock {
    private let time: NumericDate

    /// Makes a clock that stands at a time.
    public init(_ time: NumericDate) {
        self.time = time
    }

    /// The stated time.
    public func now() -> NumericDate { time }
}
