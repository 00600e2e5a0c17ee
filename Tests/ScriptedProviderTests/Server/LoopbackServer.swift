import Threads
import Cryptography
import Foundation
import Glibc

/// A server of HTTP/1.1 on loopback that plays every provider: one for all scripts of a run.
final class LoopbackServer: Sendable {
    /// Started by the first who needs it.
    static let shared = Result { try LoopbackServer() }

    let port: UInt16
    private let scripts = Locked<[Int: Script]>([:])

    private init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 256) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard listener >= 0, result else { throw CocoaError(.fileReadUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        Self.start { self.accept(from: listener) }
    }

    /// Lets a script answer the requests with its number.
    func play(_ script: Script) {
        scripts.withLock { $0[script.number] = script }
    }

    /// Takes a script away.
    func end(_ script: Script) {
        scripts.withLock { $0[script.number] = nil }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 1 << 19
        thread.start()
    }

    private func accept(from listener: Int32) {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { return }
            var yes: Int32 = 1
            unsafe setsockopt(
                connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            Self.start { self.serve(Connection(connection)) }
        }
    }

    private func serve(_ connection: Connection) {
        while let request = connection.next() {
            let script = scripts.withLock { scripts in request.script.flatMap { scripts[$0] } }
            let answer = script?.answer(request) ?? Answer(599, "no such script")
            guard connection.send(answer) else { return }
        }
    }
}

/// One connection, which closes with its owner.
private final class Connection {
    private let descriptor: Int32
    private var rest: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The next request; nil where there is none any more.
    func next() -> ReceivedRequest? {
        let blankLine: [UInt8] = [13, 10, 13, 10]
        var end = rest.firstRange(of: blankLine)
        while end == nil {
            guard receive() else { return nil }
            end = rest.firstRange(of: blankLine)
        }
        guard let end else { return nil }
        let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        rest = [UInt8](rest[end.upperBound...])
        let field = head.lowercased().components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
        let count = field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        while rest.count < count {
            guard receive() else { return nil }
        }
        let body = [UInt8](rest[..<count])
        rest = [UInt8](rest[count...])
        return ReceivedRequest(head: head, body: body)
    }

    /// Sends an answer; false where the other side is gone.
    func send(_ answer: Answer) -> Bool {
        let bytes = answer.bytes
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return false }
        rest += buffer[..<count]
        return true
    }
}
