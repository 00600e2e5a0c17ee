@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Public keys")
struct PublicKeyTests {
    private static func made() throws -> PublicKey {
        try SharedKey.made.get().publicKey
    }

    /// The generator of P-256, which is a point on it.
    private static let p256 = KeyMaterial.ellipticCurve(
        .p256,
        x: [
            0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2, 0x77, 0x03,
            0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96,
        ],
        y: [
            0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16, 0x2B, 0xCE,
            0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
        ])

    @Test("a key comes back from PEM with the same numbers")
    func keepsPEM() throws {
        let materials = [
            try Self.made().material, Self.p256, .edwards(.ed25519, publicKey: [UInt8](repeating: 9, count: 32)),
            .edwards(.ed448, publicKey: [UInt8](repeating: 9, count: 57)),
        ]
        for material in materials {
            let text = try PublicKey(material).pem()
            #expect(text.starts(with: "-----BEGIN PUBLIC KEY-----\n".utf8))
            #expect(try PublicKey(parsing: text).material == material)
        }
    }

    @Test("text that lost its line breaks, or has CRLF, indentation or words around, is read")
    func repairsText() throws {
        let text = String(decoding: try Self.made().pem(), as: UTF8.self)
        let forms = [
            text.replacing("\n", with: "\r\n"), text.replacing("\n", with: " "), text.replacing("\n", with: ""),
            text.replacing("\n", with: "\n    "), "Here is the key:\n\(text)Thank you.", "\u{FEFF}" + text,
        ]
        for form in forms {
            #expect(try PublicKey(parsing: [UInt8](form.utf8)).material == (try Self.made().material))
        }
    }

    @Test("JOSE-09: a point that is not on its curve is refused")
    func refusesOtherPoints() throws {
        guard case .ellipticCurve(_, let x, var y) = Self.p256 else { return }
        y[31] ^= 1
        #expect(throws: CryptographyError(.keyDamaged, "")) { try PublicKey(.ellipticCurve(.p256, x: x, y: y)) }
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(throws: CryptographyError(.keyDamaged, "")) { try PublicKey(.ellipticCurve(.p256, x: zero, y: zero)) }
        let large = [UInt8](repeating: 0xFF, count: 32)
        #expect(throws: CryptographyError(.keyDamaged, "")) { try PublicKey(.ellipticCurve(.p256, x: large, y: large)) }
        #expect(throws: CryptographyError(.keyDamaged, "")) {
            try PublicKey(.ellipticCurve(.p384, x: x + [UInt8](repeating: 0, count: 16), y: x + x[..<16]))
        }
    }

    @Test("numbers that break the rules for RSA are refused")
    func refusesWeakNumbers() throws {
        guard case .rsa(let modulus, _) = try Self.made().material else { return }
        for exponent in [[1], [2], [], [UInt8](repeating: 0xFF, count: 9)] as [[UInt8]] {
            #expect(throws: CryptographyError(.keyWeak, "")) {
                try PublicKey(.rsa(modulus: modulus, exponent: exponent))
            }
        }
        #expect(throws: CryptographyError(.keyWeak, "")) {
            try PublicKey(.rsa(modulus: [UInt8](modulus.suffix(128)), exponent: [1, 0, 1]))
        }
    }

    @Test("keys of RFC 8037 of another length are refused", arguments: [0, 31, 33, 57])
    func refusesOtherLengths(count: Int) {
        #expect(throws: CryptographyError(.keyDamaged, "")) {
            try PublicKey(.edwards(.ed25519, publicKey: [UInt8](repeating: 9, count: count)))
        }
    }

    @Test("a signature is refused by an algorithm that does not fit the key", arguments: SignatureAlgorithm.allCases)
    func holdsAlgorithm(algorithm: SignatureAlgorithm) throws {
        let key = try PublicKey(Self.p256)
        let code: JOSEError.Code = algorithm == .es256 ? .signatureInvalid : .algorithmNotAllowed
        #expect(throws: JOSEError(code, "")) {
            try key.verify([UInt8](repeating: 1, count: 64), over: [1], algorithm: algorithm)
        }
    }

    @Test("a signature of another length than the modulus is refused")
    func holdsSignatureLength() throws {
        let message = [UInt8]("message".utf8)
        let signature = try SharedKey.probed.get().signature(over: message)
        try Self.made().verify(signature, over: message, algorithm: .rs256)
        for other in [[], [UInt8](signature.dropLast()), signature + [0], [0] + signature, [0]] {
            #expect(throws: JOSEError(.signatureInvalid, "")) {
                try Self.made().verify(other, over: message, algorithm: .rs256)
            }
        }
        for algorithm in [SignatureAlgorithm.rs384, .rs512, .ps256] {
            #expect(throws: JOSEError(.signatureInvalid, "")) {
                try Self.made().verify(signature, over: message, algorithm: algorithm)
            }
        }
    }

    @Test("a key set whose point is not on its curve leaves the key out with the reason")
    func skipsKeysThatOpenSSLRefuses() throws {
        let point = Base64URL.encode([UInt8](repeating: 1, count: 32))
        let text = #"{"keys":[null,{"kty":"EC","kid":"k1","crv":"P-256","x":"\#(point)","y":"\#(point)"}]}"#
        let set = VerificationKeySet(try JSONWebKeySet(parsing: [UInt8](text.utf8), limits: .document))
        #expect(set.entries.isEmpty)
        #expect(set.skippedKeys.map(\.index) == [0, 1])
        #expect(set.skippedKeys.last?.reason.contains("point is not on curve") == true)
    }
}
