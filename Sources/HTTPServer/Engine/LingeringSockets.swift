import Threads
import Glibc

/// The sockets of connections that were closed while their callers were still sending.
///
/// A socket that is closed with bytes unread resets the connection, and the caller never sees why it was refused. So what
/// comes is read away, as long as a body may take.
final class LingeringSockets: Sendable {
    private struct Socket {
        let descriptor: Int32
        let deadline: Int64
    }

    private static let most = 128
    private static let bytesAtOnce = 256 << 10
    private let sockets = Locked<[Socket]>([])

    deinit {
        closeAll()
    }

    /// Keeps a copy of a socket whose sending side is shut.
    func keep(copyOf descriptor: Int32, until deadline: Int64) {
        sockets.withLock { sockets in
            guard sockets.count < Self.most else { return }
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { return }
            sockets.append(Socket(descriptor: copy, deadline: deadline))
        }
    }

    /// What is to be polled.
    var descriptors: [Int32] { sockets.withLock { $0.map(\.descriptor) } }

    /// Reads away what has come, and closes what has ended.
    func read() {
        sockets.withLock { sockets in
            guard !sockets.isEmpty else { return }
            var scratch = [UInt8](repeating: 0, count: 16 << 10)
            sockets.removeAll { socket in
                var left = Self.bytesAtOnce
                while left > 0 {
                    let count = unsafe recv(socket.descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
                    if count < 0, errno == EINTR { continue }
                    if count < 0, errno == EAGAIN { return false }
                    guard count > 0 else {
                        Glibc.close(socket.descriptor)
                        return true
                    }
                    left -= count
                }
                return false
            }
        }
    }

    /// Closes those whose time is up.
    func expire(_ now: Int64) {
        sockets.withLock { sockets in
            sockets.removeAll { socket in
                guard socket.deadline <= now else { return false }
                Glibc.close(socket.descriptor)
                return true
            }
        }
    }

    /// Closes all.
    func closeAll() {
        sockets.withLock { sockets in
            for socket in sockets { Glibc.close(socket.descriptor) }
            sockets = []
        }
    }
}
