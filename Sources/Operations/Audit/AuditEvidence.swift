/// What the lines of an audit file prove, as far as they prove anything.
public struct AuditEvidence: Sendable, Equatable {
    /// How many records there are, without the lines that begin segments.
    public let records: Int
    /// How many lines begin a segment after a writing that was not finished.
    public let tornWritings: Int
    /// The hash that the first line says the line before it had: that of another file where this one followed it.
    public let firstPrevious: String
    /// The number of the first line.
    public let firstSequence: Int64
    /// The number of the last line.
    public let lastSequence: Int64
    /// The hash of the last line: kept elsewhere, it shows later whether anything was cut off.
    public let lastHash: String
    /// When the last line was written.
    public let lastTime: String
    /// How many bytes after the last line are of a writing that was not finished.
    public let unfinishedBytes: Int

    /// Whether the lines of another file go on where these end.
    ///
    /// - Parameter next: The evidence of the other file.
    /// - Returns: Whether they do.
    public func isContinued(by next: AuditEvidence) -> Bool {
        next.firstPrevious == lastHash && next.firstSequence == lastSequence + 1
    }
}
