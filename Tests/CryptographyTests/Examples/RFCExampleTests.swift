import Cryptography
import Foundation
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Examples of the RFCs", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct RFCExampleTests {
    private static var latchset: String { "\(Locations.vectors ?? "")/latchset-jose/tests/vectors" }

    private static func text(_ name: String) throws -> String {
        let text = String(decoding: OuterBlanks.trimmed(try Locations.bytes("\(latchset)/\(name)")), as: UTF8.self)
        // A link that was stored as a file holds the name of what it points at.
        return text.hasPrefix("rfc") ? try Self.text(text) : text
    }

    private static func keys(_ name: String, _ algorithm: SignatureAlgorithm) throws -> VerificationKeySet {
        let jwk = ConfiguredKeys.publicHalf(try Fields(parsing: [UInt8](text("\(name).jwk").utf8)))
        return try ConfiguredKeys.keys(jwk, algorithm: algorithm)
    }

    private static let compact: [(name: String, algorithm: SignatureAlgorithm, payload: String)] = [
        ("rfc7515_A.1", .hs256, #"{"iss":"joe","#), ("rfc7515_A.2", .rs256, #"{"iss":"joe","#),
        ("rfc7515_A.3", .es256, #"{"iss":"joe","#), ("rfc7515_A.4", .es512, "Payload"),
        ("rfc7520_4.1", .rs256, "It\u{2019}s a dangerous business"),
        ("rfc7520_4.2", .ps384, "It\u{2019}s a dangerous business"),
        ("rfc7520_4.3", .es512, "It\u{2019}s a dangerous business"),
        ("rfc7520_4.4", .hs256, "It\u{2019}s a dangerous business"),
    ]

    @Test("a compact JWS of RFC 7515 and RFC 7520 is right, and wrong with one bit changed", arguments: compact.indices)
    func verifies(index: Int) throws {
        let example = Self.compact[index]
        let token = try CompactJWS(parsing: Self.text("\(example.name).jwsc"))
        let keys = try Self.keys(example.name, example.algorithm)
        let verified = try token.verified(with: keys, algorithms: AcceptedAlgorithms(example.algorithm))
        #expect(verified.header.algorithm == example.algorithm)
        #expect(String(decoding: verified.payload, as: UTF8.self).hasPrefix(example.payload))

        var signature = token.signature
        signature[signature.count / 2] ^= 1
        let changed = String(decoding: token.signingInput, as: UTF8.self) + "." + Base64URL.encode(signature)
        let damaged = try CompactJWS(parsing: changed)
        #expect(throws: JOSEError(.signatureInvalid, "")) {
            try damaged.verified(with: keys, algorithms: AcceptedAlgorithms(example.algorithm))
        }
    }

    @Test("the unsecured JWS of RFC 7515, appendix A.5, is refused")
    func refusesUnsecured() throws {
        let text = try Self.text("rfc7515_A.5.jwsc")
        #expect(throws: JOSEError(.algorithmNone, "")) { try CompactJWS(parsing: text) }
    }

    @Test("detached content is refused: the signature is over a payload that is not there")
    func refusesDetachedContent() throws {
        let token = try CompactJWS(parsing: Self.text("rfc7520_4.5.jwsc"))
        let keys = try Self.keys("rfc7520_4.5", .hs256)
        #expect(token.unverifiedPayload.isEmpty)
        #expect(throws: JOSEError(.signatureInvalid, "")) {
            try token.verified(with: keys, algorithms: AcceptedAlgorithms(.hs256))
        }
    }

    @Test("every example of the folder in another serialization, or encrypted, is refused by its own name")
    func refusesOtherSerializations() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.latchset).sorted()
        var refused: [String: Int] = [:]
        for name in names {
            let ending = name.split(separator: ".").last ?? ""
            let expected: JOSEError.Code
            switch ending {
            case "jwsg", "jwsf", "jweg", "jwef": expected = .jsonSerialization
            case "jwec": expected = .tokenEncrypted
            default: continue
            }
            let text = try Self.text(name)
            #expect(throws: JOSEError(expected, ""), "\(name)") { try CompactJWS(parsing: text) }
            refused[String(ending), default: 0] += 1
        }
        #expect(refused == ["jwsf": 8, "jwsg": 9, "jwec": 9, "jwef": 10, "jweg": 13])
        #expect(names.count { $0.hasSuffix(".jwsc") } == Self.compact.count + 2)
    }

    @Test(
        "the key sets of RFC 7517: what is public and for signatures is usable",
        arguments: [
            ("rfc7517_A.1", ["2011-04-29"], ["1"]), ("rfc7517_A.2", [], ["1", "2011-04-29"]),
            ("rfc7517_A.3", [], ["-", "HMACkeyusedinJWSspecAppendixA.1example"]),
        ])
    func readsKeySets(name: String, usable: [String], skipped: [String]) throws {
        let set = try JSONWebKeySet(parsing: [UInt8](Self.text("\(name).jwkset").utf8), limits: .document)
        #expect(set.keys.compactMap(\.keyID) == usable)
        #expect(set.skippedKeys.map { $0.keyID ?? "-" } == skipped)
    }
}
