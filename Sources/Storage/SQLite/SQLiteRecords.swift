import Bridge
import Cryptography
import JOSE

/// The records of one connection; for one thread, and within a transaction.
final class SQLiteRecords {
    private let connection: SQLiteConnection
    private let find: SQLiteStatement
    private let add: SQLiteStatement
    private let change: SQLiteStatement
    private let take: SQLiteStatement
    private let takeVersion: SQLiteStatement
    private let count: SQLiteStatement
    private let findExpired: SQLiteStatement
    private let remove: SQLiteStatement

    /// Prepares the statements.
    ///
    /// - Parameter connection: A connection with the table.
    /// - Throws: `StoreFault`.
    init(_ connection: SQLiteConnection) throws(StoreFault) {
        self.connection = connection
        find = try connection.prepare(SQLiteStatements.find)
        add = try connection.prepare(SQLiteStatements.add)
        change = try connection.prepare(SQLiteStatements.change)
        take = try connection.prepare(SQLiteStatements.take)
        takeVersion = try connection.prepare(SQLiteStatements.takeVersion)
        count = try connection.prepare(SQLiteStatements.count)
        findExpired = try connection.prepare(SQLiteStatements.findExpired)
        remove = try connection.prepare(SQLiteStatements.remove)
    }

    /// Runs a body in a transaction, which is durable when this returns.
    func transaction<Result>(
        _ beginning: String, _ body: () throws(StoreFault) -> Result
    ) throws(StoreFault) -> Result {
        try connection.execute(beginning)
        do throws(StoreFault) {
            let result = try body()
            try connection.execute("COMMIT")
            return result
        } catch {
            // Some faults have ended it already.
            if connection.isInTransaction {
                do throws(StoreFault) {
                    try connection.execute("ROLLBACK")
                } catch {
                    throw StoreFault(error.words, .connection)
                }
            }
            throw error
        }
    }

    func insert(_ records: [StoredRecord], _ now: NumericDate) throws(StoreFault) -> InsertOutcome {
        // Nobody else writes within this transaction: what is free now, is free until the end.
        if records.count > 1 {
            for record in records where try self.record(record.key, now) != nil { return .exists }
        }
        for record in records {
            let values =
                Self.values(of: record.key) + [
                    .bytes(record.payload), .integer(record.expiration.secondsSinceEpoch), .integer(record.version),
                    .integer(now.secondsSinceEpoch),
                ]
            guard try add.changes(values) == 0 else { continue }
            guard records.count == 1 else { throw StoreFault("a record was not added", .call) }
            return .exists
        }
        return .inserted
    }

    func record(_ key: RecordKey, _ now: NumericDate) throws(StoreFault) -> StoredRecord? {
        try find.first(Self.values(of: key) + [.integer(now.secondsSinceEpoch)]) { Self.record(key, $0) }
    }

    func replace(_ record: StoredRecord, _ now: NumericDate) throws(StoreFault) -> ReplaceOutcome {
        let values =
            Self.values(of: record.key) + [
                .integer(now.secondsSinceEpoch), .integer(record.version), .bytes(record.payload),
                .integer(record.expiration.secondsSinceEpoch),
            ]
        return try change.changes(values) == 1 ? .replaced : .changed
    }

    func consume(_ key: RecordKey, _ version: Int64?, _ now: NumericDate) throws(StoreFault) -> StoredRecord? {
        let values = Self.values(of: key) + [.integer(now.secondsSinceEpoch)]
        guard let version else { return try take.first(values) { Self.record(key, $0) } }
        return try takeVersion.first(values + [.integer(version)]) { Self.record(key, $0) }
    }

    func increment(_ key: RecordKey, until end: NumericDate, _ now: NumericDate) throws(StoreFault) -> EventCount {
        let values =
            Self.values(of: key) + [.integer(end.secondsSinceEpoch), .integer(now.secondsSinceEpoch)]
        let row = try count.first(values) { row in
            EventCount(count: row.integer(0), expiration: NumericDate(secondsSinceEpoch: row.integer(1)))
        }
        guard let row else { throw StoreFault("an event was not counted", .call) }
        return row
    }

    func sweep(_ now: NumericDate, atMost maximum: Int) throws(StoreFault) -> Int {
        let keys = try findExpired.all([.integer(now.secondsSinceEpoch), .integer(Int64(maximum))]) { row in
            [SQLiteStatement.Value.integer(row.integer(0)), .bytes(row.bytes(1))]
        }
        for key in keys { _ = try remove.changes(key) }
        return keys.count
    }

    /// Writes what changes nothing.
    func check() throws(StoreFault) {
        try connection.execute("PRAGMA user_version = \(SQLiteSchema.version)")
    }

    private static func values(of key: RecordKey) -> [SQLiteStatement.Value] {
        [.integer(Int64(key.kind.rawValue)), .bytes(key.digest.bytes)]
    }

    private static func record(_ key: RecordKey, _ row: SQLiteStatement) -> StoredRecord {
        StoredRecord(
            key: key, payload: row.bytes(0), expiration: NumericDate(secondsSinceEpoch: row.integer(1)),
            version: row.integer(2))
    }
}
