import Glibc

/// Tells systemd how the service is doing, by datagrams of our own (sd_notify(3)).
public struct ServiceManager: Sendable {
    /// What it is told.
    public enum State: Sendable {
        /// The service has started, or has read its configuration again.
        case ready
        /// It reads its configuration again; `ready` follows.
        case reloading
        /// It ends.
        case stopping
        /// It is alive.
        case watchdog
        /// What it does, in words of the program.
        case status(StaticString)
    }

    private let path: String

    /// Finds the service manager; nil where there is none.
    ///
    /// - Parameter environment: The environment, of which `NOTIFY_SOCKET` counts.
    public init?(environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], 2...107 ~= path.utf8.count,
            path.hasPrefix("/") || path.hasPrefix("@"), !path.utf8.contains(0)
        else { return nil }
        self.path = path
    }

    /// Tells it something, in one datagram.
    ///
    /// - Parameter states: What it is told.
    /// - Throws: `OperationsError` with code `systemFailed`, which is worth a line in the log and nothing more.
    public func notify(_ states: State...) throws(OperationsError) {
        try send(states.map(Self.line).joined(separator: "\n"))
    }

    private static func line(_ state: State) -> String {
        switch state {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        case .status(let text): "STATUS=\(PrintableText.bounded(String(describing: text)))"
        }
    }

    /// The time of CLOCK_MONOTONIC, by which systemd tells a reload from an earlier one.
    private static var monotonicMicroseconds: Int64 {
        let clock = SuspendingClock()
        let (seconds, attoseconds) = clock.systemEpoch.duration(to: clock.now).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    private func send(_ text: String) throws(OperationsError) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(errno) }
        defer { close(descriptor) }
        // Where systemd does not read, the service goes on.
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = [UInt8](path.utf8)
        // An abstract name begins with the null character, and its end is told by its length alone.
        let isAbstract = name[0] == UInt8(ascii: "@")
        if isAbstract { name[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout<sa_family_t>.size + name.count + (isAbstract ? 0 : 1)
        let message = [UInt8](text.utf8)
        let count = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe sendto(
                    descriptor, message, message.count, Int32(MSG_NOSIGNAL), pointer, socklen_t(length))
            }
        }
        guard count == message.count else { throw Self.failure(errno) }
    }

    private static func failure(_ code: Int32) -> OperationsError {
        OperationsError(.systemFailed, "systemd cannot be told how the service is doing: \(SystemCall.text(code))")
    }
}
