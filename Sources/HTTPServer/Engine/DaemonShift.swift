import Threads
import Synchronization

/// The daemon that takes new connections, and those before it that still have some.
final class DaemonShift: Sendable {
    private struct State {
        var current: MicrohttpdDaemon
        var retired: [MicrohttpdDaemon] = []
    }

    private let state: Locked<State>

    init(_ daemon: MicrohttpdDaemon) {
        state = Locked(State(current: daemon))
    }

    /// Calls with the current daemon, which meanwhile stays so.
    func withCurrent(_ body: (MicrohttpdDaemon) -> Void) {
        state.withLock { body($0.current) }
    }

    /// How requests come.
    var scheme: ServerRequest.Scheme { state.withLock { $0.current.scheme } }

    /// Lets another daemon take new connections; the one before goes on with its own until they end.
    func replace(with daemon: MicrohttpdDaemon) {
        state.withLock { state in
            state.current.isRetired.store(true, ordering: .relaxed)
            state.retired.append(state.current)
            state.current = daemon
        }
    }

    /// Stops the retired daemons that have no connection left.
    func stopEmpty() {
        let empty = state.withLock { state in
            let empty = state.retired.filter(\.isEmpty)
            state.retired.removeAll(where: \.isEmpty)
            return empty
        }
        for daemon in empty { daemon.stop() }
    }

    /// Stops all; no connection may be suspended, and nobody may call anything but this any more.
    func stopAll() {
        let all = state.withLock { state in
            defer { state.retired = [] }
            return state.retired + [state.current]
        }
        for daemon in all { daemon.stop() }
    }
}
