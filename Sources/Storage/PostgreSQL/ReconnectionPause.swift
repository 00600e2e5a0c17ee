import Threads
import Cryptography

/// When a server that could not be reached may be tried again: all threads of a store share it.
///
/// Until then calls fail at once, rather than wait for a server that is down.
final class ReconnectionPause: Sendable {
    private struct State {
        var length = Duration.zero
        var end: ContinuousClock.Instant?
        var words = ""
    }

    private static let first = Duration.milliseconds(50)
    private static let longest = Duration.seconds(1)

    private let state = Locked(State())

    /// Throws the last fault while the pause lasts.
    func check() throws(PostgreSQLFault) {
        try state.withLock { state throws(PostgreSQLFault) in
            guard let end = state.end, ContinuousClock.now < end else { return }
            throw PostgreSQLFault(state.words, .connection)
        }
    }

    /// Begins a pause, longer than the last.
    func begin(_ fault: PostgreSQLFault) {
        state.withLock { state in
            state.length = min(max(state.length * 2, Self.first), Self.longest)
            state.end = ContinuousClock.now + state.length
            state.words = fault.words
        }
    }

    /// Says that the server can be reached.
    func end() {
        state.withLock { $0 = State() }
    }
}
