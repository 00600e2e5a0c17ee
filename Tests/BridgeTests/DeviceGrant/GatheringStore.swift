import Bridge
import JOSE
import Storage

/// A store in which readers of one kind of record wait for one another, so that all have read before one writes: the
/// race that replicas are in, every time.
actor GatheringStore: Store {
    private let store = MemoryStore()
    private var kind: RecordKey.Kind?
    private var missing = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Lets the next readers of a kind of record go on when that many have read.
    func gather(_ count: Int, of kind: RecordKey.Kind) {
        (self.kind, missing) = (kind, count)
    }

    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        let record = try await store.record(key, now: now)
        guard key.kind == kind, missing > 0 else { return record }
        missing -= 1
        if missing > 0 {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
        return record
    }

    func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome {
        try await store.insert(records, now: now)
    }

    func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome {
        try await store.replace(record, now: now)
    }

    func consume(_ key: RecordKey, version: Int64?, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        try await store.consume(key, version: version, now: now)
    }

    func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) async throws(BridgeError) -> EventCount {
        try await store.increment(key, for: seconds, now: now)
    }

    func sweep(now: NumericDate) async throws(BridgeError) -> Int { try await store.sweep(now: now) }
    func check() async throws(BridgeError) { try await store.check() }
    func close() async { await store.close() }
}
