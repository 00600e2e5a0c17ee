import Threads
import Glibc

/// Writes lines to standard error, or another open file, from a thread of its own.
///
/// Lines wait in a queue of bounded size; when the reader is slower than the service for long, lines are dropped and a
/// line says how many.
public final class DescriptorSink: LogSink {
    private struct Queue {
        var lines: [[UInt8]] = []
        var bytes = 0
        var isWriting = false
        var isClosed = false
        var dropped: UInt64 = 0
        var undeclared: UInt64 = 0
    }

    private static let maximumBytes = 1 << 20
    private let queue: Monitor<Queue>

    /// Starts to write.
    ///
    /// - Parameter descriptor: Where to; it stays open when the sink goes.
    /// - Throws: `OperationsError` with code `systemFailed`.
    public init(descriptor: Int32 = 2) throws(OperationsError) {
        let queue = Monitor(Queue())
        self.queue = queue
        guard DedicatedThread.start({ Self.run(queue, descriptor) }) else { throw OperationsError.noThread }
    }

    deinit {
        queue.change { $0.isClosed = true }
    }

    /// Queues a line; drops it where too much waits.
    ///
    /// - Parameter line: The line.
    public func write(_ line: [UInt8]) {
        queue.change { queue in
            guard queue.bytes + line.count <= Self.maximumBytes else {
                queue.dropped += 1
                queue.undeclared += 1
                return
            }
            queue.lines.append(line)
            queue.bytes += line.count
        }
    }

    /// Waits until the lines so far are written.
    ///
    /// - Parameter limit: How long to wait at most.
    public func flush(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while queue.read({ !$0.lines.isEmpty || $0.isWriting }), ContinuousClock.now < end {
            do {
                try await Task.sleep(for: .milliseconds(2))
            } catch {
                return
            }
        }
    }

    /// How many lines were dropped.
    public var droppedLines: UInt64 { queue.read { $0.dropped } }

    private static func run(_ queue: Monitor<Queue>, _ descriptor: Int32) {
        while let batch = queue.wait(for: { next(&$0) }) {
            let result = SystemCall.write(batch.bytes, to: descriptor)
            queue.change { queue in
                queue.isWriting = false
                if result != 0 { queue.dropped += batch.lines }
            }
        }
    }

    /// What is written next; the inner nil ends the thread, the outer one waits.
    private static func next(_ queue: inout Queue) -> (bytes: [UInt8], lines: UInt64)?? {
        guard !queue.lines.isEmpty || queue.undeclared > 0 else { return queue.isClosed ? .some(nil) : nil }
        var bytes = [UInt8](queue.lines.joined())
        if queue.undeclared > 0 { bytes.append(contentsOf: "log: \(queue.undeclared) lines were dropped\n".utf8) }
        let lines = UInt64(queue.lines.count)
        queue.lines.removeAll(keepingCapacity: true)
        queue.bytes = 0
        queue.undeclared = 0
        queue.isWriting = true
        return (bytes, lines)
    }
}
