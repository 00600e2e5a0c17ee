/// The statements on records: the key is $1 and $2, and what has expired counts as absent.
///
/// CockroachDB and YugabyteDB know all that is used here.
enum PostgreSQLStatements: Sendable {
    static let begin = PostgreSQLStatement("begin", "BEGIN")
    static let commit = PostgreSQLStatement("commit", "COMMIT")
    static let rollback = PostgreSQLStatement("rollback", "ROLLBACK")

    static let find = PostgreSQLStatement(
        "find",
        """
        SELECT payload, expiration, version FROM token_bridge_records
        WHERE kind = $1 AND digest = $2 AND expiration > $3
        """)

    /// Adds one record; gives a row where it did.
    static let add = PostgreSQLStatement(
        "add",
        """
        INSERT INTO token_bridge_records (kind, digest, payload, expiration, version) VALUES ($1, $2, $3, $4, $5)
        \(takingExpiredPlaces(now: "$6")) RETURNING version
        """)

    /// Adds several records, all or none; gives 1 where it did, else 0.
    ///
    /// Where another transaction adds some of them in the same moment, it divides by zero, which undoes it.
    ///
    /// - Parameter count: How many records; the time is the last parameter.
    /// - Returns: The statement.
    static func add(_ count: Int) -> PostgreSQLStatement {
        let rows = (0..<count).map { index in
            let first = index * 5
            return "($\(first + 1)::int8, $\(first + 2)::bytea, $\(first + 3)::bytea, $\(first + 4)::int8, "
                + "$\(first + 5)::int8)"
        }
        let now = "$\(count * 5 + 1)::int8"
        return PostgreSQLStatement(
            "add \(count)",
            """
            WITH given (kind, digest, payload, expiration, version) AS (VALUES \(rows.joined(separator: ", "))),
            added AS (
                INSERT INTO token_bridge_records (kind, digest, payload, expiration, version)
                SELECT kind, digest, payload, expiration, version FROM given WHERE NOT EXISTS (
                    SELECT 1 FROM given AS wanted JOIN token_bridge_records AS there
                    ON there.kind = wanted.kind AND there.digest = wanted.digest WHERE there.expiration > \(now)
                ) ORDER BY kind, digest
                \(takingExpiredPlaces(now: now)) RETURNING 1
            )
            SELECT CASE count(*) WHEN \(count) THEN 1 WHEN 0 THEN 0 ELSE 1 / (count(*) - count(*)) END FROM added
            """)
    }

    static let change = PostgreSQLStatement(
        "change",
        """
        UPDATE token_bridge_records SET payload = $5, expiration = $6, version = version + 1
        WHERE kind = $1 AND digest = $2 AND expiration > $3 AND version = $4 AND version < 9223372036854775807
        RETURNING version
        """)

    static let take = PostgreSQLStatement(
        "take",
        """
        DELETE FROM token_bridge_records WHERE kind = $1 AND digest = $2 AND expiration > $3
        RETURNING payload, expiration, version
        """)

    static let takeVersion = PostgreSQLStatement(
        "take version",
        """
        DELETE FROM token_bridge_records WHERE kind = $1 AND digest = $2 AND expiration > $3 AND version = $4
        RETURNING payload, expiration, version
        """)

    static let count = PostgreSQLStatement(
        "count",
        """
        INSERT INTO token_bridge_records AS there (kind, digest, payload, expiration, version)
        VALUES ($1, $2, '', $3, 1)
        ON CONFLICT (kind, digest) DO UPDATE SET
            payload = '',
            version = CASE WHEN there.expiration > $4 THEN there.version + 1 ELSE 1 END,
            expiration = CASE WHEN there.expiration > $4 THEN there.expiration ELSE excluded.expiration END
        RETURNING version, expiration
        """)

    /// How many expired records one transaction removes: it locks them.
    static let clearedAtOnce: Int64 = 250

    /// Removes the oldest first, so that the index gives them in order; what another transaction has in hand is left
    /// to it.
    ///
    /// The limit is no parameter: a plan for any limit would go through all records.
    static let clear = PostgreSQLStatement(
        "clear",
        """
        WITH gone AS (
            DELETE FROM token_bridge_records WHERE expiration <= $1 AND (kind, digest) IN (
                SELECT kind, digest FROM token_bridge_records WHERE expiration <= $1
                ORDER BY expiration LIMIT \(clearedAtOnce) FOR UPDATE SKIP LOCKED
            ) RETURNING 1
        )
        SELECT count(*) FROM gone
        """)

    /// Counts our own table, in whichever schema it is.
    static let findTables = PostgreSQLStatement(
        "find tables", "SELECT count(*) FROM information_schema.tables WHERE table_name = 'token_bridge_schema'")

    /// Writes what changes nothing.
    static let check = PostgreSQLStatement("check", "UPDATE token_bridge_schema SET version = version")

    private static func takingExpiredPlaces(now: String) -> String {
        """
        ON CONFLICT (kind, digest) DO UPDATE
        SET payload = excluded.payload, expiration = excluded.expiration, version = excluded.version
        WHERE token_bridge_records.expiration <= \(now)
        """
    }
}
