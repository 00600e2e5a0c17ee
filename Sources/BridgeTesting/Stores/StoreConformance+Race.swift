import Bridge
import JOSE

extension StoreConformance {
    /// How often each race is run.
    private static let rounds = 300

    static let raceChecks: [Check] = [
        Check("of all that consume one record at once, one gets it (8628-19)") { stores, keys in
            for round in 0..<rounds {
                let record = try keys.record("\(round)")
                try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
                let found = try await race(stores) { store in
                    try await store.consume(record.key, version: round % 2 == 0 ? nil : 0, now: keys.now)
                }
                try require(found.compactMap { $0 }, is: [record], "round \(round)")
            }
        },
        Check("of all that insert one record at once, one does (PRV-12)") { stores, keys in
            for round in 0..<rounds {
                let outcomes = try await race(stores) { store in
                    try await store.insert([try keys.record("\(round)")], now: keys.now)
                }
                try require(outcomes.filter { $0 == .inserted }.count, is: 1, "round \(round)")
            }
        },
        Check("of all that insert overlapping records at once, the losers leave nothing behind") { stores, keys in
            for round in 0..<rounds / 3 {
                let shared = try keys.record("\(round) shared")
                let racers = try (0..<4).map { index in
                    let own = try keys.record("\(round) own \(index)")
                    return index % 2 == 0 ? [own, shared] : [shared, own]
                }
                let outcomes = try await race(stores, racers) { store, records in
                    try await store.insert(records, now: keys.now)
                }
                try require(outcomes.filter { $0 == .inserted }.count, is: 1, "round \(round)")
                for (records, outcome) in zip(racers, outcomes) {
                    for record in records where record.key != shared.key {
                        let found = try await stores.second.record(record.key, now: keys.now)
                        try require(found != nil, is: outcome == .inserted, "round \(round)")
                    }
                }
            }
        },
        Check("of all that take the place of an expired record at once, one does") { stores, keys in
            for round in 0..<rounds / 3 {
                let old = try keys.record("\(round)", payload: "old", seconds: 1)
                try require(await stores.first.insert([old], now: keys.now), is: .inserted, "insert")
                let outcomes = try await race(stores) { store in
                    try await store.insert([try keys.record("\(round)", payload: "new")], now: keys.now + 1)
                }
                try require(outcomes.filter { $0 == .inserted }.count, is: 1, "round \(round)")
            }
        },
        Check("of all that replace one version at once, one does") { stores, keys in
            try require(await stores.first.insert([keys.record("a")], now: keys.now), is: .inserted, "insert")
            for round in 0..<rounds {
                let outcomes = try await race(stores, Array(0..<4)) { store, index in
                    let next = try keys.record("a", payload: "\(round) \(index)", version: Int64(round))
                    return try await store.replace(next, now: keys.now)
                }
                try require(outcomes.filter { $0 == .replaced }.count, is: 1, "round \(round)")
                let winner = outcomes.firstIndex(of: .replaced).map { "\(round) \($0)" } ?? ""
                let found = try await stores.second.record(keys.key("a"), now: keys.now)
                let expected = try keys.record("a", payload: winner, version: Int64(round) + 1)
                try require(found, is: expected, "round \(round)")
            }
        },
        Check("of one that replaces and one that consumes a version at once, one does") { stores, keys in
            for round in 0..<rounds {
                let record = try keys.record("\(round)")
                try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
                let wins = try await race(stores, [true, false]) { store, isReplacing in
                    isReplacing
                        ? try await store.replace(record, now: keys.now) == .replaced
                        : try await store.consume(record.key, version: 0, now: keys.now) != nil
                }
                try require(wins.filter { $0 }.count, is: 1, "round \(round)")
            }
        },
        Check("no event is lost or counted twice") { stores, keys in
            let key = try keys.key("a", .failureCount)
            var counts: [Int64] = []
            for _ in 0..<rounds {
                counts += try await race(stores) { try await $0.increment(key, for: 60, now: keys.now).count }
            }
            try require(counts.sorted(), is: Array(1...Int64(counts.count)), "the counts")
        },
    ]

    private static func race<Result: Sendable>(
        _ stores: Replicas, _ body: @escaping @Sendable (any Store) async throws -> Result
    ) async throws -> [Result] {
        try await race(stores, Array(0..<4)) { store, _ in try await body(store) }
    }

    /// Runs a body for each racer at once, on the replicas by turns; the results are in the order of the racers.
    private static func race<Racer: Sendable, Result: Sendable>(
        _ stores: Replicas, _ racers: [Racer],
        _ body: @escaping @Sendable (any Store, Racer) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for (index, racer) in racers.enumerated() {
                let store = index % 2 == 0 ? stores.first : stores.second
                group.addTask { (index, try await body(store, racer)) }
            }
            var results: [(Int, Result)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
