import Bridge
import JOSE

extension StoreConformance {
    static let insertChecks: [Check] = [
        Check("a record that was inserted is read back byte for byte, by the other replica too") { stores, keys in
            let payload = (0...255).map { UInt8($0) } + [0, 0]
            let record = StoredRecord(key: try keys.key("a"), payload: payload, expiration: keys.now + 60)
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "insert")
            try require(await stores.first.record(record.key, now: keys.now), is: record, "its own replica")
            try require(await stores.second.record(record.key, now: keys.now), is: record, "the other replica")
        },
        Check("a payload may be empty, and as large as the maximum") { stores, keys in
            for count in [0, 1, StoredRecord.maximumPayloadBytes] {
                let payload = [UInt8](repeating: 0xA5, count: count)
                let record = StoredRecord(key: try keys.key("\(count)"), payload: payload, expiration: keys.now + 60)
                try require(await stores.first.insert([record], now: keys.now), is: .inserted, "\(count) bytes")
                try require(
                    await stores.second.record(record.key, now: keys.now)?.payload.count, is: count, "\(count) bytes")
                try require(
                    await stores.second.consume(record.key, version: 0, now: keys.now), is: record, "\(count) bytes")
            }
        },
        Check("a payload above the maximum is refused, and nothing is written") { stores, keys in
            let payload = [UInt8](repeating: 1, count: StoredRecord.maximumPayloadBytes + 1)
            let record = StoredRecord(key: try keys.key("a"), payload: payload, expiration: keys.now + 60)
            let other = try keys.record("b")
            try await require(.storedRecordInvalid, "insert") { () throws(BridgeError) in
                _ = try await stores.first.insert([other, record], now: keys.now)
            }
            try require(await stores.first.record(other.key, now: keys.now), is: nil, "the other record")
            try require(await stores.first.insert([other], now: keys.now), is: .inserted, "a small one")
            let larger = StoredRecord(key: other.key, payload: payload, expiration: keys.now + 60)
            try await require(.storedRecordInvalid, "replace") { () throws(BridgeError) in
                _ = try await stores.first.replace(larger, now: keys.now)
            }
            try require(await stores.first.record(other.key, now: keys.now), is: other, "what was there")
        },
        Check("two records with one key are refused, and neither is written") { stores, keys in
            let record = try keys.record("a")
            try await require(.storedRecordInvalid, "insert") { () throws(BridgeError) in
                _ = try await stores.first.insert([record, record], now: keys.now)
            }
            try require(await stores.first.record(record.key, now: keys.now), is: nil, "the record")
        },
        Check("a record that is there is not overwritten (8628-19, PRV-12)") { stores, keys in
            let record = try keys.record("a", payload: "first")
            try require(await stores.first.insert([record], now: keys.now), is: .inserted, "first")
            let second = try keys.record("a", payload: "second", seconds: 600)
            try require(await stores.second.insert([second], now: keys.now), is: .exists, "second")
            try require(await stores.first.record(record.key, now: keys.now), is: record, "the record")
            // Until the last second of its life.
            try require(await stores.second.insert([second], now: keys.now + 59), is: .exists, "its last second")
            try require(await stores.first.record(record.key, now: keys.now + 59), is: record, "the record")
        },
        Check("of several records, all are inserted or none") { stores, keys in
            let there = try keys.record("there")
            try require(await stores.first.insert([there], now: keys.now), is: .inserted, "one")
            let more = try ["a", "b", "there", "c"].map { try keys.record($0, payload: "more") }
            for order in [more, more.reversed(), [more[2], more[0]], [more[0], more[2]]] {
                try require(await stores.second.insert(order, now: keys.now), is: .exists, "all")
            }
            for name in ["a", "b", "c"] {
                try require(await stores.first.record(keys.key(name), now: keys.now), is: nil, name)
            }
            try require(await stores.first.record(there.key, now: keys.now), is: there, "there")
            let free = try (0..<9).map { try keys.record("free \($0)") }
            try require(await stores.first.insert(free, now: keys.now), is: .inserted, "all that are free")
            for record in free {
                try require(await stores.second.record(record.key, now: keys.now), is: record, "each")
            }
        },
        Check("the place of an expired record is free, also among several, and begins with version 0") { stores, keys in
            let old = try keys.record("a", payload: "old", seconds: 10)
            try require(await stores.first.insert([old], now: keys.now), is: .inserted, "old")
            try require(await stores.first.replace(old, now: keys.now), is: .replaced, "old")
            let later = keys.now + 10
            let new = [try keys.record("b"), try keys.record("a", payload: "new", seconds: 60)]
            try require(await stores.second.insert(new, now: later), is: .inserted, "new")
            try require(await stores.first.record(old.key, now: later), is: new[1], "the record")
            try require(await stores.first.insert([try keys.record("a")], now: later), is: .exists, "again")
        },
        Check("nothing to insert is inserted") { stores, keys in
            try require(await stores.first.insert([], now: keys.now), is: .inserted, "nothing")
        },
        Check("the same digest under another kind is another record") { stores, keys in
            let digest = try keys.key("a").digest
            for kind in RecordKey.Kind.allCases {
                let record = StoredRecord(
                    key: RecordKey(kind, digest: digest), payload: [UInt8(kind.rawValue)], expiration: keys.now + 60)
                try require(await stores.first.insert([record], now: keys.now), is: .inserted, "\(kind)")
            }
            for kind in RecordKey.Kind.allCases {
                let found = try await stores.second.consume(
                    RecordKey(kind, digest: digest), version: nil, now: keys.now)
                try require(found?.payload, is: [UInt8(kind.rawValue)], "\(kind)")
            }
        },
    ]
}
