import Bridge
import JOSE

/// The time of the tests.
let now = NumericDate(secondsSinceEpoch: 1_700_000_000)

/// A record by a name that no other test on the same records may have.
func sample(_ name: String, bytes: Int = 100, seconds: Int64 = 600) throws -> StoredRecord {
    StoredRecord(
        key: try RecordKey(.authorizationCode, hashing: name), payload: [UInt8](repeating: 7, count: bytes),
        expiration: now + seconds)
}

/// The error of a call, which must have one.
func refusal(_ body: () async throws(BridgeError) -> Void) async -> BridgeError? {
    do throws(BridgeError) {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// Tries a call until it succeeds; the last error, where it never does.
func eventually(_ body: () async throws(BridgeError) -> Void) async throws {
    for _ in 0..<600 {
        if await refusal(body) == nil { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    try await body()
}
