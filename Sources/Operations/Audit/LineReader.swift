import Glibc
import StrictJSON

/// Reads a file line by line, in bounded memory.
final class LineReader {
    /// A line.
    struct Line: Sendable {
        /// Its bytes without the line break; cut where they are more than any line of ours.
        let bytes: [UInt8]
        /// Whether a line break ends it.
        let isTerminated: Bool
    }

    private let descriptor: Int32
    private let path: String
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    init(path: String) throws(OperationsError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The next line; nil at the end.
    func next() throws(OperationsError) -> Line? {
        var searched = position
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { position = end + 1 }
                return Line(bytes: Array(buffer[position..<end]), isTerminated: true)
            }
            searched = buffer.count
            if isAtEnd || buffer.count - position > 4 * AuditChain.maximumLine {
                guard position < buffer.count else { return nil }
                defer { position = buffer.count }
                return Line(bytes: Array(buffer[position...]), isTerminated: !isAtEnd)
            }
            buffer.removeFirst(position)
            searched -= position
            position = 0
            try fill()
        }
    }

    private func fill() throws(OperationsError) {
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.unreadable(path, errno) }
            if count == 0 { isAtEnd = true } else { buffer.append(contentsOf: block.prefix(count)) }
            return
        }
    }

    private static func unreadable(_ path: String, _ code: Int32) -> OperationsError {
        OperationsError(.systemFailed, "\(path.argumentExcerpt) cannot be read: \(SystemCall.text(code))")
    }
}
