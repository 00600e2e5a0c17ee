@testable import Cryptography
import JOSE
import Testing

@Suite("RSA private keys")
struct RSAPrivateKeyTests {
    @Test("a key comes back from PKCS#8 as the same key")
    func keepsPKCS8() throws {
        let key = try SharedKey.made.get()
        let text = try key.unencryptedPEM()
        #expect(text.starts(with: "-----BEGIN PRIVATE KEY-----\n".utf8))
        let again = try RSAPrivateKey(parsing: text)
        #expect(again.bits == 2048)
        #expect(again.publicKey.material == key.publicKey.material)
        #expect(try again.unencryptedPEM() == text)
    }

    @Test(
        "a key comes back from PKCS#1 as the same key, whatever the label says",
        arguments: ["RSA PRIVATE KEY", "PRIVATE KEY"])
    func keepsPKCS1(label: String) throws {
        let text = try SharedKey.made.get().unencryptedPEM()
        let numbers = try RSANumbers(pkcs8: der(inPEM: text))
        #expect(try RSAPrivateKey(parsing: pem(label, numbers.pkcs1)).unencryptedPEM() == text)
        #expect(try RSAPrivateKey(parsing: pem(label, der(inPEM: text))).unencryptedPEM() == text)
    }

    @Test("a made key has the exponent 65537 and the length that was asked for")
    func makesKeys() throws {
        let key = try SharedKey.made.get()
        guard case .rsa(let modulus, let exponent) = key.publicKey.material else {
            Issue.record("the key is not RSA")
            return
        }
        #expect(exponent == [1, 0, 1])
        #expect(RSAKeyRules.bitCount(modulus) == 2048)
        #expect(key.bits == 2048)
    }

    @Test(
        "lengths beyond 2048 to 8192 bits are refused",
        arguments: [Int.min, -1, 0, 1, 512, 1024, 2047, 8193, 16_384, 1 << 31, 1 << 32 + 2048, Int.max])
    func refusesOtherLengths(bits: Int) {
        #expect(throws: CryptographyError(.keyWeak, "")) { try RSAPrivateKey.generate(bits: bits) }
    }

    @Test("two made keys are different")
    func makesDifferentKeys() throws {
        #expect(
            try RSAPrivateKey.generate(bits: 2048).publicKey.material != (try SharedKey.made.get().publicKey.material))
    }
}
