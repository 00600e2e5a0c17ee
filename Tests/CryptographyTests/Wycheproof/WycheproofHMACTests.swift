@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Wycheproof: HMAC", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct WycheproofHMACTests {
    private static let short = CryptographyError.Code.secretTooShort.rawValue
    private static let invalid = JOSEError.Code.signatureInvalid.rawValue

    @Test("JOSE-10: full codes with keys as long as the hash alone are accepted", arguments: WycheproofTables.hmac)
    func verifies(row: WycheproofTables.Row) throws {
        let file = try WycheproofFile(row.name, groupType: "MacTest")
        var excused: [String: Int] = [:]
        let tally = try WycheproofTally(of: file) { group in
            let hashBits = [SignatureAlgorithm.hs256: 256, .hs384: 384, .hs512: 512][row.algorithm] ?? 0
            let hasShortKey = try group.fields.integer("keySize") < hashBits
            let isTruncated = try group.fields.integer("tagSize") < hashBits
            return { vector in
                if vector.result == .valid, hasShortKey || isTruncated {
                    excused[hasShortKey ? "short key" : "truncated", default: 0] += 1
                }
                return try Self.verdict(vector.fields, row.algorithm, hasShortKey: hasShortKey)
            }
        }
        #expect(tally.groups == row.groups)
        #expect(tally.tests == row.tests)
        // Of 66 valid ones 30 have all that RFC 7518 demands, 6 have a short key, 30 a truncated code.
        #expect(tally.accepted == 30)
        #expect(excused == ["short key": 6, "truncated": 30])
        #expect(tally.disagreements.count == 36)
        #expect(tally.refusals == [Self.short: 6, Self.invalid: row.tests - 36])
    }

    private static func verdict(
        _ fields: Fields, _ algorithm: SignatureAlgorithm, hasShortKey: Bool
    ) throws -> WycheproofTally.Verdict {
        let secret = try fields.bytes("key")
        guard !hasShortKey else {
            let error = #expect(throws: CryptographyError(.secretTooShort, "")) {
                try HMACKey(secret: secret, algorithm: algorithm)
            }
            return .refused(error?.code.rawValue ?? "none")
        }
        return try WycheproofTally.Verdict(
            of: HMACKey(secret: secret, algorithm: algorithm), fields.bytes("tag"), over: fields.bytes("msg"),
            algorithm: algorithm)
    }
}
