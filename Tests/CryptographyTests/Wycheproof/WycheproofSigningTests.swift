@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Wycheproof: signing", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct WycheproofSigningTests {
    private static let algorithms: [String: SignatureAlgorithm] = [
        "SHA-256": .rs256, "SHA-384": .rs384, "SHA-512": .rs512,
    ]

    @Test("JOSE-22: signatures are the stated ones, byte for byte", arguments: WycheproofTables.signing)
    func signs(row: WycheproofTables.Row) throws {
        let file = try WycheproofFile(row.name, groupType: "RsassaPkcs1Generate")
        var signed = 0
        var withoutAlgorithm = 0
        for group in file.groups {
            let hash = try group.fields.string("sha")
            guard let algorithm = Self.algorithms[hash] else {
                // No algorithm of JWS has these hashes: there is nothing that could be asked to sign.
                #expect(["SHA-1", "SHA-224"].contains(hash))
                #expect(!SignatureAlgorithm.allCases.contains { $0.rawValue.hasSuffix(String(hash.dropFirst(4))) })
                withoutAlgorithm += group.vectors.count
                continue
            }
            signed += try Self.sign(group, algorithm)
        }
        #expect(file.groups.count == row.groups)
        #expect(signed + withoutAlgorithm == row.tests)
        #expect(withoutAlgorithm == (row.name == "rsa_pkcs1_2048_sig_gen" ? 16 : 0))
    }

    /// Signs the messages of a group, with RS256 through the type that signs in the product too.
    private static func sign(_ group: WycheproofFile.Group, _ algorithm: SignatureAlgorithm) throws -> Int {
        let key = try RSAPrivateKey(parsing: [UInt8](group.fields.string("privateKeyPem").utf8))
        let fromPKCS8 = try RSAPrivateKey(der: group.fields.bytes("privateKeyPkcs8"))
        #expect(try key.unencryptedPEM() == fromPKCS8.unencryptedPEM())
        let pool = SigningContextPool(key.evpKey, algorithm: algorithm)
        let probed = algorithm == .rs256 ? try ProbedSigningKey(probing: key) : nil
        for vector in group.vectors {
            let message = try vector.fields.bytes("msg")
            let signature = try vector.fields.bytes("sig")
            #expect(try pool.signature(over: message) == signature)
            if let probed { #expect(try probed.signature(over: message) == signature) }
            try key.publicKey.verify(signature, over: message, algorithm: algorithm)
        }
        return group.vectors.count
    }

    @Test(
        "JOSE-08: keys of 1024 and 1536 bits are refused, the public halves too",
        arguments: WycheproofTables.weakSigning)
    func refusesWeakKeys(row: WycheproofTables.Row) throws {
        let file = try WycheproofFile(row.name, groupType: "RsassaPkcs1Generate")
        let tally = try WycheproofTally(of: file) { group in
            let privatePEM = [UInt8](try group.fields.string("privateKeyPem").utf8)
            let publicPEM = [UInt8](try group.fields.string("keyPem").utf8)
            #expect(throws: CryptographyError(.keyWeak, "")) { try RSAPrivateKey(parsing: privatePEM) }
            let error = #expect(throws: CryptographyError(.keyWeak, "")) { try PublicKey(parsing: publicPEM) }
            return { _ in .refused(error?.code.rawValue ?? "none") }
        }
        #expect(tally.groups == row.groups)
        #expect(tally.refusals == ["KEY_WEAK": row.tests])
    }
}
