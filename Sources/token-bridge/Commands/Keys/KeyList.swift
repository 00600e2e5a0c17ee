import CustomTokenBridge
import KeyRings
import StrictJSON

/// The keys of a ring, as they are listed.
struct KeyList: CommandResult {
    /// Google's advice.
    static let oldestDays: Int64 = 90
    /// How long before its end a certificate is warned of.
    static let shortestDays: Int64 = 30

    let rows: [KeyRow]

    init(_ ring: LoadedKeyRing, at now: NumericDate) {
        rows = ring.ring.entries.map { entry in
            KeyRow(entry: entry, key: ring[entry.id], now: now)
        }
    }

    /// What is worth a warning.
    var warnings: [String] {
        rows.flatMap(\.warnings) + (rows.isEmpty || rows.contains { $0.signs } ? [] : ["no key signs"])
    }

    var text: String {
        let header = ["KID", "STATE", "ACCOUNT", "BITS", "AGE", "EXPIRES", "IN STATE", "SIGNS"]
        return TextTable(rows: [header] + rows.map(\.cells)).text
    }

    var json: JSONValue { .array(rows.map(\.json)) }
}

/// One key of the list.
struct KeyRow: CommandResult {
    let entry: KeyRing.Entry
    /// The key; nil where its file is missing or damaged.
    let key: RingKey?
    let now: NumericDate

    /// Whether it is the key that signs now.
    var signs: Bool { entry.state == .active && key != nil }

    /// From when on its age is counted.
    private var bornAt: NumericDate? {
        entry.createdAt ?? key?.certificate?.validity.lowerBound ?? entry.activatedAt
    }

    private func days(since date: NumericDate?) -> Int64? {
        date.map { max(0, (now.secondsSinceEpoch - $0.secondsSinceEpoch) / 86400) }
    }

    /// What is worth a warning.
    var warnings: [String] {
        var warnings: [String] = []
        let isUsed = entry.state == .active || entry.state == .next
        if isUsed, let age = days(since: bornAt), age > KeyList.oldestDays {
            warnings.append(
                "the key \(entry.id) is \(age) days old: keys are replaced every \(KeyList.oldestDays) days")
        }
        if entry.state.isPublished, let end = key?.expiresAt {
            if end < now {
                warnings.append("the certificate of the key \(entry.id) expired at \(end.utc)")
            } else if end < now + KeyList.shortestDays * 86400 {
                warnings.append("the certificate of the key \(entry.id) expires at \(end.utc)")
            }
        }
        if let since = entry.since, since > now + 300 {
            warnings.append(
                "the key \(entry.id) came into its state at \(since.utc), later than the clock shows: \(now.utc)")
        }
        return warnings
    }

    var cells: [String] {
        [
            entry.id, entry.state.rawValue, key?.account.email ?? "-", key.map { "\($0.bits)" } ?? "-",
            days(since: bornAt).map { "\($0) d" } ?? "-", key?.expiresAt?.utc ?? "-",
            days(since: entry.since).map { "\($0) d" } ?? "-", signs ? "signs" : "-",
        ]
    }

    var text: String { cells.dropLast(6).joined(separator: " ") }

    var json: JSONValue {
        .object(
            JSONObject([
                "kid": .string(entry.id), "state": .string(entry.state.rawValue), "signs": .bool(signs),
                "account": .optional(key?.account.email), "project": .optional(key?.account.signingProjectID),
                "bits": key.map { .integer(Int64($0.bits)) } ?? .null,
                "created_at": .optional(entry.createdAt), "activated_at": .optional(entry.activatedAt),
                "expires_at": .optional(key?.expiresAt), "since": .optional(entry.since),
                "age_days": days(since: bornAt).map { .integer($0) } ?? .null,
                "days_in_state": days(since: entry.since).map { .integer($0) } ?? .null,
                "retires_at": .optional(KeyRing.retirement(of: entry)), "file": .optional(key?.file),
                "warnings": .array(warnings.map { .string($0) }),
            ]))
    }
}
