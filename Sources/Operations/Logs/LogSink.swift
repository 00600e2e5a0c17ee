/// Where the lines of a log go.
public protocol LogSink: Sendable {
    /// Takes a line with its line break; returns soon, whatever becomes of it.
    ///
    /// - Parameter line: The line.
    func write(_ line: [UInt8])

    /// Waits until the lines so far are written.
    ///
    /// - Parameter limit: How long to wait at most.
    func flush(within limit: Duration) async

    /// How many lines were dropped because the reader was too slow, or gone.
    var droppedLines: UInt64 { get }
}
