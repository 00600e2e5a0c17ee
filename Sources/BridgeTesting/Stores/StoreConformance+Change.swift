import Bridge
import JOSE

extension StoreConformance {
    static let replaceChecks: [Check] = [
        Check("a record is replaced whole, and its version counts up by one") { stores, keys in
            try require(await stores.first.insert([keys.record("a")], now: keys.now), is: .inserted, "insert")
            for version in Int64(0)..<5 {
                let next = try keys.record("a", payload: "\(version)", seconds: 100 + version, version: version)
                try require(await stores.second.replace(next, now: keys.now), is: .replaced, "\(version)")
                let expected = try keys.record("a", payload: "\(version)", seconds: 100 + version, version: version + 1)
                try require(await stores.first.record(next.key, now: keys.now), is: expected, "\(version)")
            }
        },
        Check("a record that has changed since it was read is not replaced") { stores, keys in
            let record = try keys.record("a")
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
            try require(await stores.first.replace(record, now: keys.now), is: .replaced, "replace")
            let stale = try keys.record("a", payload: "stale")
            try require(await stores.second.replace(stale, now: keys.now), is: .changed, "an old version")
            for version: Int64 in [2, -1, .max, .min] {
                let other = try keys.record("a", payload: "other", version: version)
                try require(await stores.second.replace(other, now: keys.now), is: .changed, "version \(version)")
            }
            let expected = try keys.record("a", version: 1)
            try require(await stores.first.record(record.key, now: keys.now), is: expected, "the record")
        },
        Check("a record that was replaced by one that has expired is gone") { stores, keys in
            let record = try keys.record("a")
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
            try require(await stores.first.replace(keys.record("a", seconds: 0), now: keys.now), is: .replaced, "end")
            try require(await stores.second.record(record.key, now: keys.now), is: nil, "read")
            try require(await stores.second.insert([record], now: keys.now), is: .inserted, "its place is free")
        },
    ]

    static let consumeChecks: [Check] = [
        Check("a record is consumed once (8628-19)") { stores, keys in
            let record = try keys.record("a")
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
            try require(await stores.second.consume(record.key, version: nil, now: keys.now), is: record, "first")
            try require(await stores.second.consume(record.key, version: nil, now: keys.now), is: nil, "second")
            try require(await stores.first.consume(record.key, version: 0, now: keys.now), is: nil, "the other replica")
            try require(await stores.first.record(record.key, now: keys.now), is: nil, "read")
            try require(await stores.first.replace(record, now: keys.now), is: .changed, "replace")
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "its place is free")
        },
        Check("a record is consumed only with the version that was asked for") { stores, keys in
            let record = try keys.record("a")
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
            try require(await stores.first.replace(record, now: keys.now), is: .replaced, "replace")
            for version: Int64 in [0, 2, -1, .max] {
                let found = try await stores.second.consume(record.key, version: version, now: keys.now)
                try require(found, is: nil, "version \(version)")
            }
            let found = try await stores.second.consume(record.key, version: 1, now: keys.now)
            try require(found, is: keys.record("a", version: 1), "version 1")
        },
        Check("only the record that was asked for is consumed") { stores, keys in
            let records = try (0..<4).map { try keys.record("\($0)") }
            try require(await stores.first.insert(records, now: keys.now), is: .inserted, "insert")
            try require(await stores.first.consume(records[2].key, version: nil, now: keys.now), is: records[2], "one")
            for index in [0, 1, 3] {
                try require(await stores.second.record(records[index].key, now: keys.now), is: records[index], "others")
            }
        },
    ]
}
