public import JOSE

extension AuditLog {
    /// Appends a record of what is done with a key to a file, synchronizes it and lets go of the file.
    ///
    /// For a command, which has one or two records and no thread to spare: a thread that ends while the process does
    /// would free what the library behind the hashes is freeing.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - path: The file; made where there is none, readable by its owner alone.
    ///   - clock: What time it is, for the lines that begin a segment.
    /// - Throws: `OperationsError` with code `logUnwritable`, or `auditBroken` where the file is no audit file.
    public static func append(
        _ record: KeyAuditRecord, to path: String, clock: any WallClock
    ) throws(OperationsError) {
        let members = record.members
        guard members.count <= maximumMembers else {
            throw OperationsError(.logUnwritable, "an audit record is longer than \(maximumMembers) bytes")
        }
        var writer = try AuditWriter(path: path, durability: .synchronized, clock: clock) {
            () throws(OperationsError) in
        }
        try writer.write([members])
        writer.close()
    }
}
