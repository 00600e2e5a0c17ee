import Bridge

/// What every store demands of the records that it is given.
enum RecordRules: Sendable {
    /// Checks records before they are written.
    ///
    /// - Parameter records: The records.
    /// - Throws: `BridgeError` with code `storedRecordInvalid` where a payload is too large, or two keys are the same.
    static func check(_ records: [StoredRecord]) throws(BridgeError) {
        for record in records where record.payload.count > StoredRecord.maximumPayloadBytes {
            throw BridgeError(
                .storedRecordInvalid,
                "a record has \(record.payload.count) bytes, more than \(StoredRecord.maximumPayloadBytes)")
        }
        guard records.count < 2 || Set(records.map(\.key)).count == records.count else {
            throw BridgeError(.storedRecordInvalid, "two of the records have the same key")
        }
    }
}
