import Glibc

/// The addresses of this machine alone.
enum LoopbackAddress: Sendable {
    /// Whether a socket address is in 127.0.0.0/8 or is ::1.
    ///
    /// - Parameters:
    ///   - family: `AF_INET` or `AF_INET6`.
    ///   - bytes: The whole `sockaddr_in` or `sockaddr_in6`.
    /// - Returns: Whether it is.
    static func contains(family: Int32, bytes: [UInt8]) -> Bool {
        switch family {
        case AF_INET: bytes.count >= 8 && bytes[4] == 127
        case AF_INET6: bytes.count >= 24 && bytes[8..<23].allSatisfy { $0 == 0 } && bytes[23] == 1
        default: false
        }
    }

    /// Whether a socket address is in 169.254.0.0/16, where the metadata servers of clouds are.
    ///
    /// - Parameters:
    ///   - family: `AF_INET` or another.
    ///   - bytes: The whole `sockaddr_in`.
    /// - Returns: Whether it is.
    static func isLinkLocal(family: Int32, bytes: [UInt8]) -> Bool {
        family == AF_INET && bytes.count >= 8 && bytes[4] == 169 && bytes[5] == 254
    }
}
