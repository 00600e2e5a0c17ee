import Cryptography
import JOSE
import Operations

/// Records of tests.
enum AuditRecords: Sendable {
    static let clock = FixedWallClock(NumericDate(secondsSinceEpoch: 1_700_000_000))

    static func record(_ number: Int, uid: String = "yahoo:ABC") throws -> AuditRecord {
        AuditRecord(
            time: NumericDate(secondsSinceEpoch: 1_700_000_000 + Int64(number)),
            requestID: try RequestID(random: FixedRandom(byte: UInt8(truncatingIfNeeded: number))), uid: uid,
            client: "tv",
            provider: "yahoo", grant: "device_code", proof: "id_token", keyID: "k\(number)",
            tokenHash: try SHA256Digest(of: [UInt8("\(number)".utf8.count)]))
    }
}
