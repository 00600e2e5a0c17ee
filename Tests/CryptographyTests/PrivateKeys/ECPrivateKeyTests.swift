@testable import Cryptography
import JOSE
import TestSupport
import Testing

@Suite("EC private keys")
struct ECPrivateKeyTests {
    private func text(_ name: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name).pem")
    }

    @Test("a signature is 64 bytes of r and s that the public half verifies")
    func signs() throws {
        let key = try ECPrivateKey(parsing: text("ec-p256"))
        #expect(key.algorithm == .es256)
        // Enough of them that r or s begins with a zero byte now and then.
        for index in 0..<600 {
            let message = Array("message \(index)".utf8)
            let signature = try key.signature(over: message)
            #expect(signature.count == 64)
            #expect(throws: Never.self) { try key.publicKey.verify(signature, over: message, algorithm: .es256) }
        }
    }

    @Test("a new key is on P-256, signs for its own public half, and is no other's")
    func makes() throws {
        let (key, other) = (try ECPrivateKey.generate(), try ECPrivateKey.generate())
        let message = Array("message".utf8)
        let signature = try key.signature(over: message)
        #expect(throws: Never.self) { try key.publicKey.verify(signature, over: message, algorithm: .es256) }
        #expect(throws: JOSEError.self) { try other.publicKey.verify(signature, over: message, algorithm: .es256) }
        guard case .ellipticCurve(.p256, _, _) = key.publicKey.material else {
            Issue.record("it is on another curve")
            return
        }
    }

    @Test("a signature is over its message alone")
    func otherMessage() throws {
        let key = try ECPrivateKey(parsing: text("ec-p256"))
        let signature = try key.signature(over: [1])
        #expect(throws: JOSEError(.signatureInvalid, "")) {
            try key.publicKey.verify(signature, over: [2], algorithm: .es256)
        }
    }

    @Test("both forms of a signature stand for each other")
    func forms() throws {
        for (first, second) in [(0x00, 0x7F), (0x80, 0x01), (0xFF, 0x00), (0x01, 0xFF)] as [(UInt8, UInt8)] {
            let raw = [first] + [UInt8](repeating: 7, count: 31) + [second] + [UInt8](repeating: 9, count: 31)
            let der = try #require(ECDSASignature.der(fromConcatenated: raw, coordinateBytes: 32))
            #expect(ECDSASignature.concatenated(fromDER: der, coordinateBytes: 32) == raw)
        }
    }

    @Test("a structure that is cut off, or has too long a number, is no signature")
    func malformedForms() throws {
        let raw = [UInt8](repeating: 0x80, count: 66)
        let der = try #require(ECDSASignature.der(fromConcatenated: raw, coordinateBytes: 33))
        #expect(ECDSASignature.concatenated(fromDER: der, coordinateBytes: 32) == nil)
        #expect(ECDSASignature.concatenated(fromDER: Array(der.dropLast()), coordinateBytes: 33) == nil)
        #expect(ECDSASignature.concatenated(fromDER: [], coordinateBytes: 32) == nil)
    }

    @Test(
        "every other text is refused by the name of what it is",
        arguments: [
            ("rsa-2048", .keyKindNotSupported), ("rsa-pss", .keyKindNotSupported), ("ed25519", .keyKindNotSupported),
            ("ec-p256-sec1", .keyKindNotSupported), ("openssh", .keyKindNotSupported),
            ("encrypted-pkcs8", .keyEncrypted), ("public", .keyIsPublic), ("certificate", .keyIsCertificate),
            ("rsa-2048-pkcs1", .keyDamaged),
        ] as [(String, CryptographyError.Code)])
    func refused(_ name: String, _ code: CryptographyError.Code) throws {
        let text = try text(name)
        #expect(try #require(throws: CryptographyError.self) { try ECPrivateKey(parsing: text) }.code == code)
    }

    @Test("a text that is cut off anywhere is refused")
    func cut() throws {
        let whole = try text("ec-p256")
        for count in 0..<whole.count - 2 {
            #expect(throws: CryptographyError.self) { try ECPrivateKey(parsing: Array(whole.prefix(count))) }
        }
    }

    @Test("nothing of a key is shown when it is printed")
    func printed() throws {
        let key = try ECPrivateKey(parsing: text("ec-p256"))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "EC private key on P-256 (redacted)")
        #expect(String(reflecting: key) == "\(key)")
        #expect(dumped.contains("redacted") && dumped.utf8.count < 100)
    }
}
