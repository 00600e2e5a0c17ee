import Glibc
import StrictJSON

/// The sockets that systemd hands over.
enum InheritedSockets: Sendable {
    private static let most = 64

    /// The names of the sockets that are for a process; `unknown` for one without.
    static func names(in environment: [String: String], process: pid_t) throws(HTTPServerError) -> [String] {
        guard let identifier = environment["LISTEN_PID"], let text = environment["LISTEN_FDS"] else { return [] }
        guard identifier.hasSameBytes(as: String(process)) else { return [] }
        guard let count = Int(text), 0...most ~= count, text.hasSameBytes(as: String(count)) else {
            throw HTTPServerError(
                .listenFailed, "LISTEN_FDS is \(text.argumentExcerpt), which is no number of sockets from 0 to \(most)")
        }
        guard let list = environment["LISTEN_FDNAMES"] else { return Array(repeating: "unknown", count: count) }
        let names = list.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard names.count == count else {
            throw HTTPServerError(.listenFailed, "LISTEN_FDNAMES has \(names.count) names for \(count) sockets")
        }
        return names
    }

    /// Makes a socket ours.
    static func prepare(_ descriptor: Int32, _ name: String) throws(HTTPServerError) {
        var listens: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1 else {
            throw HTTPServerError(
                .listenFailed, "the socket \(name.argumentExcerpt) that was handed over does not listen for connections"
            )
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
        else {
            throw HTTPServerError(
                .listenFailed, "the socket \(name.argumentExcerpt) that was handed over cannot be set up")
        }
    }
}
