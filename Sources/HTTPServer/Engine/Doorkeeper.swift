import Threads
import CMicrohttpd
import Glibc
import Synchronization

/// Accepts connections and watches the deadlines, on a thread of its own: neither waits for a handler.
final class Doorkeeper: Sendable {
    private static let acceptedAtOnce = 32

    private let core: ServerCore
    private let sockets: [ListeningSocket]
    private let daemons: DaemonShift
    private let wakeUp: WakeUp
    private let interval: Int64
    private let isStopping = Atomic<Bool>(false)
    private let hasStopped = Atomic<Bool>(false)

    /// Makes a door; nil where the system has no descriptor left.
    init?(_ core: ServerCore, _ sockets: [ListeningSocket], _ daemons: DaemonShift) {
        guard let wakeUp = WakeUp() else { return nil }
        self.wakeUp = wakeUp
        self.core = core
        self.sockets = sockets
        self.daemons = daemons
        let shortest =
            [
                core.configuration.headDeadline, core.configuration.bodyDeadline, core.configuration.handlerDeadline,
                core.configuration.responseDeadline, core.configuration.idleDeadline,
            ].min() ?? .seconds(1)
        interval = min(max(shortest.nanoseconds / 8, 10_000_000), 250_000_000)
    }

    /// Whether the thread has ended.
    var isDone: Bool { hasStopped.load(ordering: .acquiring) }

    /// Begins; false where no thread can be had.
    func start() -> Bool {
        DedicatedThread.start { [self] in
            run()
            hasStopped.store(true, ordering: .releasing)
        }
    }

    /// Makes the thread look at what has changed.
    func notify() {
        wakeUp.notify()
    }

    /// Ends the thread soon.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        notify()
    }

    private func run() {
        var isOpen = true
        var nextSweep = core.now + interval
        while !isStopping.load(ordering: .acquiring) {
            if isOpen, core.isDraining.load(ordering: .acquiring) {
                isOpen = false
                closeDoor()
            }
            let listens = isOpen && core.census.count < core.configuration.connections
            let ready = poll(listens: listens, milliseconds: Int32(max(nextSweep - core.now, 0) / 1_000_000) + 1)
            for socket in ready { accept(from: socket) }
            core.lingering.read()
            if core.now >= nextSweep {
                nextSweep = core.now + interval
                core.sweep()
                daemons.stopEmpty()
            }
        }
    }

    /// Takes what has connected already, and then nobody any more.
    private func closeDoor() {
        for socket in sockets where socket.isOwn { accept(from: socket) }
        for socket in sockets { socket.refuse() }
    }

    private func poll(listens: Bool, milliseconds: Int32) -> [ListeningSocket] {
        var polled = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        if listens { polled += sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) } }
        polled += core.lingering.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Without listening, a place that gets free is to be seen soon.
        let time = listens ? milliseconds : min(milliseconds, 20)
        guard unsafe Glibc.poll(&polled, nfds_t(polled.count), time) > 0 else { return [] }
        if polled[0].revents != 0 { wakeUp.clear() }
        guard listens else { return [] }
        return sockets.indices.filter { polled[$0 + 1].revents != 0 }.map { sockets[$0] }
    }

    private func accept(from socket: ListeningSocket) {
        for _ in 0..<Self.acceptedAtOnce where core.census.count < core.configuration.connections {
            var storage = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isMore = unsafe withUnsafeMutableBytes(of: &storage) { raw in
                guard let address = unsafe raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
                let descriptor = unsafe Glibc.accept(socket.descriptor, address, &size)
                guard descriptor >= 0 else { return pauseAfterFailure(errno) }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                let peer = unsafe PeerAddress(address)
                guard core.census.enter(peer, limit: core.configuration.connectionsPerAddress) else {
                    close(descriptor)
                    return true
                }
                daemons.withCurrent { unsafe $0.add(descriptor, peer, address, size) }
                return true
            }
            if !isMore { return }
        }
    }

    /// Whether the next connection may be taken at once.
    private func pauseAfterFailure(_ code: Int32) -> Bool {
        switch code {
        case ECONNABORTED, EINTR: return true
        case EAGAIN: return false
        default:
            // There are no descriptors left, say: the connection stays in the queue, and trying at once is no use.
            usleep(10_000)
            return false
        }
    }
}
