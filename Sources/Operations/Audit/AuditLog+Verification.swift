import StrictJSON

extension AuditLog {
    /// Reads an audit file from its beginning to its end.
    ///
    /// - Parameter path: The file; it may be one that is being written.
    /// - Returns: What its lines prove.
    /// - Throws: `OperationsError` with code `auditBroken`, which names the first line that is not as it was written, or
    ///   `systemFailed` where the file cannot be read.
    public static func verify(_ path: String) throws(OperationsError) -> AuditEvidence {
        let reader = try LineReader(path: path)
        var verification = AuditVerification()
        while let line = try reader.next() { try verification.take(line) }
        return try verification.evidence(path)
    }
}
