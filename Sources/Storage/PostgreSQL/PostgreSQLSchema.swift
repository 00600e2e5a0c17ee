/// The tables of a store, and how a database says which it has.
enum PostgreSQLSchema: Sendable {
    /// The version that this release knows.
    static let version: Int64 = 1

    /// Sets a connection up, and makes the tables where there are none.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - missing: What becomes of tables that are not there.
    /// - Throws: `PostgreSQLFault` also where the tables are another release's.
    static func prepare(
        _ connection: PostgreSQLConnection, whereTablesAreMissing missing: PostgreSQLStore.MissingTables
    ) throws(PostgreSQLFault) {
        _ = try connection.exchange(settings.map { PostgreSQLRequest($0) })
        var found: Int64?
        do throws(PostgreSQLFault) {
            found = try version(connection)
        } catch {
            guard error.state == undefinedTable else { throw error }
            if case .areLeftOut = missing { return }
            try create(connection)
            found = try version(connection)
        }
        guard found == version else {
            throw PostgreSQLFault(
                "another release has made its tables: their schema is \(found.map { "\($0)" } ?? "unknown"), and this "
                    + "release knows \(version)", .connection)
        }
    }

    private static let undefinedTable = "42P01"

    private static func version(_ connection: PostgreSQLConnection) throws(PostgreSQLFault) -> Int64? {
        let answers = try connection.exchange([PostgreSQLRequest(find)])
        guard let answer = answers.first, answer.rowCount == 1 else { return nil }
        return answer.integer(0)
    }

    /// Replicas that start at once make the tables one after the other.
    private static func create(_ connection: PostgreSQLConnection) throws(PostgreSQLFault) {
        // One by one: a statement is understood only when the table that it names is there.
        let statements = [PostgreSQLStatements.begin, lock] + tables + [PostgreSQLStatements.commit]
        do throws(PostgreSQLFault) {
            for statement in statements { _ = try connection.exchange([PostgreSQLRequest(statement)]) }
        } catch {
            // The connection is closed, which undoes what was begun.
            throw PostgreSQLFault("the tables cannot be made: \(error.words)", .connection, state: error.state)
        }
    }

    /// What is answered must be on disk, whatever the server does by default; and a process that stands still must not
    /// keep records from others.
    private static let settings = [
        PostgreSQLStatement("limit", "SET statement_timeout = 2000"),
        PostgreSQLStatement("idle limit", "SET idle_in_transaction_session_timeout = 10000"),
        PostgreSQLStatement(
            "durable",
            """
            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit', true) IN ('off', 'local')
            """),
    ]

    private static let find = PostgreSQLStatement("find schema", "SELECT version FROM token_bridge_schema")

    private static let lock = PostgreSQLStatement("lock schema", "SELECT pg_advisory_xact_lock(4851231203921490258)")

    private static let tables = [
        PostgreSQLStatement("make schema", "CREATE TABLE IF NOT EXISTS token_bridge_schema (version INT8 PRIMARY KEY)"),
        PostgreSQLStatement(
            "make records",
            """
            CREATE TABLE IF NOT EXISTS token_bridge_records (
                kind INT8 NOT NULL, digest BYTEA NOT NULL, payload BYTEA NOT NULL, expiration INT8 NOT NULL,
                version INT8 NOT NULL, PRIMARY KEY (kind, digest)
            )
            """),
        PostgreSQLStatement(
            "make index",
            """
            CREATE INDEX IF NOT EXISTS token_bridge_records_by_expiration ON token_bridge_records (expiration)
            """),
        PostgreSQLStatement(
            "tell schema",
            """
            INSERT INTO token_bridge_schema (version)
            SELECT \(version) WHERE NOT EXISTS (SELECT 1 FROM token_bridge_schema)
            """),
    ]
}
