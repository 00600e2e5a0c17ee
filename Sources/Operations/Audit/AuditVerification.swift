import Cryptography
import StrictJSON

/// Follows the chain from line to line.
struct AuditVerification: Sendable {
    private var lineNumber = 0
    private var records = 0
    private var tornWritings = 0
    private var first: AuditLine?
    private var last: AuditLine?
    /// Bytes since the last good line, and the number of the first line of them.
    private var doubtful: (bytes: [UInt8], line: Int, isTerminated: Bool)?

    /// Takes the next line.
    mutating func take(_ line: LineReader.Line) throws(OperationsError) {
        lineNumber += 1
        if let parsed = AuditLine(line.bytes), continues(parsed) {
            if first == nil { first = parsed }
            if parsed.segment == nil { records += 1 }
            if doubtful != nil { tornWritings += 1 }
            doubtful = nil
            last = parsed
            return
        }
        // Whether this is a writing that was not finished is told by the line after it.
        var rest = doubtful ?? ([], lineNumber, true)
        if doubtful != nil { rest.bytes.append(0x0A) }
        rest.bytes.append(contentsOf: line.bytes)
        rest.isTerminated = line.isTerminated
        doubtful = rest
        guard rest.bytes.count <= 4 * AuditChain.maximumLine else { throw Self.broken(rest.line) }
    }

    /// What all the lines prove.
    func evidence(_ path: String) throws(OperationsError) -> AuditEvidence {
        // At the very end of the file nothing tells more; a line that is terminated was whole once.
        if let doubtful, doubtful.isTerminated { throw Self.broken(doubtful.line) }
        guard let first, let last else {
            throw OperationsError(.auditBroken, "\(path.argumentExcerpt) has no line of an audit file")
        }
        return AuditEvidence(
            records: records, tornWritings: tornWritings, firstPrevious: first.previous, firstSequence: first.sequence,
            lastSequence: last.sequence, lastHash: last.hash, lastTime: last.time,
            unfinishedBytes: doubtful?.bytes.count ?? 0)
    }

    /// Whether a line goes on where the last good one ended, and says of what lies between what is so.
    private func continues(_ line: AuditLine) -> Bool {
        if let last {
            guard line.previous.hasSameBytes(as: last.hash), line.sequence == last.sequence + 1 else { return false }
        } else {
            guard line.segment != nil else { return false }
        }
        guard let doubtful else { return line.segment?.reason != "torn" }
        guard let segment = line.segment, segment.reason == "torn", segment.tornBytes == Int64(doubtful.bytes.count),
            let hash = try? SHA256Digest(of: doubtful.bytes).hexadecimal
        else { return false }
        return segment.tornHash.hasSameBytes(as: hash)
    }

    private static func broken(_ line: Int) -> OperationsError {
        OperationsError(
            .auditBroken,
            line > 1
                ? "line \(line) of the audit file does not follow line \(line - 1): one of them is not as it was written"
                : "line 1 of the audit file is not as it was written")
    }
}
