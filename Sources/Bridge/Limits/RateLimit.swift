import JOSE

/// Lets so many events through in a stretch of time, across replicas.
struct RateLimit: Sendable {
    let name: LimitName
    let key: RecordKey
    let maximum: Int64
    let seconds: Int64
    /// What there is too much of, for the reason.
    let what: String

    /// Counts an event, and returns if it may happen.
    ///
    /// - Throws: `BridgeError` with code `rateLimited`.
    func admit(in store: any Store, now: NumericDate) async throws(BridgeError) {
        let count = try await store.increment(key, for: seconds, now: now)
        guard count.count <= maximum else { throw .rateLimited(what, by: name, until: count.expiration, now: now) }
    }
}

extension BridgeError {
    /// The error of what may happen again from a time on.
    static func rateLimited(
        _ reason: String, by limit: LimitName, until end: NumericDate, now: NumericDate
    ) -> BridgeError {
        let seconds = max((end - now.secondsSinceEpoch).secondsSinceEpoch, 1)
        return BridgeError(.rateLimited, "\(reason); try again in \(seconds) s", retryAfter: seconds, limit: limit)
    }
}
