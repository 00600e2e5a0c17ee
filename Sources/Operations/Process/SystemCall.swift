import Glibc

/// What the functions of the system have in common.
enum SystemCall: Sendable {
    /// The words for an error number, such as "No such file or directory".
    static func text(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// Writes all bytes; waits where the other end is slow.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: Where to.
    /// - Returns: 0, or the number of the error.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR where count < 0: continue
            case EAGAIN where count < 0:
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&waiting, 1, 1000)
            default: return count == 0 ? EIO : errno
            }
        }
        return 0
    }

    /// Reads a file of the kernel's, whose size is not known beforehand; nil where it cannot be read.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: How many bytes are read at most.
    /// - Returns: Its first bytes.
    static func smallFile(_ path: String, limit: Int = 64 << 10) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes.append(contentsOf: buffer.prefix(count))
        }
        return bytes
    }
}
