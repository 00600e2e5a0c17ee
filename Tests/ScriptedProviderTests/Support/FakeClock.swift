import Threads
import Cryptography
import OAuthClient

/// A monotonic clock that jumps ahead when somebody waits.
final class FakeClock: MonotonicClock {
    private let time = Locked((now: MonotonicInstant(sinceOrigin: .seconds(1_000)), sleeps: [Duration]()))

    func now() -> MonotonicInstant { time.withLock { $0.now } }

    /// The waits so far.
    var sleeps: [Duration] { time.withLock { $0.sleeps } }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        time.withLock { time in
            time.sleeps.append(instant - time.now)
            time.now = max(time.now, instant)
        }
    }
}

/// Bytes that are always the same.
struct FixedRandom: RandomSource {
    let byte: UInt8

    func bytes(count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
