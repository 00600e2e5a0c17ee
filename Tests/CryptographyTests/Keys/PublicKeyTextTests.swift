@testable import Cryptography
import JOSE
import Testing
import TestSupport

@Suite("Text of public keys and certificates")
struct PublicKeyTextTests {
    private static func refusal(_ text: [UInt8]) -> CryptographyError.Code? {
        do throws(CryptographyError) {
            _ = try PublicKey(parsing: text)
            return nil
        } catch {
            return error.code
        }
    }

    private static func refusal(_ text: String) -> CryptographyError.Code? {
        refusal([UInt8](text.utf8))
    }

    @Test("a private key is refused by the name of that")
    func refusesPrivateKeys() throws {
        #expect(Self.refusal(try SharedKey.made.get().unencryptedPEM()) == .keyIsPrivate)
        for label in ["RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY"] {
            #expect(Self.refusal(pem(label, [1, 2, 3])) == .keyIsPrivate)
        }
    }

    @Test("two blocks are ambiguous, even of one key")
    func refusesSeveralBlocks() throws {
        let text = try SharedKey.made.get().publicKey.pem()
        #expect(Self.refusal(text + text) == .keyAmbiguous)
        #expect(Self.refusal(text + pem("CERTIFICATE", [1])) == .keyAmbiguous)
    }

    @Test(
        "text without a block is refused",
        arguments: ["", " ", "ssh-rsa AAAA", "{}", "MIIB", "-----END PUBLIC KEY-----"])
    func refusesOtherTexts(text: String) {
        #expect(Self.refusal(text) == .keyMarkersMissing)
    }

    @Test("text that is no UTF-8 or too large is refused")
    func refusesOtherBytes() {
        #expect(Self.refusal([0x30, 0x82, 0x01, 0x22]) == .keyNotText)
        #expect(Self.refusal([UInt8](repeating: 0x20, count: 64 << 10 + 1)) == .keyNotText)
    }

    @Test("a block without its end, or of impossible length, is truncated")
    func refusesTruncatedText() throws {
        let text = String(decoding: try SharedKey.made.get().publicKey.pem(), as: UTF8.self)
        #expect(Self.refusal(text.replacing("-----END PUBLIC KEY-----", with: "")) == .keyTruncated)
        #expect(Self.refusal(text.replacing("END PUBLIC", with: "END RSA PUBLIC")) == .keyTruncated)
        #expect(Self.refusal("-----BEGIN PUBLIC KEY-----\nAAAAA\n-----END PUBLIC KEY-----") == .keyTruncated)
    }

    @Test("a block that holds no key is damaged, one that holds no certificate malformed")
    func refusesGarbage() throws {
        #expect(Self.refusal(pem("PUBLIC KEY", [0x30, 0x03, 0x02, 0x01, 0x00])) == .keyDamaged)
        #expect(Self.refusal(pem("PUBLIC KEY", [])) == .keyDamaged)
        #expect(Self.refusal(pem("CERTIFICATE", [0x30, 0x03, 0x02, 0x01, 0x00])) == .certificateMalformed)
        #expect(Self.refusal(pem("CERTIFICATE", [])) == .certificateMalformed)
        #expect(Self.refusal("-----BEGIN PUBLIC KEY-----\nMII!\n-----END PUBLIC KEY-----") == .keyDamaged)
        let swapped = String(decoding: try SharedKey.made.get().publicKey.pem(), as: UTF8.self)
        #expect(Self.refusal(swapped.replacing("PUBLIC KEY", with: "CERTIFICATE")) == .certificateMalformed)
    }

    @Test("bytes after the structure are refused")
    func refusesTrailingBytes() throws {
        let key = der(inPEM: try SharedKey.made.get().publicKey.pem())
        #expect(Self.refusal(pem("PUBLIC KEY", key)) == nil)
        #expect(Self.refusal(pem("PUBLIC KEY", key + [0])) == .keyDamaged)
        #expect(Self.refusal(pem("PUBLIC KEY", key + key)) == .keyDamaged)
    }

    @Test(
        "blocks of other kinds are refused",
        arguments: ["RSA PUBLIC KEY", "CERTIFICATE REQUEST", "PKCS7", "X509 CRL", "SSH2 PUBLIC KEY", "", "public key"])
    func refusesOtherLabels(label: String) {
        #expect(Self.refusal(pem(label, [1, 2, 3])) == .keyKindNotSupported)
    }

    @Test("a key for key agreement is refused")
    func refusesOtherKinds() {
        let x25519: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x03, 0x21, 0x00]
        #expect(Self.refusal(pem("PUBLIC KEY", x25519 + [UInt8](repeating: 9, count: 32))) == .keyKindNotSupported)
    }

    @Test(
        "a certificate gives the key in it",
        .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"),
        arguments: ["CERTIFICATE", "X509 CERTIFICATE"])
    func readsCertificates(label: String) throws {
        let folder = "\(try #require(Locations.vectors))/custom-tokens"
        let key = try PublicKey(parsing: Locations.bytes("\(folder)/pub.pem"))
        let certificate = der(inPEM: try Locations.bytes("\(folder)/cert.pem"))
        #expect(try PublicKey(parsing: pem(label, certificate)).material == key.material)
        #expect(Self.refusal(pem(label, [UInt8](certificate.dropLast(9)))) == .certificateMalformed)
        #expect(Self.refusal(pem(label, certificate + [0])) == .certificateMalformed)
        #expect(try RSAPrivateKey(parsing: Locations.bytes("\(folder)/key.pem")).publicKey.material == key.material)
    }
}
