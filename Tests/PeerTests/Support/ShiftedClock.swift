import Threads
import Cryptography
import OAuthClient

/// The system's monotonic clock, which can be put ahead.
final class ShiftedClock: MonotonicClock {
    private let ahead = Locked(Duration.zero)

    /// Lets time pass.
    func advance(seconds: Int) {
        ahead.withLock { $0 += .seconds(seconds) }
    }

    func now() -> MonotonicInstant {
        SystemMonotonicClock().now() + ahead.withLock { $0 }
    }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        try await SystemMonotonicClock().sleep(until: instant)
    }
}
