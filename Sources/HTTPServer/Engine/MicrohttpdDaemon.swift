import CMicrohttpd
import Glibc
import Synchronization

/// A daemon of libmicrohttpd: one thread that reads requests from the connections that are handed to it.
///
/// It has no listening socket: `MHD_quiesce_daemon` of 0.9.75 may end the process when it meets the thread of the daemon
/// between two looks at the same flag.
@safe final class MicrohttpdDaemon: Sendable {
    private static let tlsPriorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    let core: ServerCore
    let scheme: ServerRequest.Scheme
    /// Whether its connections are to end soon, because another certificate is in use.
    let isRetired = Atomic<Bool>(false)
    private let connections = Atomic<Int>(0)
    // Set before any other thread has this object, and cleared after all others are done with it.
    nonisolated(unsafe) private var pointer: OpaquePointer?

    /// Starts a daemon, which keeps this object until `stop`.
    init(core: ServerCore, certificate: ServerCertificate?) throws(HTTPServerError) {
        self.core = core
        scheme = certificate == nil ? .http : .https
        if certificate != nil, !core.library.hasTLS {
            throw HTTPServerError(.libraryUnavailable, "libmicrohttpd was built without TLS")
        }
        let context = unsafe Unmanaged.passRetained(self)
        guard let pointer = unsafe Self.start(core, context: context.toOpaque(), certificate) else {
            unsafe context.release()
            guard certificate == nil else {
                throw HTTPServerError(
                    .certificateUnusable,
                    "the certificate and its key were not taken: they must belong together, and the key must not be "
                        + "encrypted")
            }
            throw HTTPServerError(
                .startFailed, "libmicrohttpd could not start: \(unsafe String(cString: strerror(errno)))")
        }
        unsafe self.pointer = unsafe pointer
    }

    /// Whether no connection is left.
    var isEmpty: Bool { connections.load(ordering: .acquiring) == 0 }

    /// Hands a connection over, whose descriptor is the daemon's from now on.
    @unsafe func add(_ descriptor: Int32, _ peer: PeerAddress, _ address: UnsafePointer<sockaddr>, _ length: socklen_t)
    {
        connections.add(1, ordering: .acquiringAndReleasing)
        let code = unsafe bridge_mhd_add_connection(core.library.table, pointer, descriptor, address, length)
        if code != .YES { leave(peer) }
    }

    /// Notes that a connection is gone.
    func leave(_ peer: PeerAddress) {
        connections.subtract(1, ordering: .acquiringAndReleasing)
        core.census.leave(peer)
    }

    /// Closes all connections, none of which may be suspended, and waits for the thread.
    func stop() {
        guard let pointer = unsafe pointer else { return }
        unsafe self.pointer = nil
        unsafe bridge_mhd_stop(core.library.table, pointer)
        unsafe Unmanaged.passUnretained(self).release()
    }

    @unsafe private static func start(
        _ core: ServerCore, context: UnsafeMutableRawPointer, _ certificate: ServerCertificate?
    ) -> OpaquePointer? {
        var settings = unsafe bridge_mhd_settings()
        unsafe settings.context = unsafe context
        unsafe settings.target = DaemonCallbacks.target
        unsafe settings.unescape = DaemonCallbacks.unescape
        unsafe settings.access = DaemonCallbacks.access
        unsafe settings.completed = DaemonCallbacks.completed
        unsafe settings.connection = DaemonCallbacks.connection
        unsafe settings.connection_memory = HeadMemory.size(core.configuration)
        // The door counts connections; this limit is out of its way.
        unsafe settings.connection_limit = UInt32(clamping: core.configuration.connections * 2 + 64)
        // Signals belong to the program, not to the thread that is started here.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard let certificate else { return unsafe bridge_mhd_start(core.library.table, &settings) }
        let texts = [certificate.chain + [0], certificate.key + [0], Array(tlsPriorities.utf8) + [0]]
        return unsafe texts[0].withUnsafeBytes { chain in
            unsafe texts[1].withUnsafeBytes { key in
                unsafe texts[2].withUnsafeBytes { priorities in
                    unsafe settings.certificate = chain.baseAddress?.assumingMemoryBound(to: CChar.self)
                    unsafe settings.key = key.baseAddress?.assumingMemoryBound(to: CChar.self)
                    unsafe settings.tls_priorities = priorities.baseAddress?.assumingMemoryBound(to: CChar.self)
                    return unsafe bridge_mhd_start(core.library.table, &settings)
                }
            }
        }
    }
}
