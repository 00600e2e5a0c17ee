import COpenSSL
@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Error queue of OpenSSL (case B50)")
struct ErrorQueueTests {
    private static func key(_ file: CaseFile, _ name: String) throws -> RSAPrivateKey {
        let account = try Fields(parsing: file.bytes(name))
        return try RSAPrivateKey(parsing: [UInt8](account.string("private_key").utf8))
    }

    @Test("a wrong and a right signature alternate 2,000 times on one thread, and neither colours the other")
    func alternates() throws {
        let file = try CaseFile("B50")
        let verifier = try file.verifier()
        let bad = OuterBlanks.trimmed(try file.bytes("bad-signature.jwt"))
        let good = OuterBlanks.trimmed(try file.bytes("good.jwt"))
        var accepted = 0
        var refused = 0
        for _ in 0..<2000 {
            do throws(JOSEError) {
                _ = try verifier.verify(bad)
            } catch {
                refused += error.code == .signatureInvalid ? 1 : 0
            }
            accepted += try verifier.verify(good).expiration > file.now ? 1 : 0
        }
        #expect(accepted == 2000)
        #expect(refused == 2000)
    }

    @Test("a right key is read after an encrypted one was refused")
    func readsKeyAfterEncryptedOne() throws {
        let file = try CaseFile("B50")
        #expect(throws: CryptographyError(.keyEncrypted, "")) { try Self.key(file, "sa-encrypted.json") }
        let key = try ProbedSigningKey(probing: Self.key(file, "sa-good.json"))
        #expect(key.bits == 2048)
    }

    @Test("a truncated key is refused as truncated after right, encrypted and damaged ones")
    func namesOwnFault() throws {
        let file = try CaseFile("B50")
        _ = try Self.key(file, "sa-good.json")
        #expect(throws: CryptographyError(.keyEncrypted, "")) { try Self.key(file, "sa-encrypted.json") }
        let error = #expect(throws: CryptographyError(.keyTruncated, "")) {
            try Self.key(file, "sa-truncated-key.json")
        }
        #expect(error?.reason.contains("truncated") == true)
        #expect(error?.reason.contains("encrypted") == false)
    }

    /// Does what a careless user of OpenSSL in the same process does.
    private static func leaveError() {
        unsafe BIO_free(BIO_new_file("/no/such/file", "r"))
    }

    @Test("an error that somebody else left in the queue shows in no reason, and is gone afterwards")
    func ignoresForeignErrors() throws {
        let numbers = [UInt8](repeating: 1, count: 32)
        let material = KeyMaterial.ellipticCurve(.p256, x: numbers, y: numbers)
        OpenSSLErrorQueue.isolated {}
        let clean = #expect(throws: CryptographyError(.keyDamaged, "")) { try PublicKey(material) }

        Self.leaveError()
        let left = OpenSSLErrorQueue.drained(.libraryFailed, "left").reason
        #expect(left != "left", "an error must be left, or this test shows nothing")

        Self.leaveError()
        let error = #expect(throws: CryptographyError(.keyDamaged, "")) { try PublicKey(material) }
        #expect(error?.reason == clean?.reason)
        #expect(OpenSSLErrorQueue.drained(.libraryFailed, "left").reason == "left")
    }

    @Test("a wrong signature leaves nothing in the queue for whoever uses it next")
    func leavesNothing() throws {
        let key = try SharedKey.made.get().publicKey
        OpenSSLErrorQueue.isolated {}
        #expect(throws: JOSEError(.signatureInvalid, "")) {
            try key.verify([UInt8](repeating: 1, count: 256), over: [1], algorithm: .rs256)
        }
        #expect(OpenSSLErrorQueue.drained(.libraryFailed, "left").reason == "left")
    }
}
