import Glibc

/// A connection that sends just what it is told to, and so also what no client would.
///
/// Its calls block: they belong on a thread of their own (`onThread`).
final class RawClient: Sendable {
    /// How long anything may take before a test fails, on a busy machine too.
    private static let seconds = 110

    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try prepare(code)
    }

    /// Connects to `::1`.
    init(portOfIPv6 port: Int) throws {
        descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(port).bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0[15] = 1 }
        let descriptor = descriptor
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
        try prepare(code)
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try prepare(code)
    }

    deinit {
        close(descriptor)
    }

    private func prepare(_ code: Int32) throws {
        guard code == 0 else { throw Failure.notConnected(errno) }
        var limit = timeval(tv_sec: Self.seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    enum Failure: Error {
        case notConnected(Int32)
        /// The other end has sent something that is no response.
        case malformed
        /// Nothing came in time.
        case timeout
    }

    /// Sends bytes; what the other end does not take is lost.
    ///
    /// - Returns: Whether it took all.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                unsafe Glibc.send(
                    descriptor, UnsafeRawBufferPointer(rebasing: raw[sent...]).baseAddress, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends bytes in pieces, each in a packet of its own.
    func send(_ bytes: [UInt8], piece: Int) {
        var yes: Int32 = 1
        unsafe setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var rest = bytes[...]
        while !rest.isEmpty {
            send(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
    }

    /// Ends the connection at once, with a reset where something is unread.
    func hangUp() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads one response; nil where the connection has ended before it.
    func response(isHead: Bool = false) throws -> RawResponse? {
        var head: [UInt8] = []
        while !head.ends(with: [13, 10, 13, 10]) {
            guard let byte = try read(1).first else {
                if head.isEmpty { return nil }
                throw Failure.malformed
            }
            head.append(byte)
        }
        guard var response = RawResponse(head: head) else { throw Failure.malformed }
        let isBodyless = isHead || response.status == 204 || response.status / 100 == 1
        let length = isBodyless ? 0 : Int(response.values("Content-Length").first ?? "0") ?? 0
        while response.body.count < length {
            let part = try read(length - response.body.count)
            if part.isEmpty { throw Failure.malformed }
            response.body += part
        }
        return response
    }

    /// Sends and reads the response.
    func exchange(_ text: String) throws -> RawResponse? {
        send(text)
        return try response()
    }

    /// What comes until the connection ends.
    func rest() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = try read(64 << 10)
            if part.isEmpty { return all }
            all += part
        }
    }

    /// Up to some bytes; none when the connection has ended.
    private func read(_ most: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        while true {
            let count = unsafe recv(descriptor, &bytes, most, 0)
            if count >= 0 { return Array(bytes.prefix(count)) }
            switch errno {
            case EINTR: continue
            case EAGAIN: throw Failure.timeout
            default: return []
            }
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && suffix(end.count).elementsEqual(end) }
}
