public import Bridge
public import JOSE

/// A store that forgets everything when the process ends: for one replica that may lose its sessions, and for tests.
public actor MemoryStore: Store {
    private var records: [RecordKey: StoredRecord] = [:]
    private var isClosed = false

    /// Makes an empty store.
    public init() {}

    /// Adds records, all of them or none.
    public func insert(_ records: [StoredRecord], now: NumericDate) throws(BridgeError) -> InsertOutcome {
        try RecordRules.check(records)
        try requireOpen()
        guard records.allSatisfy({ live($0.key, now) == nil }) else { return .exists }
        for record in records { self.records[record.key] = record }
        return .inserted
    }

    /// Reads a record.
    public func record(_ key: RecordKey, now: NumericDate) throws(BridgeError) -> StoredRecord? {
        try requireOpen()
        return live(key, now)
    }

    /// Replaces a record that has not changed since it was read.
    public func replace(_ record: StoredRecord, now: NumericDate) throws(BridgeError) -> ReplaceOutcome {
        try RecordRules.check([record])
        try requireOpen()
        guard let found = live(record.key, now), found.version == record.version, record.version < .max else {
            return .changed
        }
        records[record.key] = StoredRecord(
            key: record.key, payload: record.payload, expiration: record.expiration, version: record.version + 1)
        return .replaced
    }

    /// Takes a record out: of all that call at once, one gets it.
    public func consume(_ key: RecordKey, version: Int64?, now: NumericDate) throws(BridgeError) -> StoredRecord? {
        try requireOpen()
        guard let found = live(key, now), version == nil || found.version == version else { return nil }
        records[key] = nil
        return found
    }

    /// Counts an event.
    public func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) throws(BridgeError) -> EventCount {
        try requireOpen()
        let found = live(key, now)
        let count = EventCount(count: (found?.version ?? 0) + 1, expiration: found?.expiration ?? now + seconds)
        records[key] = StoredRecord(key: key, payload: [], expiration: count.expiration, version: count.count)
        return count
    }

    /// Removes what has expired.
    public func sweep(now: NumericDate) throws(BridgeError) -> Int {
        try requireOpen()
        let before = records.count
        records = records.filter { $0.value.expiration > now }
        return before - records.count
    }

    /// Returns if records can be read and written.
    public func check() throws(BridgeError) {
        try requireOpen()
    }

    /// Finishes what was begun and lets go of everything; calls after it throw.
    public func close() {
        isClosed = true
        records = [:]
    }

    private func live(_ key: RecordKey, _ now: NumericDate) -> StoredRecord? {
        records[key].flatMap { $0.expiration > now ? $0 : nil }
    }

    private func requireOpen() throws(BridgeError) {
        guard !isClosed else { throw BridgeError(.storeUnavailable, "the store is closed") }
    }
}
