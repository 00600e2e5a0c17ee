import Threads
import Cryptography
import OAuthClient

/// A monotonic clock that moves when it is told to, and jumps ahead when somebody waits.
final class FakeClock: MonotonicClock {
    private struct Content {
        var now = MonotonicInstant(sinceOrigin: .seconds(1_000))
        var sleeps: [Duration] = []
    }

    private let content = Locked(Content())

    func now() -> MonotonicInstant { content.withLock { $0.now } }

    func advance(seconds: Double) {
        content.withLock { $0.now = $0.now + .seconds(seconds) }
    }

    /// The waits so far.
    var sleeps: [Duration] { content.withLock { $0.sleeps } }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the wait was given up") }
        content.withLock { content in
            content.sleeps.append(instant - content.now)
            content.now = max(content.now, instant)
        }
    }
}

/// Bytes that are always the same.
struct FixedRandom: RandomSource {
    let byte: UInt8

    func bytes(count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
