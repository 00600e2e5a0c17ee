import CSQLite

/// SQLite as a whole.
enum SQLiteLibrary: Sendable {
    /// Whether SQLite is loaded, which the first who asks brings about.
    static let isReady = bridge_sqlite_is_complete() == 1
}
