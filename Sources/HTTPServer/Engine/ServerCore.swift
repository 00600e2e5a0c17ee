import Threads
import Glibc
import Synchronization

/// What all connections of a server share.
final class ServerCore: Sendable {
    let library: Microhttpd
    let configuration: HTTPServerConfiguration
    let handler: any RequestHandler
    private let origin = ContinuousClock.now

    /// Handlers that have not returned.
    let runningHandlers = Atomic<Int>(0)
    /// Requests from their head until the response is sent or the connection is gone.
    let openRequests = Atomic<Int>(0)
    /// Connections that a handler is to resume.
    ///
    /// libmicrohttpd must not be stopped before there are none.
    let suspendedConnections = Atomic<Int>(0)
    /// Whether new requests are refused.
    let isDraining = Atomic<Bool>(false)
    /// Whether no handler may be called any more.
    let isClosed = Atomic<Bool>(false)

    /// The connections that live, which the deadlines are for.
    let connections = Locked<[ObjectIdentifier: ServerConnection]>([:])
    /// The requests that handlers work on.
    let waiting = Locked<[ObjectIdentifier: Exchange]>([:])
    /// The sockets of connections that were closed before all was read.
    let lingering = LingeringSockets()
    /// How many connections there are, also those that libmicrohttpd has not seen yet.
    let census = ConnectionCensus()

    init(library: Microhttpd, configuration: HTTPServerConfiguration, handler: any RequestHandler) {
        self.library = library
        self.configuration = configuration
        self.handler = handler
    }

    /// Nanoseconds since this was made, never 0.
    var now: Int64 { max((ContinuousClock.now - origin).nanoseconds, 1) }

    /// The moment after a pause.
    func moment(after pause: Duration) -> Int64 {
        now + pause.nanoseconds
    }

    /// Ends what is over its time.
    func sweep() {
        let now = now
        connections.withLock { connections in
            for connection in connections.values
            where connection.deadline.passed(at: now) || connection.isAbandoned() {
                connection.deadline.clear()
                // Under the lock that the end of a connection takes, so that the descriptor is still its own. What
                // waits at the socket fails now, and libmicrohttpd closes it.
                _ = shutdown(connection.descriptor, Int32(SHUT_RDWR))
            }
        }
        for exchange in waiting.withLock({ $0.values.filter { $0.handlerDeadline <= now } }) { exchange.expire() }
        lingering.expire(now)
    }

    /// Answers every waiting caller with 503, and cancels the handlers.
    ///
    /// - Returns: How many there were.
    func expireAll() -> Int {
        let all = waiting.withLock { Array($0.values) }
        return all.count { $0.expire() }
    }
}
