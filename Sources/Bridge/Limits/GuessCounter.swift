import JOSE
import StrictJSON

/// Counts the wrong guesses of one origin, across replicas.
///
/// A place is taken before a guess is looked at, and given back if the guess was right: a thousand guesses at once are
/// no more than the allowed few. Right guesses give back their own place alone, so the wrong ones stay counted. The
/// time of each is kept, so that the limit holds in any stretch of time and none is held against anybody for longer.
struct GuessCounter: Sendable {
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
    let maximum: Int
    /// How long a wrong guess is counted.
    let seconds: Int64

    /// Takes a place, if there is one.
    func take(in store: any Store, now: NumericDate) async throws(BridgeError) -> Outcome {
        for _ in 0..<Self.maximumTries {
            guard let record = try await store.record(key, now: now) else {
                let first = StoredRecord(key: key, payload: Self.payload([now]), expiration: now + seconds)
                if try await store.insert([first], now: now) == .inserted { return .taken }
                continue
            }
            let times = try Self.times(record).filter { $0 + seconds > now }
            guard times.count < maximum else { return .full(until: (times.min() ?? now) + seconds) }
            if try await replace(record, times + [now], in: store, now) { return .taken }
        }
        return .full(until: now + 1)
    }

    /// Gives the place back that was taken at a time.
    func giveBack(in store: any Store, now: NumericDate) async throws(BridgeError) {
        for _ in 0..<Self.maximumTries {
            guard let record = try await store.record(key, now: now) else { return }
            var times = try Self.times(record)
            guard let own = times.lastIndex(of: now) else { return }
            times.remove(at: own)
            if try await replace(record, times, in: store, now) { return }
        }
    }

    private func replace(
        _ record: StoredRecord, _ times: [NumericDate], in store: any Store, _ now: NumericDate
    ) async throws(BridgeError) -> Bool {
        let changed = StoredRecord(
            key: key, payload: Self.payload(times), expiration: (times.max() ?? now) + seconds, version: record.version)
        return try await store.replace(changed, now: now) == .replaced
    }

    private static func payload(_ times: [NumericDate]) -> [UInt8] {
        var object = JSONObject()
        object["v"] = 1
        object["times"] = .array(times.map { .integer($0.secondsSinceEpoch) })
        return object.compactBytes
    }

    private static func times(_ record: StoredRecord) throws(BridgeError) -> [NumericDate] {
        let stored = try StoredObject(parsing: record.payload, what: "count of guesses", version: 1)
        return try stored.required("times") { value in
            let times = value.array?.compactMap { $0.integer.map(NumericDate.init(secondsSinceEpoch:)) }
            return times?.count == value.array?.count ? times : nil
        }
    }
}
