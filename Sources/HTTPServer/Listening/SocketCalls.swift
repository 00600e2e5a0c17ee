import CMicrohttpd
import Glibc
import StrictJSON

/// The system's calls for sockets that listen.
enum SocketCalls: Sendable {
    private static let backlog: Int32 = 1024

    /// Opens a socket on an address; its descriptor is the caller's.
    static func listen(_ address: NetworkAddress, _ port: UInt16) throws(HTTPServerError) -> Int32 {
        let isIPv6 = address.bytes.count == 16
        let place = "port \(port) of \(address.bytes.map(String.init).joined(separator: isIPv6 ? "," : "."))"
        let descriptor = try open(isIPv6 ? AF_INET6 : AF_INET, place)
        var yes: Int32 = 1
        var no: Int32 = 0
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if isIPv6 { unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size) }
        let code = isIPv6 ? bindIPv6(descriptor, address, port) : bindIPv4(descriptor, address, port)
        return try finish(descriptor, code, place)
    }

    /// Opens a socket on a path.
    static func listen(_ path: String, _ mode: UInt32) throws(HTTPServerError) -> (Int32, SocketFile) {
        let place = "the path \(path.argumentExcerpt)"
        guard 1...107 ~= path.utf8.count, !path.utf8.contains(0) else {
            throw HTTPServerError(.listenFailed, "\(place) cannot be listened on: it must have 1 to 107 bytes")
        }
        if let stale = SocketFile(at: path) {
            guard stale.isInUse == false else {
                throw HTTPServerError(.listenFailed, "\(place) cannot be listened on: somebody listens there")
            }
            stale.remove()
        }
        let descriptor = try open(AF_UNIX, place)
        // The file gets this mode at once, less the mask of the process, so that it is never open wider.
        fchmod(descriptor, mode)
        let code = unsafe withAddress(of: path) { unsafe bind(descriptor, $0, $1) }
        _ = try finish(descriptor, code, place)
        guard unsafe chmod(path, mode) == 0, let file = SocketFile(at: path) else {
            close(descriptor)
            throw HTTPServerError(.listenFailed, "\(place) cannot be listened on: its mode cannot be set")
        }
        return (descriptor, file)
    }

    /// The port of a socket; nil for one of the file system.
    static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { raw in
            guard let address = unsafe raw.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                unsafe getsockname(descriptor, address, &size) == 0
            else { return nil }
            switch unsafe Int32(address.pointee.sa_family) {
            case AF_INET: return Int(UInt16(bigEndian: unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_port))
            case AF_INET6: return Int(UInt16(bigEndian: unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_port))
            default: return nil
            }
        }
    }

    /// Calls with the address of a path, which must fit.
    static func withAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func open(_ family: Int32, _ place: String) throws(HTTPServerError) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw refusal(place) }
        return descriptor
    }

    private static func finish(_ descriptor: Int32, _ code: Int32, _ place: String) throws(HTTPServerError) -> Int32 {
        guard code == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let error = refusal(place)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func bindIPv4(_ descriptor: Int32, _ address: NetworkAddress, _ port: UInt16) -> Int32 {
        var socketAddress = sockaddr_in()
        socketAddress.sin_family = sa_family_t(AF_INET)
        socketAddress.sin_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &socketAddress.sin_addr) { unsafe $0.copyBytes(from: address.bytes) }
        return unsafe withUnsafePointer(to: &socketAddress) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func bindIPv6(_ descriptor: Int32, _ address: NetworkAddress, _ port: UInt16) -> Int32 {
        var socketAddress = sockaddr_in6()
        socketAddress.sin6_family = sa_family_t(AF_INET6)
        socketAddress.sin6_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &socketAddress.sin6_addr) { unsafe $0.copyBytes(from: address.bytes) }
        return unsafe withUnsafePointer(to: &socketAddress) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    private static func refusal(_ place: String) -> HTTPServerError {
        let reason = errno
        return HTTPServerError(
            .listenFailed, "\(place) cannot be listened on: \(unsafe String(cString: strerror(reason)))")
    }
}
