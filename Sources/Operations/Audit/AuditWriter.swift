import Cryptography
import JOSE

/// Writes batches of records; used by one thread.
struct AuditWriter: Sendable {
    private let path: String
    private let durability: AuditLog.Durability
    private let clock: any WallClock
    private let willSynchronize: @Sendable () throws(OperationsError) -> Void
    private var file: AuditFile?
    private var chain: AuditChain?
    private var lead: [UInt8] = []
    private var segment: AuditSegment?

    init(
        path: String, durability: AuditLog.Durability, clock: any WallClock,
        willSynchronize: @escaping @Sendable () throws(OperationsError) -> Void
    ) throws(OperationsError) {
        self.path = path
        self.durability = durability
        self.clock = clock
        self.willSynchronize = willSynchronize
        try open(after: nil)
        // The first line is written now, so that a file that cannot be written is found at start.
        try write([])
    }

    /// Writes records, in one piece.
    mutating func write(_ records: [[UInt8]]) throws(OperationsError) {
        if file == nil { try open(after: chain) }
        guard let file, let chain else { return }
        var next = chain
        var bytes = lead
        do throws(CryptographyError) {
            if let segment { bytes.append(contentsOf: try next.line(try segment.members(at: now))) }
            for record in records { bytes.append(contentsOf: try next.line(record)) }
        } catch {
            throw OperationsError(.systemFailed, "the audit lines could not be hashed")
        }
        guard !bytes.isEmpty else { return }
        do throws(OperationsError) {
            try file.append(bytes)
            if durability == .synchronized {
                try willSynchronize()
                try file.synchronize()
            }
        } catch {
            // What is on the disk now is not known: it is looked at before the next line is written.
            self.file = nil
            throw error
        }
        self.chain = next
        lead = []
        segment = nil
    }

    /// Goes on with the file that the path names now.
    mutating func reopen() throws(OperationsError) {
        if let file, file.isInPlace { return }
        let before = chain
        file = nil
        try open(after: before)
        try write([])
    }

    /// Lets go of the file.
    mutating func close() {
        file = nil
    }

    private mutating func open(after before: AuditChain?) throws(OperationsError) {
        let file = try AuditFile(path: path)
        let opening = try file.opening(after: before)
        (chain, lead, segment) = (opening.chain, opening.lead, opening.segment)
        self.file = file
    }

    private var now: NumericDate {
        (try? clock.now()) ?? NumericDate(secondsSinceEpoch: 0)
    }
}
