@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Wycheproof: signatures", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct WycheproofSignatureTests {
    private static let invalid = JOSEError.Code.signatureInvalid.rawValue

    private static func tally(_ row: WycheproofTables.Row, groupType: String) throws -> WycheproofTally {
        let file = try WycheproofFile(row.name, groupType: groupType)
        return try WycheproofTally(of: file) { group in
            let key = try PublicKey(parsing: [UInt8](group.fields.string("publicKeyPem").utf8))
            try requireSameMaterial(key, group.fields)
            return { vector in
                try WycheproofTally.Verdict(
                    of: key, vector.fields.bytes("sig"), over: vector.fields.bytes("msg"), algorithm: row.algorithm)
            }
        }
    }

    /// Where a group has its key as a JWK too, both readings must give the same numbers.
    private static func requireSameMaterial(_ key: PublicKey, _ group: Fields) throws {
        for name in ["publicKeyJwk", "keyJwk"] where group.object[name] != nil {
            let material = try JSONWebKey(parsing: group.fields(name).object).material
            try #require(material == key.material, "PEM and JWK must be one key")
        }
    }

    private static func expectAgreement(_ row: WycheproofTables.Row, _ tally: WycheproofTally) {
        #expect(tally.groups == row.groups)
        #expect(tally.tests == row.tests)
        #expect(tally.accepted == row.valid)
        #expect(tally.refusals == [invalid: row.tests - row.valid])
        #expect(tally.disagreements.isEmpty)
    }

    private static func expectRefusal(_ row: WycheproofTables.Row, _ tally: WycheproofTally) {
        #expect(tally.groups == row.groups)
        #expect(tally.tests == row.tests)
        #expect(tally.refusals == [invalid: row.tests])
        #expect(tally.disagreements.count == row.valid)
    }

    @Test(
        "RSASSA-PKCS1-v1_5: valid ones alone are accepted, a missing NULL is refused", arguments: WycheproofTables.rsa)
    func verifiesPKCS1(row: WycheproofTables.Row) throws {
        Self.expectAgreement(row, try Self.tally(row, groupType: "RsassaPkcs1Verify"))
    }

    @Test("JOSE-11: RSASSA-PSS: valid ones alone are accepted", arguments: WycheproofTables.pss)
    func verifiesPSS(row: WycheproofTables.Row) throws {
        Self.expectAgreement(row, try Self.tally(row, groupType: "RsassaPssVerify"))
    }

    @Test(
        "JOSE-11: RSASSA-PSS with another salt length or another mask is refused", arguments: WycheproofTables.otherPSS)
    func refusesOtherPSS(row: WycheproofTables.Row) throws {
        let tally = try Self.tally(row, groupType: "RsassaPssVerify")
        // The file without salt has one signature that is wrong there for its salt of 32 bytes: that is PS256.
        let right = row.name == "rsa_pss_2048_sha256_mgf1_0" ? [69] : []
        #expect(tally.groups == row.groups)
        #expect(tally.tests == row.tests)
        #expect(tally.accepted == right.count)
        #expect(tally.refusals == [Self.invalid: row.tests - right.count])
        #expect(tally.disagreements.count == row.valid + right.count)
        #expect(right.allSatisfy(tally.disagreements.contains))
    }

    @Test("JOSE-09: ECDSA in the form of JWS: valid ones alone are accepted", arguments: WycheproofTables.ecdsa)
    func verifiesECDSA(row: WycheproofTables.Row) throws {
        Self.expectAgreement(row, try Self.tally(row, groupType: "EcdsaP1363Verify"))
    }

    @Test("JOSE-09: ECDSA in DER is refused, right or wrong", arguments: WycheproofTables.derECDSA)
    func refusesDER(row: WycheproofTables.Row) throws {
        Self.expectRefusal(row, try Self.tally(row, groupType: "EcdsaVerify"))
    }

    @Test("keys on secp256k1 are refused", arguments: WycheproofTables.otherECDSA)
    func refusesOtherCurves(row: WycheproofTables.Row) throws {
        let file = try WycheproofFile(row.name, groupType: "EcdsaP1363Verify")
        var keysInJSON = 0
        let tally = try WycheproofTally(of: file) { group in
            let pem = [UInt8](try group.fields.string("publicKeyPem").utf8)
            let error = #expect(throws: CryptographyError(.keyKindNotSupported, "")) { try PublicKey(parsing: pem) }
            if let jwk = group.fields.object["publicKeyJwk"]?.object {
                #expect(throws: JOSEError(.keyUnusable, "")) { try JSONWebKey(parsing: jwk) }
                keysInJSON += 1
            }
            return { _ in .refused(error?.code.rawValue ?? "none") }
        }
        #expect(tally.groups == row.groups)
        #expect(keysInJSON == 99)
        #expect(tally.refusals == ["KEY_KIND_NOT_SUPPORTED": row.tests])
    }

    @Test("EdDSA: valid ones alone are accepted", arguments: WycheproofTables.edDSA)
    func verifiesEdDSA(row: WycheproofTables.Row) throws {
        Self.expectAgreement(row, try Self.tally(row, groupType: "EddsaVerify"))
    }
}
