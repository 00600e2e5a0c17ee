import Bridge
import JOSE

/// The keys, the time and the assertions of one check.
struct ConformanceKeys: Sendable {
    /// The time of the checks.
    let now = NumericDate(secondsSinceEpoch: 1_700_000_000)
    let prefix: String

    func key(_ name: String, _ kind: RecordKey.Kind = .authorizationCode) throws -> RecordKey {
        try RecordKey(kind, hashing: "\(prefix)\n\(name)")
    }

    func record(
        _ name: String, payload: String = "payload", seconds: Int64 = 60, version: Int64 = 0
    ) throws -> StoredRecord {
        StoredRecord(key: try key(name), payload: [UInt8](payload.utf8), expiration: now + seconds, version: version)
    }
}

/// Throws unless two values are the same.
func require<Value: Equatable>(_ value: Value, is expected: Value, _ words: String) throws {
    guard value == expected else { throw ConformanceViolation("\(words): \(value) instead of \(expected)") }
}

/// Throws unless an operation is refused with a code.
func require(
    _ code: BridgeError.Code, _ words: String, _ body: () async throws(BridgeError) -> Void
) async throws {
    do throws(BridgeError) {
        try await body()
    } catch {
        return try require(error.code, is: code, words)
    }
    throw ConformanceViolation("\(words): nothing was refused")
}
