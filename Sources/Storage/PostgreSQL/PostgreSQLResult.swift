import CPostgreSQL

/// Owns the answer to one statement.
@safe final class PostgreSQLResult {
    private let pointer: OpaquePointer

    init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe bridge_pq_clear(pointer)
    }

    /// What kind of an answer it is.
    var status: ExecStatusType { unsafe bridge_pq_result_status(pointer) }

    /// What the server calls the error that this is.
    var state: String? { unsafe bridge_pq_result_state(pointer).map { unsafe String(cString: $0) } }

    /// What the server says of the error that this is.
    var message: String { unsafe bridge_pq_result_message(pointer).map { unsafe String(cString: $0) } ?? "no reason" }

    /// How many rows there are.
    var rowCount: Int { unsafe Int(bridge_pq_row_count(pointer)) }

    /// The bytes of a column of the first row.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe bridge_pq_value(pointer, 0, column) else { return [] }
        let count = unsafe Int(bridge_pq_length(pointer, 0, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The integer of a column of the first row, of whatever width.
    func integer(_ column: Int32) -> Int64 {
        let bytes = bytes(column)
        let isNegative = (bytes.first ?? 0) & 0x80 != 0
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }
}
