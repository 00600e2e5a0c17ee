import Bridge
import JOSE

extension StoreConformance {
    static let countChecks: [Check] = [
        Check("events are counted from one, and the end of the count does not move") { stores, keys in
            let key = try keys.key("a", .failureCount)
            for count in Int64(1)...5 {
                let store = count % 2 == 0 ? stores.first : stores.second
                let found = try await store.increment(key, for: 30, now: keys.now + count)
                try require(found, is: EventCount(count: count, expiration: keys.now + 31), "event \(count)")
            }
            try require(
                await stores.first.increment(key, for: 99, now: keys.now + 30).count, is: 6, "its last second")
        },
        Check("a count begins anew when its time is over") { stores, keys in
            let key = try keys.key("a", .failureCount)
            for _ in 0..<3 { _ = try await stores.first.increment(key, for: 30, now: keys.now) }
            let found = try await stores.second.increment(key, for: 40, now: keys.now + 30)
            try require(found, is: EventCount(count: 1, expiration: keys.now + 70), "the first event")
            let next = try await stores.first.increment(key, for: 40, now: keys.now + 69)
            try require(next, is: EventCount(count: 2, expiration: keys.now + 70), "the second event")
        },
        Check("counts of different keys do not mix, and no time or too much of it does no harm") { stores, keys in
            let key = try keys.key("a", .failureCount)
            let other = try keys.key("b", .failureCount)
            try require(await stores.first.increment(key, for: 30, now: keys.now).count, is: 1, "one")
            try require(await stores.first.increment(other, for: 30, now: keys.now).count, is: 1, "the other")
            try require(await stores.first.increment(key, for: 30, now: keys.now).count, is: 2, "one again")
            let idle = try keys.key("idle", .failureCount)
            for seconds: Int64 in [0, -1, .min, 0] {
                let found = try await stores.second.increment(idle, for: seconds, now: keys.now)
                try require(found, is: EventCount(count: 1, expiration: keys.now + seconds), "for \(seconds) seconds")
            }
            let endless = try await stores.first.increment(idle, for: .max, now: keys.now)
            let last = NumericDate(secondsSinceEpoch: .max)
            try require(endless, is: EventCount(count: 1, expiration: last), "for ever")
        },
        Check("a count can be read and consumed") { stores, keys in
            let key = try keys.key("a", .failureCount)
            for _ in 0..<3 { _ = try await stores.first.increment(key, for: 30, now: keys.now) }
            let expected = StoredRecord(key: key, payload: [], expiration: keys.now + 30, version: 3)
            try require(await stores.second.record(key, now: keys.now), is: expected, "read")
            try require(await stores.second.consume(key, version: nil, now: keys.now), is: expected, "consume")
            try require(await stores.first.increment(key, for: 30, now: keys.now).count, is: 1, "anew")
        },
    ]

    static let sweepChecks: [Check] = [
        // Before all others' times, whose records may be in the same store.
        Check("a sweep removes what has expired and nothing else") { stores, keys in
            let past = NumericDate(secondsSinceEpoch: 1_000_000)
            let records = try (0..<700).map { index in
                StoredRecord(key: try keys.key("\(index)"), payload: [1], expiration: past + Int64(index % 7))
            }
            for start in stride(from: 0, to: 700, by: 100) {
                let some = Array(records[start..<start + 100])
                try require(await stores.first.insert(some, now: past - 1), is: .inserted, "insert")
            }
            // Others may be there from an earlier run, and dead from another check.
            let removed = try await stores.second.sweep(now: past + 3)
            guard removed >= 400 else { throw ConformanceViolation("\(removed) were removed, not 400") }
            for record in records {
                let found = try await stores.first.record(record.key, now: past - 1)
                try require(found == nil, is: record.expiration <= past + 3, "\(record.expiration)")
            }
            let rest = try await stores.first.sweep(now: past + 100)
            guard rest >= 300 else { throw ConformanceViolation("\(rest) were removed, not 300") }
        }
    ]
}
