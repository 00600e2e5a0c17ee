import JOSE
import StrictJSON

/// Counts the wrong guesses of one origin, across replicas.
///
/// A place is taken before a guess is looked at, and given back if the guess was right: a thousand guesses at once are
/// no more than the allowed few. Right guesses give back their own place alone, so the wrong ones stay counted. The
/// time of each is kept, so that the limit holds in any stretch of time and none is held against anybody for longer than
/// a step.
struct GuessCounter: Sendable {
    /// What became of a guess that wants a place.
    enum Outcome: Sendable {
        /// It has one.
        case taken
        /// There is none before a time.
        case full(until: NumericDate)
    }

    /// Guesses that are counted as of one time.
    private struct Count {
        let time: NumericDate
        var guesses: Int
    }

    /// Replacements that others outrun before the guess is refused.
    private static let maximumTries = 256

    let limit: LimitName
    let key: RecordKey
    let maximum: Int
    /// How long a wrong guess is counted.
    let seconds: Int64
    /// In steps of how many seconds it is: what is kept has so many times at most as there are steps.
    var step: Int64 = 1

    /// Takes a place, if there is one.
    func take(in store: any Store, now: NumericDate) async throws(BridgeError) -> Outcome {
        for _ in 0..<Self.maximumTries {
            guard let record = try await store.record(key, now: now) else {
                let first = self.record([Count(time: end(of: now), guesses: 1)], version: 0, now)
                if try await store.insert([first], now: now) == .inserted { return .taken }
                continue
            }
            var counts = try Self.counts(record).filter { $0.time + seconds > now }
            guard counts.reduce(0, { $0 + $1.guesses }) < maximum else {
                return .full(until: (counts.map(\.time).min() ?? now) + seconds)
            }
            if let own = counts.firstIndex(where: { $0.time == end(of: now) }) {
                counts[own].guesses += 1
            } else {
                counts.append(Count(time: end(of: now), guesses: 1))
            }
            if try await replace(record, counts, in: store, now) { return .taken }
        }
        return .full(until: now + 1)
    }

    /// Gives the place back that was taken at a time.
    func giveBack(in store: any Store, now: NumericDate) async throws(BridgeError) {
        for _ in 0..<Self.maximumTries {
            guard let record = try await store.record(key, now: now) else { return }
            var counts = try Self.counts(record)
            guard let own = counts.firstIndex(where: { $0.time == end(of: now) }) else { return }
            counts[own].guesses -= 1
            if counts[own].guesses == 0 { counts.remove(at: own) }
            if try await replace(record, counts, in: store, now) { return }
        }
    }

    /// The end of the step that a time is in: so no guess is forgotten early.
    private func end(of time: NumericDate) -> NumericDate {
        let rest = time.secondsSinceEpoch % step
        return rest > 0 ? time + (step - rest) : time
    }

    private func replace(
        _ old: StoredRecord, _ counts: [Count], in store: any Store, _ now: NumericDate
    ) async throws(BridgeError) -> Bool {
        try await store.replace(record(counts, version: old.version, now), now: now) == .replaced
    }

    private func record(_ counts: [Count], version: Int64, _ now: NumericDate) -> StoredRecord {
        var object = JSONObject()
        object["v"] = 1
        object["counts"] = .array(
            counts.map { .array([.integer($0.time.secondsSinceEpoch), .integer(Int64($0.guesses))]) })
        return StoredRecord(
            key: key, payload: object.compactBytes, expiration: (counts.map(\.time).max() ?? now) + seconds,
            version: version)
    }

    private static func counts(_ record: StoredRecord) throws(BridgeError) -> [Count] {
        let stored = try StoredObject(parsing: record.payload, what: "count of guesses", version: 1)
        return try stored.required("counts") { value in
            let counts = value.array?.compactMap { value -> Count? in
                guard let pair = value.array, pair.count == 2, let time = pair[0].integer,
                    let guesses = pair[1].integer,
                    1...1_000_000 ~= guesses
                else { return nil }
                return Count(time: NumericDate(secondsSinceEpoch: time), guesses: Int(guesses))
            }
            return counts?.count == value.array?.count ? counts : nil
        }
    }
}
