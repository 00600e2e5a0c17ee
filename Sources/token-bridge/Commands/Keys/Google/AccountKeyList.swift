import CustomTokenBridge
import GoogleCloud
import KeyRings
import StrictJSON

/// The keys that an account has at Google, beside what a ring has them for.
struct AccountKeyList: CommandResult {
    private let keys: [IAMKey]
    private let ring: KeyRing

    init(_ keys: [IAMKey], _ ring: KeyRing) {
        self.keys = keys
        self.ring = ring
    }

    /// Where Google and the ring do not agree.
    var warnings: [String] {
        var warnings: [String] = []
        for entry in ring.entries {
            let known = keys.first { $0.keyID.hasSameBytes(as: entry.id) }
            switch (entry.state, known) {
            case (.active, nil): warnings.append("the key \(entry.id) signs, and the account has no such key at Google")
            case (.active, let key?) where key.isDisabled:
                warnings.append("the key \(entry.id) signs, and is disabled at Google (token-bridge keys enable)")
            case (.revoked, let key?) where !key.isDisabled:
                warnings.append("the key \(entry.id) is revoked, and Google accepts it (token-bridge keys disable)")
            case (.next, let key?) where key.isDisabled:
                warnings.append(
                    "the key \(entry.id) is next, and is disabled at Google: token-bridge keys enable, before it signs")
            case (.active, .some), (.revoked, _), (.next, _), (.retiring, _), (.retired, _): break
            }
        }
        for key in keys where ring.hasRemoved(key.keyID) && !key.isDisabled {
            warnings.append(
                "the key \(key.keyID) was removed from the ring, and Google accepts it (token-bridge keys disable)")
        }
        return warnings
    }

    /// What the ring has a key for; nil where it never had it.
    private func ringState(_ key: IAMKey) -> String? {
        ring[key.keyID]?.state.rawValue ?? (ring.hasRemoved(key.keyID) ? "removed" : nil)
    }

    private static func state(_ key: IAMKey) -> String { key.isDisabled ? "disabled" : "enabled" }

    var text: String {
        let header = ["KID", "AT GOOGLE", "VALID FROM", "VALID UNTIL", "IN THE RING"]
        let rows = keys.map { key in
            [
                key.keyID, Self.state(key), key.validAfter?.quotedWord ?? "-", key.validBefore?.quotedWord ?? "-",
                ringState(key) ?? "-",
            ]
        }
        return TextTable(rows: [header] + rows).text
    }

    var json: JSONValue {
        .array(
            keys.map { key in
                .object(
                    JSONObject([
                        "kid": .string(key.keyID), "at_google": .string(Self.state(key)),
                        "origin": .optional(key.origin?.rawValue), "valid_after": .optional(key.validAfter),
                        "valid_before": .optional(key.validBefore),
                        "ring_state": .optional(ringState(key)),
                    ]))
            })
    }
}

extension String {
    /// The text as it is where it is a time as RFC 3339 has it, else quoted.
    fileprivate var quotedWord: String {
        utf8.allSatisfy { 0x30...0x3A ~= $0 || "TZ.+-".utf8.contains($0) } ? self : quotedExcerpt
    }
}
