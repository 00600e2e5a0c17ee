import JOSE
import StrictJSON

/// Counts the wrong guesses of one origin, across replicas.
///
/// A place is taken before a guess is looked at, and given back if the guess was right: a thousand guesses at once are
/// no more than the allowed few. Right guesses give back their own place alone, so the wrong ones stay counted.
struct GuessCounter: Sendable {
    /// When wrong guesses are forgotten.
    enum Window: Sendable {
        /// When nothing was guessed for the whole time: the limit holds in any stretch of that length.
        case sinceLast
        /// When the time since the first guess has gone by.
        case sinceFirst
    }

    /// What became of a guess that wants a place.
    enum Outcome: Sendable {
        /// It has one.
        case taken
        /// There is none before a time.
        case full(until: NumericDate)
    }

    /// Replacements that others outrun before the guess is refused.
    private static let maximumTries = 256

    let key: RecordKey
    let maximum: Int64
    let seconds: Int64
    let window: Window

    /// Takes a place, if there is one.
    func take(in store: any Store, now: NumericDate) async throws(BridgeError) -> Outcome {
        for _ in 0..<Self.maximumTries {
            guard let record = try await store.record(key, now: now) else {
                let first = StoredRecord(key: key, payload: Self.payload(1), expiration: now + seconds)
                if try await store.insert([first], now: now) == .inserted { return .taken }
                continue
            }
            let count = try Self.count(record)
            guard count < maximum else { return .full(until: record.expiration) }
            let expiration =
                switch window {
                case .sinceLast: max(now + seconds, record.expiration)
                case .sinceFirst: record.expiration
                }
            if try await replace(record, count: count + 1, expiration, in: store, now) { return .taken }
        }
        return .full(until: now + 1)
    }

    /// Gives a place back.
    func giveBack(in store: any Store, now: NumericDate) async throws(BridgeError) {
        for _ in 0..<Self.maximumTries {
            guard let record = try await store.record(key, now: now) else { return }
            let count = try Self.count(record)
            guard count > 0 else { return }
            if try await replace(record, count: count - 1, record.expiration, in: store, now) { return }
        }
    }

    private func replace(
        _ record: StoredRecord, count: Int64, _ expiration: NumericDate, in store: any Store, _ now: NumericDate
    ) async throws(BridgeError) -> Bool {
        let changed = StoredRecord(
            key: key, payload: Self.payload(count), expiration: expiration, version: record.version)
        return try await store.replace(changed, now: now) == .replaced
    }

    private static func payload(_ count: Int64) -> [UInt8] {
        var object = JSONObject()
        object["v"] = 1
        object["count"] = .integer(count)
        return object.compactBytes
    }

    private static func count(_ record: StoredRecord) throws(BridgeError) -> Int64 {
        try StoredObject(parsing: record.payload, what: "count of guesses", version: 1).integer("count")
    }
}
