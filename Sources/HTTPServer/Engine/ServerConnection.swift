import Synchronization

/// One connection.
final class ServerConnection: Sendable {
    let core: ServerCore
    let daemon: MicrohttpdDaemon
    let descriptor: Int32
    let peer: PeerAddress
    /// When the connection is cut.
    let deadline = Deadline()
    /// Whether a request was read before: the first has to come within the time that began with the connection.
    let hadRequest = Atomic<Bool>(false)
    /// Whether the caller may still be sending when it is closed.
    let lingers = Atomic<Bool>(false)

    init(daemon: MicrohttpdDaemon, descriptor: Int32, peer: PeerAddress) {
        core = daemon.core
        self.daemon = daemon
        self.descriptor = descriptor
        self.peer = peer
        deadline.set(core.time(after: core.configuration.headDeadline))
    }

    /// Notes that a request line has arrived.
    func beginRequest() {
        guard hadRequest.exchange(true, ordering: .relaxed) else { return }
        deadline.set(core.time(after: core.configuration.headDeadline))
    }

    /// Takes the connection into the care of the sweep.
    func open() {
        core.connections.withLock { $0[ObjectIdentifier(self)] = self }
    }

    /// Takes it out; afterwards the descriptor may be another's.
    func close() {
        _ = core.connections.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        if lingers.load(ordering: .relaxed) {
            core.lingering.keep(copyOf: descriptor, until: core.time(after: .seconds(2)))
        }
        daemon.leave(peer)
    }
}
