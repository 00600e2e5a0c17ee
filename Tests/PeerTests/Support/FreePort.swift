import Glibc

/// Ports that nobody listens on.
enum FreePort: Sendable {
    /// A port outside the range from which the system takes those of outgoing connections.
    ///
    /// - Returns: The port; somebody else may still take it before it is used.
    /// - Throws: `PeerFailure` where none is found.
    static func find() throws -> UInt16 {
        for _ in 0..<100 {
            let port = UInt16.random(in: 20_000..<32_000)
            if isFree(port) { return port }
        }
        throw PeerFailure("no free port was found")
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
