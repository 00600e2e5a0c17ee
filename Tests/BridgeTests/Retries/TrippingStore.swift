import Threads
import Bridge
import JOSE
import Storage

/// A store that fails at the next call of one kind, and then works again.
final class TrippingStore: Store {
    enum Call: Sendable {
        case insert
        case record
        case replace
        case consume
    }

    private let store = MemoryStore()
    private let next = Locked<Call?>(nil)

    func trip(_ call: Call) { next.withLock { $0 = call } }

    private func pass(_ call: Call) throws(BridgeError) {
        let trips = next.withLock { next in
            guard next == call else { return false }
            next = nil
            return true
        }
        if trips { throw BridgeError(.storeUnavailable, "connection reset") }
    }

    func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome {
        try pass(.insert)
        return try await store.insert(records, now: now)
    }

    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        try pass(.record)
        return try await store.record(key, now: now)
    }

    func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome {
        try pass(.replace)
        return try await store.replace(record, now: now)
    }

    func consume(_ key: RecordKey, version: Int64?, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        try pass(.consume)
        return try await store.consume(key, version: version, now: now)
    }

    func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) async throws(BridgeError) -> EventCount {
        try await store.increment(key, for: seconds, now: now)
    }

    func sweep(now: NumericDate) async throws(BridgeError) -> Int { try await store.sweep(now: now) }
    func check() async throws(BridgeError) { try await store.check() }
    func close() async { await store.close() }
}

/// An audit log that cannot be written.
struct UnwritableNote: Error {}
