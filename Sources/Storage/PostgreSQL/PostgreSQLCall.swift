import Bridge

/// One call of a store that waits for its answer.
struct PostgreSQLCall: Sendable {
    /// What a call does with the records.
    enum Need: Sendable {
        case reading
        case writing
    }

    /// Gives the answer to whoever waits.
    typealias Delivery = @Sendable () -> Void

    let need: Need
    let request: PostgreSQLRequest
    /// The keys of the records that it locks, in order; none where it waits for none.
    let keys: [RecordKey]
    /// Reads the answer; it must not be given before the transaction is committed.
    let read: @Sendable (PostgreSQLResult) throws(PostgreSQLFault) -> Delivery
    /// Gives an error to whoever waits.
    let refuse: @Sendable (BridgeError) -> Void

    init<Answer: Sendable>(
        _ need: Need, _ request: PostgreSQLRequest, keys: [RecordKey],
        for continuation: CheckedContinuation<Result<Answer, BridgeError>, Never>,
        _ reading: @escaping @Sendable (PostgreSQLResult) throws(PostgreSQLFault) -> Answer
    ) {
        self.need = need
        self.request = request
        self.keys = keys
        read = { result throws(PostgreSQLFault) in
            let answer = try reading(result)
            return { continuation.resume(returning: .success(answer)) }
        }
        refuse = { continuation.resume(returning: .failure($0)) }
    }
}
