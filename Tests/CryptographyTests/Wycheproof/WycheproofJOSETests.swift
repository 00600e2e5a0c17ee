@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Wycheproof: JOSE", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct WycheproofJOSETests {
    /// The vectors whose stated result is a fault of the file, each with the fault.
    private static let exceptions: [Int: String] = [
        346: "valid, though the key is for PS256 and the token says PS384",
        347: "valid, though the key names the algorithm ES521, which does not exist",
        350: "as 346",
        351: "as 347",
        367: "invalid for its padding, which the file has lost: the token is right",
        370: "as 367",
        372: "valid, though there is a question mark within the header",
        373: "valid, though there is a question mark within the payload",
    ]

    private static func tally(_ name: String, groupType: String) throws -> WycheproofTally {
        try WycheproofTally(of: WycheproofFile(name, groupType: groupType)) { group in
            let keys = try Self.keys(of: group.fields)
            return { vector in
                let token = try Self.token(of: vector.fields)
                switch keys {
                case .ready(let keys): return .init(ofToken: token, keys: keys)
                case .refused(let code): return .refused(code)
                }
            }
        }
    }

    /// The keys of a group, or the code of the refusal of one that a caller wanted to configure.
    private static func keys(of group: Fields) throws -> Keys {
        let jwk = try group.fields(group.object["public"] == nil ? "private" : "public")
        do {
            return .ready(try ConfiguredKeys.keys(jwk))
        } catch let error as CryptographyError {
            return .refused(error.code.rawValue)
        } catch let error as JOSEError {
            return .refused(error.code.rawValue)
        }
    }

    private enum Keys {
        case ready(VerificationKeySet)
        case refused(String)
    }

    /// The token of a vector; one in the JSON serialization is an object there.
    private static func token(of vector: Fields) throws -> String {
        let value = vector.object["jws"] ?? vector.object["jwe"]
        switch value {
        case .string(let text)?: return text
        case .object(let object)?: return JSONValue.object(object).compactText
        default: throw Fields.Missing(description: "no token")
        }
    }

    @Test("JWS: all but the eight faults of the file are judged as stated")
    func verifiesSignatures() throws {
        let tally = try Self.tally("json_web_signature", groupType: "JsonWebSignature")
        #expect(tally.groups == 23)
        #expect(tally.tests == 401)
        #expect(tally.disagreements.sorted() == Self.exceptions.keys.sorted())
        #expect(tally.accepted == 46 - 6 + 2)
        #expect(tally.refusals.values.reduce(0, +) == 401 - 42)
        #expect(tally.refusals["CRYPTOGRAPHIC_LIBRARY_FAILED"] == nil)
    }

    @Test("JWK: weak, wrong and ambiguous keys verify nothing")
    func readsKeys() throws {
        let tally = try Self.tally("json_web_key", groupType: "JsonWebKey")
        #expect(tally.groups == 25)
        #expect(tally.tests == 26)
        #expect(tally.disagreements.isEmpty)
        #expect(tally.accepted == 5)
        // The second of the two secrets of one name ends in bits that stand for nothing, so no caller gets that far.
        #expect(
            tally.refusals == [
                "KEY_NOT_FOUND": 11, "SIGNATURE_INVALID": 1, "BASE64URL_MALFORMED": 1, "SECRET_TOO_SHORT": 6,
                "KEY_KIND_NOT_SUPPORTED": 2,
            ])
    }

    @Test("JWS and JWE mixed: valid JWS are accepted, every JWE is refused")
    func verifiesMixture() throws {
        let file = try WycheproofFile("json_web_crypto", groupType: "JsonWebCrypto")
        let encrypted = file.groups.flatMap(\.vectors).filter { $0.fields.object["jwe"] != nil }
        #expect(encrypted.count == 34)
        let validEncrypted = encrypted.filter { $0.result == .valid }.map(\.identifier)
        let tally = try WycheproofTally(of: file) { group in
            let isEncryption = group.vectors.contains { $0.fields.object["jwe"] != nil }
            let jwk = try group.fields.fields(group.fields.object["public"] == nil ? "private" : "public")
            let keys = isEncryption ? VerificationKeySet(entries: []) : try ConfiguredKeys.keys(jwk)
            return { vector in .init(ofToken: try Self.token(of: vector.fields), keys: keys) }
        }
        #expect(tally.groups == 8)
        #expect(tally.tests == 83)
        #expect(tally.accepted == 6 - validEncrypted.count)
        #expect(tally.disagreements == validEncrypted)
        #expect(validEncrypted == [50, 67])
        let refusals = encrypted.map { vector in Self.refusal(of: vector) }
        #expect(refusals.count { $0 == "TOKEN_ENCRYPTED" } == 23)
        // One part too few, so that nothing shows that it was encrypted.
        #expect(refusals.count { $0 == "NOT_COMPACT_JWS" } == 10)
        #expect(refusals.count { $0 == "JSON_SERIALIZATION" } == 1)
    }

    @Test("JWE: every one is refused as encrypted, or as something that is no token at all")
    func refusesEncryption() throws {
        let file = try WycheproofFile("json_web_encryption", groupType: "JsonWebEncryption")
        let vectors = file.groups.flatMap(\.vectors)
        let refusals = vectors.map { vector in Self.refusal(of: vector) }
        #expect(file.groups.count == 31)
        #expect(refusals.count == 139)
        let others = zip(vectors, refusals).filter { $0.1 != "TOKEN_ENCRYPTED" }
        // One is in the JSON serialization, the others have four parts where a JWE has five.
        #expect(others.map(\.0.identifier) == [9, 12, 15, 18, 21, 22, 38, 41, 44, 47, 50])
        #expect(others.allSatisfy { $0.1 == ($0.0.identifier == 22 ? "JSON_SERIALIZATION" : "NOT_COMPACT_JWS") })
    }

    private static func refusal(of vector: WycheproofFile.Vector) -> String {
        guard let token = try? Self.token(of: vector.fields) else { return "no token" }
        guard case .refused(let code) = WycheproofTally.Verdict(ofToken: token, keys: .init(entries: [])) else {
            return "accepted"
        }
        return code
    }
}
