import Threads
import Cryptography
public import HTTPServer

/// The tar pit for wrong client secrets (RFC 6749, section 2.3.1; RFC 6819, section 5.1.4.2.4).
///
/// Each failure of a client or from a network makes the answer to the next failure slower, up to a limit. Nobody is
/// locked out: a right secret is never delayed, however many wrong ones came before it.
public final class FailureDelay: Sendable {
    private struct Failures: Sendable {
        var count: Int
        var last: Duration
    }

    private let first: Duration
    private let maximum: Duration
    private let memory: Duration
    private let maximumWaiting: Int
    private let start = ContinuousClock.now
    private let table: Locked<BoundedTable<Failures>>
    private let waiting = Locked(0)

    /// Makes a tar pit.
    ///
    /// - Parameters:
    ///   - first: How long the answer to a first failure waits; each failure doubles it.
    ///   - maximum: How long an answer waits at most.
    ///   - memory: How long after the last failure it is forgotten.
    ///   - maximumWaiting: How many answers wait at one time; more are to be refused at once, with 429.
    ///   - maximumKeys: How many clients and networks are known at one time.
    public init(
        first: Duration = .milliseconds(125), maximum: Duration = .seconds(4), memory: Duration = .seconds(600),
        maximumWaiting: Int = 256, maximumKeys: Int = 65536
    ) {
        self.first = first
        self.maximum = maximum
        self.memory = memory
        self.maximumWaiting = maximumWaiting
        table = Locked(
            BoundedTable(maximumKeys: maximumKeys, sweepInterval: .seconds(5)) { state, now in
                state.last + memory <= now
            })
    }

    /// Notes a failure.
    ///
    /// - Parameters:
    ///   - client: The client whose secret was wrong.
    ///   - network: Who sent it.
    ///   - now: The time.
    /// - Returns: How long the answer has to wait.
    public func delayAfterFailure(
        of client: String, from network: PeerAddress, at now: ContinuousClock.Instant = .now
    ) -> Duration {
        let now = start.duration(to: now)
        // Guesses come from many networks at one client, or from one network at many clients.
        let keys = [LimitKey(name: client), LimitKey(network: network)]
        let counts = table.withLock { table in keys.map { Self.count($0, &table, now, memory) } }
        let doublings = min((counts.max() ?? 1) - 1, 30)
        return min(first * (1 << doublings), maximum)
    }

    /// Notes a failure and waits.
    ///
    /// - Parameters:
    ///   - client: The client whose secret was wrong.
    ///   - network: Who sent it.
    /// - Returns: `allowed` where the answer has waited and can be given; `limited` at once where too many wait.
    public func wait(afterFailureOf client: String, from network: PeerAddress) async -> TokenBucketLimiter.Decision {
        let delay = delayAfterFailure(of: client, from: network)
        let mayWait = waiting.withLock { waiting in
            guard waiting < maximumWaiting else { return false }
            waiting += 1
            return true
        }
        guard mayWait else { return .limited(retryAfter: max(1, Int(clamping: maximum.components.seconds))) }
        defer { waiting.withLock { $0 -= 1 } }
        // Who hangs up in the meantime is answered by nobody.
        try? await Task.sleep(for: delay)
        return .allowed
    }

    /// Forgets the failures of a client from a network that has shown the right secret.
    ///
    /// Those of the client remain where other networks have a part in them.
    ///
    /// - Parameter network: Who sent it.
    public func forgetFailures(from network: PeerAddress) {
        table.withLock { table in
            guard table.count > 0 else { return }
            table.update(LimitKey(network: network), now: start.duration(to: .now)) { $0 = nil }
        }
    }

    private static func count(
        _ key: LimitKey, _ table: inout BoundedTable<Failures>, _ now: Duration, _ memory: Duration
    ) -> Int {
        table.update(key, now: now) { failures in
            let before = failures.map { $0.last + memory <= now ? 0 : $0.count } ?? 0
            failures = Failures(count: min(before + 1, 1000), last: now)
            return before + 1
        }
    }
}
