import CSQLite

/// Owns one prepared statement, and keeps its connection.
@safe final class SQLiteStatement {
    /// A value of a parameter.
    enum Value: Sendable {
        case integer(Int64)
        case bytes([UInt8])
    }

    private let pointer: OpaquePointer
    private let connection: SQLiteConnection

    init(takingOwnershipOf pointer: OpaquePointer, on connection: SQLiteConnection) {
        unsafe self.pointer = unsafe pointer
        self.connection = connection
    }

    deinit {
        unsafe bridge_sqlite_finalize(pointer)
    }

    /// Runs the statement to its end.
    ///
    /// - Parameters:
    ///   - values: The values of the parameters.
    ///   - row: What is made of the first row.
    /// - Returns: What was made; nil where there was no row.
    /// - Throws: `StoreFault`.
    func first<Row>(_ values: [Value], _ row: (SQLiteStatement) -> Row) throws(StoreFault) -> Row? {
        try all(values, row).first
    }

    /// Runs the statement to its end.
    ///
    /// - Parameters:
    ///   - values: The values of the parameters.
    ///   - row: What is made of each row.
    /// - Returns: What was made.
    /// - Throws: `StoreFault`.
    func all<Row>(_ values: [Value], _ row: (SQLiteStatement) -> Row) throws(StoreFault) -> [Row] {
        defer { unsafe bridge_sqlite_reset(pointer) }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        var rows: [Row] = []
        while true {
            // A statement with RETURNING has done its work with its first row, but it is not at its end.
            let code = unsafe bridge_sqlite_step(pointer)
            guard code == SQLITE_ROW else {
                if code != SQLITE_DONE { try connection.check(code) }
                return rows
            }
            rows.append(row(self))
        }
    }

    /// Runs the statement to its end, and drops its rows.
    ///
    /// - Parameter values: The values of the parameters.
    /// - Returns: How many rows it has changed.
    /// - Throws: `StoreFault`.
    func changes(_ values: [Value]) throws(StoreFault) -> Int {
        _ = try first(values) { _ in () }
        return connection.changes
    }

    /// The integer of the row at hand.
    func integer(_ column: Int32) -> Int64 {
        unsafe bridge_sqlite_integer(pointer, column)
    }

    /// The bytes of the row at hand.
    func bytes(_ column: Int32) -> [UInt8] {
        let start = unsafe bridge_sqlite_bytes(pointer, column)
        let count = unsafe Int(bridge_sqlite_byte_count(pointer, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// The text of the row at hand.
    func text(_ column: Int32) -> String {
        unsafe bridge_sqlite_text(pointer, column).map { unsafe String(cString: $0) } ?? ""
    }

    private func bind(_ value: Value, at place: Int32) throws(StoreFault) {
        switch value {
        case .integer(let integer): try connection.check(unsafe bridge_sqlite_bind_integer(pointer, place, integer))
        case .bytes(let bytes):
            try connection.check(unsafe bridge_sqlite_bind_bytes(pointer, place, bytes, Int32(clamping: bytes.count)))
        }
    }
}
