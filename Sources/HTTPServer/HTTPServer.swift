import Threads
import Synchronization

/// Takes HTTP requests and has a handler answer them.
///
/// It refuses what other servers could read in another way, sets every caller deadlines, and waits for no handler: while
/// handlers work, no thread is held. A server that was started goes on until it has drained, whoever has it.
public final class HTTPServer: Sendable {
    private enum Phase {
        case new
        case running(ServerCore, Doorkeeper, DaemonShift, [ListeningSocket])
        case draining
        case stopped
    }

    private let configuration: HTTPServerConfiguration
    private let handler: any RequestHandler
    private let phase = Locked(Phase.new)
    private let running = Locked<(core: ServerCore, port: Int?)?>(nil)
    /// When draining is to be over, by the clock of the core.
    private let drainDeadline = Atomic<Int64>(.max)

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - configuration: What it allows, and how long it waits.
    ///   - handler: What answers the requests.
    public init(_ configuration: HTTPServerConfiguration = HTTPServerConfiguration(), handler: any RequestHandler) {
        self.configuration = configuration
        self.handler = handler
    }

    /// The port of the first socket; nil before the start, and where that socket is one of the file system.
    public var boundPort: Int? { running.withLock { $0?.port } }

    /// How many handlers are at work.
    public var requestsInFlight: Int {
        running.withLock { $0?.core.runningHandlers.load(ordering: .relaxed) ?? 0 }
    }

    /// How many connections there are.
    public var connections: Int { running.withLock { $0?.core.census.count ?? 0 } }

    /// Starts; it can be done once.
    ///
    /// - Parameters:
    ///   - sockets: Where connections arrive.
    ///   - certificate: What the server proves its name with; nil for a server without TLS.
    /// - Throws: `HTTPServerError` with code `libraryUnavailable`, `certificateUnusable` or `startFailed`.
    public func start(
        on sockets: [ListeningSocket], certificate: ServerCertificate? = nil
    ) throws(HTTPServerError) {
        try phase.withLock { phase throws(HTTPServerError) in
            guard case .new = phase else { throw HTTPServerError(.startFailed, "the server was started before") }
            let core = ServerCore(library: try Microhttpd.load(), configuration: configuration, handler: handler)
            let daemon = try MicrohttpdDaemon(core: core, certificate: certificate)
            let daemons = DaemonShift(daemon)
            guard let door = Doorkeeper(core, sockets, daemons), door.start() else {
                daemon.stop()
                throw HTTPServerError(.startFailed, "the system has no descriptor or no thread left for the server")
            }
            phase = .running(core, door, daemons, sockets)
            running.withLock { $0 = (core, sockets.first?.port) }
        }
    }

    /// Lets another certificate be used for new connections.
    ///
    /// Connections that are open go on with the one before: each ends after its next response, and no request fails.
    ///
    /// - Parameter certificate: The certificate.
    /// - Throws: `HTTPServerError` with code `certificateUnusable`, where the one before stays in use, or `startFailed`
    ///   where the server is not running with TLS.
    public func replaceCertificate(_ certificate: ServerCertificate) throws(HTTPServerError) {
        try phase.withLock { phase throws(HTTPServerError) in
            guard case .running(let core, _, let daemons, _) = phase, daemons.scheme == .https else {
                throw HTTPServerError(
                    .startFailed, "the server was started without TLS: start it again for the certificate")
            }
            daemons.replace(with: try MicrohttpdDaemon(core: core, certificate: certificate))
        }
    }

    /// Takes no new requests, lets those that have begun finish, and stops.
    ///
    /// New connections are refused, and a new request on an open connection is answered 503. When the time is up, the
    /// handlers are cancelled and their callers answered 503. A second call, while the first is under way, can only
    /// shorten the time; both return when the server has stopped.
    ///
    /// - Parameter time: How long the requests may take.
    /// - Returns: How many requests were cut off; always 0 for a second call.
    @discardableResult
    public func drain(within time: Duration) async -> Int {
        guard let core = running.withLock({ $0?.core }) else { return 0 }
        let deadline = core.moment(after: time)
        drainDeadline.min(deadline, ordering: .relaxed)
        let taken = phase.withLock { phase in
            guard case .running(_, let door, let daemons, let sockets) = phase else { return nil as Stopping? }
            phase = .draining
            return Stopping(core: core, door: door, daemons: daemons, sockets: sockets)
        }
        guard let taken else {
            while !phase.withLock({ if case .stopped = $0 { true } else { false } }) { await Self.pause() }
            return 0
        }
        let cutOff = await finish(taken)
        phase.withLock { $0 = .stopped }
        return cutOff
    }

    private struct Stopping: Sendable {
        let core: ServerCore
        let door: Doorkeeper
        let daemons: DaemonShift
        let sockets: [ListeningSocket]
    }

    private func finish(_ parts: Stopping) async -> Int {
        let core = parts.core
        core.isDraining.store(true, ordering: .sequentiallyConsistent)
        parts.door.notify()
        while core.openRequests.load(ordering: .sequentiallyConsistent) > 0,
            core.now < drainDeadline.load(ordering: .relaxed)
        {
            await Self.pause()
        }
        core.isClosed.store(true, ordering: .sequentiallyConsistent)
        var cutOff = 0
        // libmicrohttpd ends the process when it is stopped while a connection is suspended. So each is answered, and
        // none is suspended any more.
        while core.suspendedConnections.load(ordering: .sequentiallyConsistent) > 0 {
            cutOff += core.expireAll()
            await Self.pause()
        }
        // The last responses are on their way.
        let flushed = core.moment(after: .seconds(1))
        while core.openRequests.load(ordering: .sequentiallyConsistent) > 0, core.now < flushed { await Self.pause() }
        parts.door.stop()
        while !parts.door.isDone { await Self.pause() }
        parts.daemons.stopAll()
        core.lingering.closeAll()
        for socket in parts.sockets { socket.close() }
        return cutOff
    }

    /// A moment, also for a caller that is cancelled.
    private static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(2)) }.value
    }
}
