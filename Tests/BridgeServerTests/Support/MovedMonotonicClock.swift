import OAuthClient
import Threads

/// A monotonic clock that stands until it is moved.
final class MovedMonotonicClock: MonotonicClock {
    private let time = Locked(MonotonicInstant(sinceOrigin: .seconds(1_000)))

    func now() -> MonotonicInstant { time.withLock { $0 } }

    func advance(_ seconds: Int64) {
        time.withLock { $0 = $0 + .seconds(seconds) }
    }

    /// Nobody waits by it.
    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        throw OAuthClientError(.cancelled, "this clock wakes nobody")
    }
}
