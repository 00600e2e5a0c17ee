import CPostgreSQL
import Glibc

/// Owns one connection; for one thread.
///
/// Statements are sent together, and their answers read afterwards, so that they cost one way to the server and back.
@safe final class PostgreSQLConnection {
    /// How long the answers to what was sent together are waited for: longer than the server's own time limit, which
    /// leaves the connection of use.
    private static let patience = Duration.milliseconds(2500)

    private let pointer: OpaquePointer
    private let address: PostgreSQLAddress
    private var prepared: Set<String> = []

    /// Connects.
    ///
    /// - Parameter address: The address; libpq gives up after two seconds unless it says something else.
    /// - Throws: `PostgreSQLFault`.
    init(_ address: PostgreSQLAddress) throws(PostgreSQLFault) {
        guard let pointer = unsafe bridge_pq_connect(address.secretText) else {
            throw PostgreSQLFault("there is no memory", .connection)
        }
        unsafe bridge_pq_drop_notices(pointer)
        guard unsafe bridge_pq_status(pointer) == CONNECTION_OK,
            unsafe bridge_pq_set_nonblocking(pointer) == 0, unsafe bridge_pq_enter_pipeline(pointer) == 1
        else {
            let words = unsafe address.redacting(Self.message(of: pointer))
            unsafe bridge_pq_finish(pointer)
            throw PostgreSQLFault(words, .connection)
        }
        self.address = address
        // The last, so that nothing is closed twice.
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe bridge_pq_finish(pointer)
    }

    /// Whether the server has not closed the connection, as far as is known without asking it.
    var isOpen: Bool {
        unsafe bridge_pq_consume_input(pointer) == 1 && bridge_pq_status(pointer) == CONNECTION_OK
    }

    /// Sends statements and waits for the answers to all of them.
    ///
    /// - Parameter requests: The statements; after the first that fails, none is done.
    /// - Returns: The answers.
    /// - Throws: `PostgreSQLFault`, of the first statement that failed.
    func exchange(_ requests: [PostgreSQLRequest]) throws(PostgreSQLFault) -> [PostgreSQLResult] {
        let deadline = ContinuousClock.now + Self.patience
        // In order, what each answer will be of: the name of a statement that is prepared, or nil.
        var expected: [String?] = []
        for request in requests {
            let statement = request.statement
            if prepared.insert(statement.name).inserted {
                expected.append(statement.name)
                try requireSent(unsafe bridge_pq_send_prepare(pointer, statement.name, statement.text))
            }
            expected.append(nil)
            try requireSent(
                unsafe PostgreSQLParameters(request.parameters).withPointers { count, values, lengths, formats in
                    unsafe bridge_pq_send_prepared(pointer, statement.name, count, values, lengths, formats)
                })
        }
        try requireSent(unsafe bridge_pq_pipeline_sync(pointer))
        var answers: [PostgreSQLResult] = []
        var fault: PostgreSQLFault?
        for name in expected {
            guard let answer = try next(deadline) else { throw lost() }
            let isDone = answer.status == PGRES_COMMAND_OK || answer.status == PGRES_TUPLES_OK
            if !isDone, fault == nil {
                guard let state = answer.state else { throw lost() }
                fault = PostgreSQLFault(state: state, message: address.redacting(answer.message))
            }
            if let name {
                if !isDone { prepared.remove(name) }
            } else {
                answers.append(answer)
            }
            // Each statement's answers end with none.
            guard try next(deadline) == nil else { throw lost() }
        }
        guard try next(deadline)?.status == PGRES_PIPELINE_SYNC else { throw lost() }
        if let fault { throw fault }
        return answers
    }

    /// The next answer; nil after the last of a statement.
    private func next(_ deadline: ContinuousClock.Instant) throws(PostgreSQLFault) -> PostgreSQLResult? {
        while true {
            let unsent = unsafe bridge_pq_flush(pointer)
            guard unsent >= 0 else { throw lost() }
            if unsafe bridge_pq_is_busy(pointer) == 0 {
                let answer = unsafe bridge_pq_result(pointer)
                return unsafe answer.map { unsafe PostgreSQLResult(takingOwnershipOf: $0) }
            }
            let rest = deadline - .now
            guard rest > .zero else { throw PostgreSQLFault("the server does not answer in time", .connection) }
            var descriptor = pollfd(
                fd: unsafe bridge_pq_socket(pointer), events: Int16(POLLIN | (unsent == 1 ? POLLOUT : 0)), revents: 0)
            unsafe poll(
                &descriptor, 1,
                Int32(
                    clamping: rest.components.seconds * 1000 + 1 + rest.components.attoseconds / 1_000_000_000_000_000))
            guard unsafe bridge_pq_consume_input(pointer) == 1 else { throw lost() }
        }
    }

    private func requireSent(_ code: Int32) throws(PostgreSQLFault) {
        guard code == 1 else { throw lost() }
    }

    private func lost() -> PostgreSQLFault {
        let words = unsafe address.redacting(Self.message(of: pointer))
        return PostgreSQLFault(words.isEmpty ? "the server has closed the connection" : words, .lost)
    }

    private static func message(of pointer: OpaquePointer) -> String {
        unsafe bridge_pq_message(pointer).map { unsafe String(cString: $0) } ?? ""
    }
}
