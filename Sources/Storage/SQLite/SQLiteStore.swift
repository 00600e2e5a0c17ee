import Threads
public import Bridge
public import JOSE

/// A store in a file of SQLite: what was answered is on disk, and several processes may use one file.
///
/// One thread does the work of all calls: it takes those that wait and makes them durable in one transaction, so many
/// callers at once wait for one write of the disk. The file is opened by the first call; after a fault, by the next.
public final class SQLiteStore: Store {
    /// How many expired records one transaction removes: others wait for its end.
    private static let sweptAtOnce = 250

    private let queue = CallQueue<SQLiteCall>(maximum: StoreLimits.waitingCalls)

    /// Starts the thread; nothing is opened yet, which `check` does.
    ///
    /// - Parameter path: The path of the file. Its folder must exist; where the file does not, it is made with mode 0600.
    /// - Throws: `BridgeError` with code `storeUnavailable` where SQLite is not installed.
    public init(path: String) throws(BridgeError) {
        guard SQLiteLibrary.isReady else {
            throw BridgeError(.storeUnavailable, "SQLite cannot be loaded: is libsqlite3-0 installed, 3.35 or newer?")
        }
        let queue = queue
        queue.workerBegins()
        guard DedicatedThread.start({ SQLiteWorker(path: path, queue: queue).run() }) else {
            queue.workerHasEnded()
            throw BridgeError(.storeUnavailable, "the store cannot be set up: no thread can be started")
        }
    }

    deinit {
        queue.close()
    }

    /// Adds records, all of them or none.
    public func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome {
        try RecordRules.check(records)
        return try await perform(.writing) { database throws(StoreFault) in try database.insert(records, now) }
    }

    /// Reads a record.
    public func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        try await perform(.reading) { database throws(StoreFault) in try database.record(key, now) }
    }

    /// Replaces a record that has not changed since it was read.
    public func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome {
        try RecordRules.check([record])
        return try await perform(.writing) { database throws(StoreFault) in try database.replace(record, now) }
    }

    /// Takes a record out: of all that call at once, one gets it.
    public func consume(
        _ key: RecordKey, version: Int64?, now: NumericDate
    ) async throws(BridgeError) -> StoredRecord? {
        try await perform(.writing) { database throws(StoreFault) in try database.consume(key, version, now) }
    }

    /// Counts an event.
    public func increment(
        _ key: RecordKey, for seconds: Int64, now: NumericDate
    ) async throws(BridgeError) -> EventCount {
        try await perform(.writing) { database throws(StoreFault) in
            try database.increment(key, until: now + seconds, now)
        }
    }

    /// Removes what has expired, some at a time, so that others go on.
    public func sweep(now: NumericDate) async throws(BridgeError) -> Int {
        var total = 0
        while true {
            let count = try await perform(.writing) { database throws(StoreFault) in
                try database.sweep(now, atMost: Self.sweptAtOnce)
            }
            total += count
            if count < Self.sweptAtOnce { return total }
        }
    }

    /// Returns if records can be read and written.
    public func check() async throws(BridgeError) {
        try await perform(.writing) { database throws(StoreFault) in try database.check() }
    }

    /// Finishes what was begun and lets go of everything; calls after it throw.
    public func close() async {
        queue.close()
        await queue.waitForEnd()
    }

    private func perform<Answer: Sendable>(
        _ need: SQLiteCall.Need, _ body: @escaping @Sendable (SQLiteRecords) throws(StoreFault) -> Answer
    ) async throws(BridgeError) -> Answer {
        let result: Result<Answer, BridgeError> = await withCheckedContinuation { continuation in
            let call = SQLiteCall(need, for: continuation, body)
            if let refusal = queue.submit(call) { call.refuse(BridgeError(refusal)) }
        }
        return try result.get()
    }
}
