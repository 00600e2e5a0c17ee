import Threads
import Glibc
import Synchronization

/// One connection.
final class ServerConnection: Sendable {
    let core: ServerCore
    let daemon: MicrohttpdDaemon
    let descriptor: Int32
    let peer: PeerAddress
    /// When the connection is cut.
    let deadline = Deadline()
    /// Whether it is the caller's turn to send.
    private let isReading = Atomic<Bool>(true)
    /// Whether the caller was found gone at the last look.
    private let wasGone = Atomic<Bool>(false)
    /// Whether a request was read before: the first has to come within the time that began with the connection.
    let hadRequest = Atomic<Bool>(false)
    /// Whether the caller may still be sending when it is closed.
    let lingers = Atomic<Bool>(false)

    init(daemon: MicrohttpdDaemon, descriptor: Int32, peer: PeerAddress) {
        core = daemon.core
        self.daemon = daemon
        self.descriptor = descriptor
        self.peer = peer
        deadline.set(core.moment(after: core.configuration.headDeadline))
    }

    /// Notes that a request line has arrived.
    func beginRequest() {
        guard hadRequest.exchange(true, ordering: .relaxed) else { return }
        awaitCaller(core.configuration.headDeadline)
    }

    /// Cuts the connection unless the caller sends what is due.
    func awaitCaller(_ time: Duration) {
        deadline.set(core.moment(after: time))
        isReading.store(true, ordering: .relaxed)
    }

    /// Cuts the connection unless the caller fetches the response.
    func awaitFetching(_ time: Duration) {
        isReading.store(false, ordering: .relaxed)
        deadline.set(core.moment(after: time))
    }

    /// Leaves the connection alone while a handler works.
    func awaitHandler() {
        isReading.store(false, ordering: .relaxed)
        deadline.clear()
    }

    /// Whether the caller has gone before its request was complete, at two looks in a row.
    ///
    /// libmicrohttpd misses an end that comes together with the last bytes, and would wait for the deadline.
    func isAbandoned() -> Bool {
        var byte: UInt8 = 0
        var isGone = false
        if isReading.load(ordering: .relaxed) {
            isGone = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
        }
        return wasGone.exchange(isGone, ordering: .relaxed) && isGone
    }

    /// Takes the connection into the care of the sweep.
    func open() {
        core.connections.withLock { $0[ObjectIdentifier(self)] = self }
    }

    /// Takes it out; afterwards the descriptor may be another's.
    func close() {
        _ = core.connections.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        if lingers.load(ordering: .relaxed) {
            core.lingering.keep(copyOf: descriptor, until: core.moment(after: core.configuration.bodyDeadline))
        }
        daemon.leave(peer)
    }
}
