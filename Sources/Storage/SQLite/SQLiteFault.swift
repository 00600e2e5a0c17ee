import CSQLite

/// What a result code of SQLite means for a store.
enum SQLiteFault: Sendable {
    /// The fault for a result code.
    ///
    /// - Parameters:
    ///   - code: The result code, perhaps an extended one.
    ///   - message: What SQLite says of it.
    /// - Returns: The fault.
    static func fault(_ code: Int32, _ message: String) -> StoreFault {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: StoreFault("another process keeps the database locked", .store)
        case SQLITE_FULL: StoreFault("the disk is full", .call)
        case SQLITE_READONLY: StoreFault("the file cannot be written", .connection)
        case SQLITE_NOTADB: StoreFault("the file is no SQLite database", .connection)
        case SQLITE_CORRUPT: StoreFault("the database is damaged: \(message)", .connection)
        case SQLITE_CANTOPEN: StoreFault("the file cannot be opened", .connection)
        case SQLITE_IOERR: StoreFault("the file cannot be read or written: \(message)", .connection)
        case SQLITE_NOMEM, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE:
            StoreFault(message, .call)
        default: StoreFault(message, .connection)
        }
    }
}
