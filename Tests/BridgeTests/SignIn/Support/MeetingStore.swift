import Bridge
import JOSE
import Storage

/// A store in which as many readers as are expected have all read before one of them goes on.
actor MeetingStore: Store {
    private let store: MemoryStore
    private let expected: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ store: MemoryStore, readers: Int) {
        self.store = store
        expected = readers
    }

    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        let record = try await store.record(key, now: now)
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == expected else { return }
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

    func consume(
        _ key: RecordKey, version: Int64?, now: NumericDate
    ) async throws(BridgeError) -> StoredRecord? {
        try await store.consume(key, version: version, now: now)
    }

    func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) async throws(BridgeError) -> EventCount {
        try await store.increment(key, for: seconds, now: now)
    }

    func sweep(now: NumericDate) async throws(BridgeError) -> Int { try await store.sweep(now: now) }

    func check() async throws(BridgeError) { try await store.check() }

    func close() async { await store.close() }
}
