import Threads
import Bridge
import Cryptography
import JOSE
import Storage

/// A store in memory that can be put out of order.
final class FailingStore: Store {
    private let store = MemoryStore()
    private let isDown = Locked(false)
    private let texts = Locked<[String]>([])

    /// All that was ever written, as whoever gets hold of the store may read it.
    var written: String { texts.withLock { $0.joined(separator: "\n") } }

    func fail() { isDown.withLock { $0 = true } }

    func recover() { isDown.withLock { $0 = false } }

    private func reached() throws(BridgeError) -> MemoryStore {
        guard !isDown.withLock({ $0 }) else { throw BridgeError(.storeUnavailable, "the store cannot be reached") }
        return store
    }

    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        try await reached().record(key, now: now)
    }

    func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome {
        texts.withLock { texts in
            for record in records { texts.append("\(record.key) \(String(decoding: record.payload, as: UTF8.self))") }
        }
        return try await reached().insert(records, now: now)
    }

    func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome {
        texts.withLock { $0.append("\(record.key) \(String(decoding: record.payload, as: UTF8.self))") }
        return try await reached().replace(record, now: now)
    }

    func consume(_ key: RecordKey, version: Int64?, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        try await reached().consume(key, version: version, now: now)
    }

    func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) async throws(BridgeError) -> EventCount {
        try await reached().increment(key, for: seconds, now: now)
    }

    func sweep(now: NumericDate) async throws(BridgeError) -> Int { try await reached().sweep(now: now) }

    func check() async throws(BridgeError) { try await reached().check() }

    func close() async { await store.close() }
}
