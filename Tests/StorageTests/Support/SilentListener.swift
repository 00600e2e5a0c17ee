import Foundation

/// A port of the loopback interface at which connections are made, and nobody answers, or always the same.
final class SilentListener: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// Listens.
    ///
    /// - Parameter answer: What the first words of whoever connects are answered with; nil for nothing.
    /// - Throws: `ServerFailure` where no port is free.
    init(answer: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) + listen(descriptor, 16)
                    + getsockname(descriptor, address, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard code == 0 else { throw ServerFailure("no port can be listened on") }
        guard let answer else { return }
        Thread.detachNewThread {
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                var words = [UInt8](repeating: 0, count: 8)
                _ = unsafe read(connection, &words, words.count)
                _ = unsafe write(connection, [UInt8](answer.utf8), answer.utf8.count)
                close(connection)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
