import Bridge
import JOSE

extension StoreConformance {
    static let closeChecks: [Check] = [
        Check("closing finishes what was begun; every call after it is refused, and a second closing does no harm") {
            stores, keys in
            let store = stores.first
            let outcomes = try await withThrowingTaskGroup(of: InsertOutcome?.self) { group in
                for index in 0..<50 {
                    let record = try keys.record("\(index)")
                    group.addTask {
                        do throws(BridgeError) {
                            return try await store.insert([record], now: keys.now)
                        } catch {
                            // Those that came after it.
                            try require(error.code, is: .storeUnavailable, "insert")
                            return nil
                        }
                    }
                }
                group.addTask {
                    await store.close()
                    return nil
                }
                var outcomes: [InsertOutcome?] = []
                for try await outcome in group { outcomes.append(outcome) }
                return outcomes
            }
            try require(outcomes.count, is: 51, "every caller was answered")
            await store.close()
            let record = try keys.record("late")
            let key = record.key
            try await require(.storeUnavailable, "insert") { () throws(BridgeError) in
                _ = try await store.insert([record], now: keys.now)
            }
            try await require(.storeUnavailable, "record") { () throws(BridgeError) in
                _ = try await store.record(key, now: keys.now)
            }
            try await require(.storeUnavailable, "replace") { () throws(BridgeError) in
                _ = try await store.replace(record, now: keys.now)
            }
            try await require(.storeUnavailable, "consume") { () throws(BridgeError) in
                _ = try await store.consume(key, version: nil, now: keys.now)
            }
            try await require(.storeUnavailable, "increment") { () throws(BridgeError) in
                _ = try await store.increment(key, for: 1, now: keys.now)
            }
            try await require(.storeUnavailable, "sweep") { () throws(BridgeError) in
                _ = try await store.sweep(now: keys.now)
            }
            try await require(.storeUnavailable, "check") { () throws(BridgeError) in try await store.check() }
        }
    ]
}
