import Threads
import Cryptography
import JOSE

/// A clock that stands until it is moved.
final class MovedClock: WallClock {
    private let time: Locked<Int64>

    init(_ time: Int64) {
        self.time = Locked(time)
    }

    var seconds: Int64 { time.withLock { $0 } }

    func now() -> NumericDate { NumericDate(secondsSinceEpoch: seconds) }

    func advance(_ seconds: Int64) {
        time.withLock { $0 += seconds }
    }
}
