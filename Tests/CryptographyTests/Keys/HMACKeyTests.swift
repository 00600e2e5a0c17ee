@testable import Cryptography
import JOSE
import Testing

@Suite("Secrets for HMAC (JOSE-10)")
struct HMACKeyTests {
    private static let lengths: [(SignatureAlgorithm, Int)] = [(.hs256, 32), (.hs384, 48), (.hs512, 64)]

    @Test("a secret as long as the hash is accepted, a shorter one is refused", arguments: lengths)
    func holdsLength(algorithm: SignatureAlgorithm, count: Int) throws {
        let key = try HMACKey(secret: [UInt8](repeating: 1, count: count), algorithm: algorithm)
        #expect(key.algorithms == [algorithm])
        for shorter in [0, 1, count - 1] {
            #expect(throws: CryptographyError(.secretTooShort, "")) {
                try HMACKey(secret: [UInt8](repeating: 1, count: shorter), algorithm: algorithm)
            }
        }
    }

    @Test(
        "a secret is for HMAC only",
        arguments: [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA]
            as [SignatureAlgorithm])
    func refusesOtherAlgorithms(algorithm: SignatureAlgorithm) throws {
        let secret = [UInt8](repeating: 1, count: 64)
        #expect(throws: CryptographyError(.keyKindNotSupported, "")) {
            try HMACKey(secret: secret, algorithm: algorithm)
        }
        let key = try HMACKey(secret: secret, algorithm: .hs256)
        #expect(throws: JOSEError(.algorithmNotAllowed, "")) { try key.verify([1], over: [2], algorithm: algorithm) }
    }

    @Test("test case 2 of RFC 4231 has too short a secret, test case 6 is right")
    func verifiesRFC4231() throws {
        #expect(throws: CryptographyError(.secretTooShort, "")) {
            try HMACKey(secret: [UInt8]("Jefe".utf8), algorithm: .hs256)
        }
        let key = try HMACKey(secret: [UInt8](repeating: 0xAA, count: 131), algorithm: .hs256)
        let message = [UInt8]("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        let code: [UInt8] = [
            0x60, 0xE4, 0x31, 0x59, 0x1E, 0xE0, 0xB6, 0x7F, 0x0D, 0x8A, 0x26, 0xAA, 0xCB, 0xF5, 0xB7, 0x7F, 0x8E, 0x0B,
            0xC6, 0x21, 0x37, 0x28, 0xC5, 0x14, 0x05, 0x46, 0x04, 0x0F, 0x0E, 0xE3, 0x7F, 0x54,
        ]
        try key.verify(code, over: message, algorithm: .hs256)
        for index in code.indices {
            var changed = code
            changed[index] ^= 1
            #expect(throws: JOSEError(.signatureInvalid, "")) {
                try key.verify(changed, over: message, algorithm: .hs256)
            }
        }
        for other in [[], [UInt8](code.prefix(16)), [UInt8](code.dropLast()), code + [0], code + code] {
            #expect(throws: JOSEError(.signatureInvalid, "")) {
                try key.verify(other, over: message, algorithm: .hs256)
            }
        }
        #expect(throws: JOSEError(.signatureInvalid, "")) {
            try key.verify(code, over: message + [0], algorithm: .hs256)
        }
        #expect(throws: JOSEError(.algorithmNotAllowed, "")) { try key.verify(code, over: message, algorithm: .hs384) }
    }
}
