import Bridge
import JOSE

extension StoreConformance {
    static let readChecks: [Check] = [
        Check("a record that was never inserted is not there") { stores, keys in
            try require(await stores.first.record(keys.key("a"), now: keys.now), is: nil, "read")
            try require(await stores.first.replace(keys.record("a"), now: keys.now), is: .changed, "replace")
            try require(await stores.first.consume(keys.key("a"), version: nil, now: keys.now), is: nil, "consume")
            try require(await stores.first.consume(keys.key("a"), version: 0, now: keys.now), is: nil, "consume")
            try require(await stores.first.record(keys.key("a"), now: keys.now), is: nil, "read again")
        },
        Check("a record is there until the second before its expiration, and gone in every call from it on") {
            stores, keys in
            let record = try keys.record("a", seconds: 30)
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
            try require(await stores.first.record(record.key, now: keys.now + 29), is: record, "the second before")
            for later in [keys.now + 30, keys.now + 31, NumericDate(secondsSinceEpoch: .max)] {
                try require(await stores.first.record(record.key, now: later), is: nil, "read at \(later)")
                try require(await stores.second.consume(record.key, version: nil, now: later), is: nil, "consume")
                try require(await stores.second.consume(record.key, version: 0, now: later), is: nil, "consume")
                try require(await stores.second.replace(record, now: later), is: .changed, "replace")
            }
            try require(await stores.first.record(record.key, now: keys.now + 29), is: record, "it is as it was")
        },
        Check("the first and the last time there is are kept") { stores, keys in
            let last = NumericDate(secondsSinceEpoch: .max)
            let first = NumericDate(secondsSinceEpoch: .min)
            let eternal = StoredRecord(key: try keys.key("eternal"), payload: [], expiration: last)
            try require(await stores.first.insert([eternal], now: first), is: .inserted, "eternal")
            try require(await stores.second.record(eternal.key, now: first), is: eternal, "at the first time")
            try require(await stores.second.record(eternal.key, now: last - 1), is: eternal, "before the last")
            try require(await stores.second.record(eternal.key, now: last), is: nil, "at the last time")
            let dead = StoredRecord(key: try keys.key("dead"), payload: [], expiration: first)
            try require(await stores.first.insert([dead], now: first), is: .inserted, "dead")
            try require(await stores.first.record(dead.key, now: first), is: nil, "dead")
            try require(await stores.first.insert([dead], now: first), is: .inserted, "dead once more")
        },
        Check("a store that works says so") { stores, _ in
            try await stores.first.check()
            try await stores.second.check()
        },
    ]
}
