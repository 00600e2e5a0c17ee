import CSQLite
import Glibc

/// Owns one connection to a database; for one thread.
@safe final class SQLiteConnection {
    /// How long a call waits for another process, in steps of one millisecond.
    static let patience: Int32 = 2000

    private let pointer: OpaquePointer

    /// Opens a file that exists.
    ///
    /// - Parameter path: The path, in which nothing is a symbolic link.
    /// - Throws: `StoreFault`.
    init(path: String) throws(StoreFault) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        let code = unsafe bridge_sqlite_open(path, &opened, flags)
        guard code == SQLITE_OK, let pointer = unsafe opened else {
            let message = unsafe opened.map { unsafe Self.message(of: $0) } ?? "there is no memory"
            unsafe bridge_sqlite_close(opened)
            throw SQLiteFault.fault(code, message)
        }
        // SQLite's own pauses grow to 100 ms, in which a process that commits all the time never lets another in.
        unsafe bridge_sqlite_set_busy_handler(pointer) { _, count in
            usleep(1000)
            return count < SQLiteConnection.patience ? 1 : 0
        }
        // The last, so that nothing is closed twice.
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe bridge_sqlite_close(pointer)
    }

    /// Whether a transaction is under way.
    var isInTransaction: Bool { unsafe bridge_sqlite_autocommit(pointer) == 0 }

    /// How many rows the last statement has changed.
    var changes: Int { unsafe Int(bridge_sqlite_changes(pointer)) }

    /// Runs statements that have no parameters, and drops their rows.
    func execute(_ text: String) throws(StoreFault) {
        try check(unsafe bridge_sqlite_execute(pointer, text))
    }

    /// Prepares a statement.
    func prepare(_ text: String) throws(StoreFault) -> SQLiteStatement {
        var statement: OpaquePointer?
        try check(unsafe bridge_sqlite_prepare(pointer, text, &statement))
        guard let statement = unsafe statement else { throw StoreFault("a statement is empty", .call) }
        return unsafe SQLiteStatement(takingOwnershipOf: statement, on: self)
    }

    /// Throws the fault of a result code, unless it is none.
    func check(_ code: Int32) throws(StoreFault) {
        guard code != SQLITE_OK else { return }
        throw SQLiteFault.fault(code, unsafe Self.message(of: pointer))
    }

    private static func message(of pointer: OpaquePointer) -> String {
        unsafe bridge_sqlite_message(pointer).map { unsafe String(cString: $0) } ?? "SQLite gives no reason"
    }
}
