import Glibc
import Threads

/// The lines that a person types or pastes.
enum PastedLines: Sendable {
    /// The longest line, in bytes.
    private static let maximumBytes = 16 << 10

    /// No lines.
    static func none() -> AsyncStream<String> {
        AsyncStream { $0.finish() }
    }

    /// The lines of standard input, read by a thread that ends with the process.
    static func standardInput() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let isStarted = DedicatedThread.start {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while unsafe read(STDIN_FILENO, &byte, 1) == 1 {
                if byte != UInt8(ascii: "\n") {
                    if line.count < maximumBytes { line.append(byte) }
                    continue
                }
                continuation.yield(String(decoding: line, as: UTF8.self))
                line = []
            }
            if !line.isEmpty { continuation.yield(String(decoding: line, as: UTF8.self)) }
            continuation.finish()
        }
        if !isStarted { continuation.finish() }
        return lines
    }
}
