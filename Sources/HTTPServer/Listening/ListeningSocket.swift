import Glibc
import Synchronization

/// A socket on which connections arrive.
///
/// It is closed when a server that was started on it has drained, or when nobody has it any more.
public final class ListeningSocket: Sendable {
    /// The port; nil for a socket of the file system.
    public let port: Int?
    /// The name that systemd knows it by; nil for a socket that was opened here.
    public let name: String?

    let descriptor: Int32
    /// Whether it was opened here, and so ends with this process; otherwise others go on with it.
    let isOwn: Bool
    private let file: SocketFile?
    private let isClosed = Atomic<Bool>(false)

    /// Takes a descriptor that listens.
    private init(takingOwnershipOf descriptor: Int32, port: Int?, name: String?, file: SocketFile?) {
        self.descriptor = descriptor
        self.port = port
        self.name = name
        self.file = file
        isOwn = name == nil
    }

    deinit {
        close()
    }

    /// Listens on an address of this machine.
    ///
    /// - Parameters:
    ///   - address: The address; `::` takes IPv4 too.
    ///   - port: The port; 0 for one that is free.
    /// - Throws: `HTTPServerError` with code `listenFailed`.
    public convenience init(address: NetworkAddress, port: UInt16) throws(HTTPServerError) {
        let descriptor = try SocketCalls.listen(address, port)
        self.init(
            takingOwnershipOf: descriptor, port: SocketCalls.port(of: descriptor), name: nil, file: nil)
    }

    /// Listens on a path of the file system.
    ///
    /// A socket that stands there is replaced where nobody listens on it any more; everything else stays, and is an error.
    ///
    /// - Parameters:
    ///   - path: The path, of at most 107 bytes.
    ///   - mode: Who may connect, as the mode of the file.
    /// - Throws: `HTTPServerError` with code `listenFailed`.
    public convenience init(path: String, mode: UInt32 = 0o600) throws(HTTPServerError) {
        let (descriptor, file) = try SocketCalls.listen(path, mode)
        self.init(takingOwnershipOf: descriptor, port: nil, name: nil, file: file)
    }

    /// Takes the sockets that systemd hands over (sd_listen_fds(3)).
    ///
    /// To be called once, before anything opens a file. Child processes do not get the sockets.
    ///
    /// - Parameter environment: The variables `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`.
    /// - Returns: The sockets in their order; empty where none are for this process.
    /// - Throws: `HTTPServerError` with code `listenFailed` where one is no socket that listens.
    public static func inherited(from environment: [String: String]) throws(HTTPServerError) -> [ListeningSocket] {
        try inherited(from: environment, startingAt: 3)
    }

    static func inherited(
        from environment: [String: String], startingAt first: Int32
    ) throws(HTTPServerError) -> [ListeningSocket] {
        let names = try InheritedSockets.names(in: environment, process: getpid())
        var sockets: [ListeningSocket] = []
        for (offset, name) in names.enumerated() {
            let descriptor = first + Int32(offset)
            try InheritedSockets.prepare(descriptor, name)
            sockets.append(
                ListeningSocket(
                    takingOwnershipOf: descriptor, port: SocketCalls.port(of: descriptor), name: name, file: nil))
        }
        return sockets
    }

    /// Lets nobody connect any more, unless others go on with the socket.
    func refuse() {
        guard isOwn, !isClosed.load(ordering: .acquiring) else { return }
        file?.remove()
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Closes the socket, and removes its file.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        file?.remove()
        Glibc.close(descriptor)
    }
}
