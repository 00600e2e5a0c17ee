import Cryptography
import Foundation
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Cookbook of RFC 7520", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct CookbookTests {
    private static func example(_ path: String) throws -> Fields {
        try Fields(parsing: Locations.bytes("\(Locations.vectors ?? "")/rfc7520-cookbook/\(path).json"))
    }

    private static func keys(_ input: Fields, _ algorithm: SignatureAlgorithm) throws -> VerificationKeySet {
        try ConfiguredKeys.keys(ConfiguredKeys.publicHalf(input.fields("key")), algorithm: algorithm)
    }

    @Test(
        "a compact JWS is right",
        arguments: [
            ("jws/4_1.rsa_v15_signature", .rs256), ("jws/4_2.rsa-pss_signature", .ps384),
            ("jws/4_3.ecdsa_signature", .es512), ("jws/4_4.hmac-sha2_integrity_protection", .hs256),
            ("curve25519/jws", .edDSA),
        ] as [(String, SignatureAlgorithm)])
    func verifies(path: String, algorithm: SignatureAlgorithm) throws {
        let example = try Self.example(path)
        let input = try example.fields("input")
        let token = try CompactJWS(parsing: example.fields("output").string("compact"))
        let keys = try Self.keys(input, algorithm)
        let verified = try token.verified(with: keys, algorithms: AcceptedAlgorithms(algorithm))
        #expect(verified.payload == [UInt8](try input.string("payload").utf8))
        let others = AcceptedAlgorithms(algorithm == .rs256 ? .ps256 : .rs256)
        #expect(throws: JOSEError(.algorithmNotAllowed, "")) { try token.verified(with: keys, algorithms: others) }
    }

    @Test("the nested JWS of chapter 6 is right, the JWE around it is refused")
    func verifiesNested() throws {
        let example = try Self.example("6.nesting_signatures_and_encryption")
        let signed = try example.fields("sign")
        let token = try CompactJWS(parsing: signed.fields("output").string("compact"))
        let keys = try Self.keys(signed.fields("input"), .ps256)
        let verified = try token.verified(with: keys, algorithms: AcceptedAlgorithms(.ps256))
        #expect(verified.payload == [UInt8](try signed.fields("input").string("payload").utf8))
        let encrypted = try example.fields("encrypt").fields("output").string("compact")
        #expect(throws: JOSEError(.tokenEncrypted, "")) { try CompactJWS(parsing: encrypted) }
    }

    @Test("an unencoded payload (RFC 7797) is refused for its crit")
    func refusesUnencodedPayload() throws {
        let compact = try Self.example("rfc7797/hmac-sha2_b64_false").fields("output").string("compact")
        // Its payload has dots and blanks within, so the text is no compact JWS; with a plain one the header decides.
        #expect(throws: JOSEError(.notCompactJWS, "")) { try CompactJWS(parsing: compact) }
        let parts = compact.split(separator: ".")
        let plain = "\(try #require(parts.first)).Zm9v.\(try #require(parts.last))"
        #expect(throws: JOSEError(.criticalHeaderNotUnderstood, "")) { try CompactJWS(parsing: plain) }
    }

    @Test("every JSON serialization is refused", arguments: ["jws", "jwe", "rfc7797", "curve25519"])
    func refusesJSONSerializations(folder: String) throws {
        let counts = ["jws": 15, "jwe": 25, "rfc7797": 4, "curve25519": 4]
        #expect(try Self.refused(folder, ["json", "json_flat"], as: .jsonSerialization) == counts[folder])
    }

    @Test("every compact JWE is refused as encrypted")
    func refusesEncryption() throws {
        #expect(try Self.refused("jwe", ["compact"], as: .tokenEncrypted) == 9)
    }

    /// How many outputs of a folder's examples have been seen to be refused.
    private static func refused(_ folder: String, _ outputs: [String], as code: JOSEError.Code) throws -> Int {
        let path = "\(try #require(Locations.vectors))/rfc7520-cookbook/\(folder)"
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(".json") {
            let output = try example("\(folder)/\(name.dropLast(5))").fields("output").object
            for key in outputs {
                guard let value = output[key] else { continue }
                let text = value.string ?? value.compactText
                #expect(throws: JOSEError(code, ""), "\(name), \(key)") { try CompactJWS(parsing: text) }
                count += 1
            }
        }
        return count
    }
}
