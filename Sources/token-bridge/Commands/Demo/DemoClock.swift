import JOSE
import Threads

/// The system's clock, which the demo can put ahead: nobody waits an hour for a token to expire.
final class DemoClock: WallClock {
    private let ahead = Locked<Int64>(0)

    /// The time now, as far ahead as it was put.
    func now() throws(JOSEError) -> NumericDate {
        try SystemWallClock().now() + ahead.withLock { $0 }
    }

    /// Puts the clock ahead.
    func advance(by seconds: Int64) {
        ahead.withLock { $0 += seconds }
    }
}
