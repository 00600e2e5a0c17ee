import Bridge

/// One call of a store that waits for its answer.
struct SQLiteCall: Sendable {
    /// What a call does with the database.
    enum Need: Sendable {
        case reading
        case writing
    }

    /// Gives the answer to whoever waits.
    typealias Delivery = @Sendable () -> Void

    let need: Need
    /// Does the work; the answer must not be given before the transaction is durable.
    let work: @Sendable (SQLiteRecords) throws(StoreFault) -> Delivery
    /// Gives an error to whoever waits.
    let refuse: @Sendable (BridgeError) -> Void

    init<Answer: Sendable>(
        _ need: Need, for continuation: CheckedContinuation<Result<Answer, BridgeError>, Never>,
        _ body: @escaping @Sendable (SQLiteRecords) throws(StoreFault) -> Answer
    ) {
        self.need = need
        work = { records throws(StoreFault) in
            let answer = try body(records)
            return { continuation.resume(returning: .success(answer)) }
        }
        refuse = { continuation.resume(returning: .failure($0)) }
    }
}
