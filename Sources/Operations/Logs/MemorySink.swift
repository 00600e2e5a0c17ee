import Threads
import Cryptography

/// Keeps lines in memory, for tests.
public final class MemorySink: LogSink {
    private let bytes = Locked<[UInt8]>([])

    /// Makes an empty sink.
    public init() {}

    /// Keeps a line.
    ///
    /// - Parameter line: The line.
    public func write(_ line: [UInt8]) {
        bytes.withLock { $0.append(contentsOf: line) }
    }

    /// Returns at once.
    public func flush(within limit: Duration) async {}

    /// None.
    public var droppedLines: UInt64 { 0 }

    /// All that was written.
    public var text: String {
        String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    }

    /// The lines without their line breaks.
    public var lines: [String] {
        text.utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
