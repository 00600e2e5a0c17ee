/// The statements on records: the key is ?1 and ?2, and what has expired counts as absent.
enum SQLiteStatements: Sendable {
    static let find = """
        SELECT payload, expiration, version FROM records WHERE kind = ?1 AND digest = ?2 AND expiration > ?3
        """

    static let add = """
        INSERT INTO records (kind, digest, payload, expiration, version) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (kind, digest) DO UPDATE
        SET payload = excluded.payload, expiration = excluded.expiration, version = excluded.version
        WHERE records.expiration <= ?6
        """

    static let change = """
        UPDATE records SET payload = ?5, expiration = ?6, version = version + 1
        WHERE kind = ?1 AND digest = ?2 AND expiration > ?3 AND version = ?4 AND version < 9223372036854775807
        """

    static let take = """
        DELETE FROM records WHERE kind = ?1 AND digest = ?2 AND expiration > ?3
        RETURNING payload, expiration, version
        """

    static let takeVersion = """
        DELETE FROM records WHERE kind = ?1 AND digest = ?2 AND expiration > ?3 AND version = ?4
        RETURNING payload, expiration, version
        """

    static let count = """
        INSERT INTO records (kind, digest, payload, expiration, version) VALUES (?1, ?2, x'', ?3, 1)
        ON CONFLICT (kind, digest) DO UPDATE SET
            payload = x'',
            version = CASE WHEN records.expiration > ?4 THEN records.version + 1 ELSE 1 END,
            expiration = CASE WHEN records.expiration > ?4 THEN records.expiration ELSE excluded.expiration END
        RETURNING version, expiration
        """

    /// The oldest first, so that the index gives them in order.
    static let findExpired = """
        SELECT kind, digest FROM records WHERE expiration <= ?1 ORDER BY expiration LIMIT ?2
        """

    /// One by one: of a list of keys SQLite would look only for the kinds, and go through all records of them.
    static let remove = "DELETE FROM records WHERE kind = ?1 AND digest = ?2"
}
