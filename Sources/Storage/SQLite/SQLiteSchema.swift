import Glibc

/// The table of records, and how a database says which table it has.
enum SQLiteSchema: Sendable {
    /// The newest version that this release knows.
    static let version: Int64 = 1
    /// Marks a database as one of ours ("CTBr").
    private static let application: Int64 = 0x4354_4272

    /// Sets a connection up, and makes the table where there is nothing yet.
    ///
    /// - Parameter connection: The connection.
    /// - Throws: `StoreFault` also where the database is another program's, or a newer release's.
    static func prepare(_ connection: SQLiteConnection) throws(StoreFault) {
        // Before anything is written to what may be another's.
        let found = try snapshot(of: connection)
        guard found != .foreign else { throw StoreFault("the database holds something else", .connection) }
        try requireKnown(found)
        guard try journalMode(of: connection) == "wal" else {
            throw StoreFault("its file system cannot do with a write-ahead log", .connection)
        }
        try connection.execute(settings)
        guard found == .empty else { return }
        try connection.execute("BEGIN IMMEDIATE")
        do throws(StoreFault) {
            // Another process may have been faster.
            let now = try state(of: connection)
            if now == .empty { try connection.execute(table) }
            try requireKnown(now)
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Switches to a write-ahead log, and says what there is then.
    ///
    /// Where several switch at once, SQLite refuses all but one without asking the handler that waits: it could be waiting
    /// for itself. So the waiting is done here.
    private static func journalMode(of connection: SQLiteConnection) throws(StoreFault) -> String? {
        var tries: Int32 = 0
        while true {
            do throws(StoreFault) {
                return try connection.prepare("PRAGMA journal_mode = WAL").first([]) { $0.text(0) }
            } catch {
                guard error.scope == .store, tries < SQLiteConnection.patience else { throw error }
                tries += 1
                usleep(1000)
            }
        }
    }

    private enum State: Equatable {
        case empty
        case ours(Int64)
        case foreign
    }

    /// The state at one moment: of several questions, some would be answered before and some after another process has
    /// made the table.
    private static func snapshot(of connection: SQLiteConnection) throws(StoreFault) -> State {
        try connection.execute("BEGIN")
        do throws(StoreFault) {
            let state = try state(of: connection)
            try connection.execute("COMMIT")
            return state
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    private static func state(of connection: SQLiteConnection) throws(StoreFault) -> State {
        let application = try number(connection, "PRAGMA application_id")
        if application == Self.application { return .ours(try number(connection, "PRAGMA user_version")) }
        let tables = try number(connection, "SELECT count(*) FROM sqlite_schema")
        return application == 0 && tables == 0 ? .empty : .foreign
    }

    private static func requireKnown(_ state: State) throws(StoreFault) {
        guard case .ours(let version) = state, version != Self.version else { return }
        throw StoreFault(
            "a newer release has written it: its schema is \(version), and this release knows \(Self.version)",
            .connection)
    }

    private static func number(_ connection: SQLiteConnection, _ text: String) throws(StoreFault) -> Int64 {
        try connection.prepare(text).first([]) { $0.integer(0) } ?? 0
    }

    /// What was deleted is overwritten: payloads may hold what others must not see.
    private static let settings = """
        PRAGMA synchronous = FULL;
        PRAGMA secure_delete = FAST;
        PRAGMA trusted_schema = OFF;
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -8000;
        PRAGMA wal_autocheckpoint = 4000;
        PRAGMA journal_size_limit = 33554432;
        """

    private static let table = """
        CREATE TABLE records (
            kind INTEGER NOT NULL, digest BLOB NOT NULL, payload BLOB NOT NULL, expiration INTEGER NOT NULL,
            version INTEGER NOT NULL, PRIMARY KEY (kind, digest)
        ) WITHOUT ROWID;
        CREATE INDEX records_by_expiration ON records (expiration);
        PRAGMA application_id = \(application);
        PRAGMA user_version = \(version);
        """
}
