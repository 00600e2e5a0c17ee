import Glibc

/// Ends a `poll` of another thread.
final class WakeUp: Sendable {
    /// What is to be polled for reading.
    let descriptor: Int32
    private let other: Int32

    init?() {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { return nil }
        descriptor = pair[0]
        other = pair[1]
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Ends the wait, or the next one.
    func notify() {
        var byte: UInt8 = 0
        unsafe send(other, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Forgets all notes that have come.
    func clear() {
        var scratch = [UInt8](repeating: 0, count: 64)
        while unsafe recv(descriptor, &scratch, scratch.count, 0) > 0 {}
    }
}
