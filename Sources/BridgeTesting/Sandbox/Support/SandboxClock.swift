public import JOSE
import Threads

/// A clock that goes only when it is told to, for tests of what time does.
public final class SandboxClock: WallClock {
    private let time: Locked<NumericDate>

    /// Makes a clock.
    ///
    /// - Parameter time: The time it shows.
    public init(_ time: NumericDate) {
        self.time = Locked(time)
    }

    /// The time it shows.
    public func now() -> NumericDate {
        time.withLock { $0 }
    }

    /// Puts it forward.
    ///
    /// - Parameter seconds: By how many seconds; back where they are negative.
    public func advance(by seconds: Int64) {
        time.withLock { $0 = $0 + seconds }
    }
}
