import Threads
public import Bridge
import Cryptography
public import JOSE

/// A store in PostgreSQL, or in what speaks its protocol: for several replicas.
///
/// A few threads with a connection each do the work: each takes the calls that wait and commits them together. A server
/// that is down makes calls fail within two seconds, and at once while it is known to be down; it is found again by
/// itself. Where the connection is lost while a change is committed, the call fails although the change may be done: so
/// a code may be consumed that nobody got, never one that two got.
public final class PostgreSQLStore: Store {
    /// What becomes of tables that are not there.
    public enum MissingTables: Sendable {
        /// They are made.
        case areMade
        /// They stay missing: nothing of the database is changed.
        case areLeftOut
    }

    private let queue = CallQueue<PostgreSQLCall>(maximum: StoreLimits.waitingCalls)

    /// Starts the threads; nothing is connected yet, which `check` does.
    ///
    /// - Parameters:
    ///   - address: The address of the database; the role must be able to make tables there, or find them made.
    ///   - connections: How many connections there are, at least 1.
    ///   - missing: What becomes of tables that are not there.
    /// - Throws: `BridgeError` with code `storeUnavailable` where libpq is not installed or cannot read the address.
    public init(
        _ address: PostgreSQLAddress, connections: Int = 2, whereTablesAreMissing missing: MissingTables = .areMade
    ) throws(BridgeError) {
        guard PostgreSQLLibrary.isReady else {
            throw BridgeError(.storeUnavailable, "libpq cannot be loaded: is libpq5 installed, 14 or newer?")
        }
        if let fault = address.fault { throw BridgeError(.storeUnavailable, "PostgreSQL cannot be used: \(fault)") }
        let pause = ReconnectionPause()
        let queue = queue
        for _ in 0..<max(1, connections) {
            queue.workerBegins()
            guard
                DedicatedThread.start({ PostgreSQLWorker(address, queue, pause, whereTablesAreMissing: missing).run() })
            else {
                queue.workerHasEnded()
                queue.close()
                throw BridgeError(.storeUnavailable, "the store cannot be set up: no thread can be started")
            }
        }
    }

    deinit {
        queue.close()
    }

    /// Adds records, all of them or none.
    public func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome {
        try RecordRules.check(records)
        guard !records.isEmpty else { return .inserted }
        let ordered = records.sorted { KeyOrder.isBefore($0.key, $1.key) }
        let values = ordered.flatMap { record in
            Self.values(of: record.key) + [
                .bytes(record.payload), .integer(record.expiration.secondsSinceEpoch), .integer(record.version),
            ]
        }
        let statement = records.count == 1 ? PostgreSQLStatements.add : PostgreSQLStatements.add(records.count)
        let isOne = records.count == 1
        let request = PostgreSQLRequest(statement, values + [.integer(now.secondsSinceEpoch)])
        return try await perform(.writing, request, ordered.map(\.key)) { answer in
            (isOne ? answer.rowCount == 1 : answer.integer(0) == 1) ? .inserted : .exists
        }
    }

    /// Reads a record.
    public func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        let values = Self.values(of: key) + [.integer(now.secondsSinceEpoch)]
        return try await perform(.reading, PostgreSQLRequest(PostgreSQLStatements.find, values), []) { answer in
            Self.record(key, answer)
        }
    }

    /// Replaces a record that has not changed since it was read.
    public func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome {
        try RecordRules.check([record])
        let values =
            Self.values(of: record.key) + [
                .integer(now.secondsSinceEpoch), .integer(record.version), .bytes(record.payload),
                .integer(record.expiration.secondsSinceEpoch),
            ]
        let request = PostgreSQLRequest(PostgreSQLStatements.change, values)
        return try await perform(.writing, request, [record.key]) { $0.rowCount == 1 ? .replaced : .changed }
    }

    /// Takes a record out: of all that call at once, one gets it.
    public func consume(
        _ key: RecordKey, version: Int64?, now: NumericDate
    ) async throws(BridgeError) -> StoredRecord? {
        let values = Self.values(of: key) + [.integer(now.secondsSinceEpoch)]
        let request =
            version.map { PostgreSQLRequest(PostgreSQLStatements.takeVersion, values + [.integer($0)]) }
            ?? PostgreSQLRequest(PostgreSQLStatements.take, values)
        return try await perform(.writing, request, [key]) { Self.record(key, $0) }
    }

    /// Counts an event.
    public func increment(
        _ key: RecordKey, for seconds: Int64, now: NumericDate
    ) async throws(BridgeError) -> EventCount {
        let end = now + seconds
        let values = Self.values(of: key) + [.integer(end.secondsSinceEpoch), .integer(now.secondsSinceEpoch)]
        let request = PostgreSQLRequest(PostgreSQLStatements.count, values)
        return try await perform(.writing, request, [key]) { answer throws(PostgreSQLFault) in
            guard answer.rowCount == 1 else { throw PostgreSQLFault("an event was not counted", .call) }
            return EventCount(
                count: answer.integer(0), expiration: NumericDate(secondsSinceEpoch: answer.integer(1)))
        }
    }

    /// Removes what has expired, some at a time, so that others go on.
    public func sweep(now: NumericDate) async throws(BridgeError) -> Int {
        let request = PostgreSQLRequest(PostgreSQLStatements.clear, [.integer(now.secondsSinceEpoch)])
        var total: Int64 = 0
        while true {
            let count = try await perform(.writing, request, []) { $0.integer(0) }
            total += count
            if count < PostgreSQLStatements.clearedAtOnce { return Int(clamping: total) }
        }
    }

    /// Whether the tables are there.
    ///
    /// - Returns: Whether they are.
    /// - Throws: `BridgeError` where the database cannot be reached.
    public func hasTables() async throws(BridgeError) -> Bool {
        let request = PostgreSQLRequest(PostgreSQLStatements.findTables)
        return try await perform(.reading, request, []) { $0.integer(0) > 0 }
    }

    /// Returns if records can be read and written.
    public func check() async throws(BridgeError) {
        try await perform(.writing, PostgreSQLRequest(PostgreSQLStatements.check), []) { _ in () }
    }

    /// Finishes what was begun and lets go of everything; calls after it throw.
    public func close() async {
        queue.close()
        await queue.waitForEnd()
    }

    private func perform<Answer: Sendable>(
        _ need: PostgreSQLCall.Need, _ request: PostgreSQLRequest, _ keys: [RecordKey],
        _ reading: @escaping @Sendable (PostgreSQLResult) throws(PostgreSQLFault) -> Answer
    ) async throws(BridgeError) -> Answer {
        let result: Result<Answer, BridgeError> = await withCheckedContinuation { continuation in
            let call = PostgreSQLCall(need, request, keys: keys, for: continuation, reading)
            if let refusal = queue.submit(call) { call.refuse(BridgeError(refusal)) }
        }
        return try result.get()
    }

    private static func values(of key: RecordKey) -> [PostgreSQLParameter] {
        [.integer(Int64(key.kind.rawValue)), .bytes(key.digest.bytes)]
    }

    private static func record(_ key: RecordKey, _ answer: PostgreSQLResult) -> StoredRecord? {
        guard answer.rowCount == 1 else { return nil }
        return StoredRecord(
            key: key, payload: answer.bytes(0), expiration: NumericDate(secondsSinceEpoch: answer.integer(1)),
            version: answer.integer(2))
    }
}
