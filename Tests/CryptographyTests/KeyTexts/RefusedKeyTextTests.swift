import Cryptography
import Foundation
import TestSupport
import Testing

@Suite("Key texts that are refused")
struct RefusedKeyTextTests {
    /// A text, the code it is refused with, and what the reason says.
    struct Refused: Sendable, CustomTestStringConvertible {
        let text: KeyText
        let code: CryptographyError.Code
        let words: [String]

        init(
            _ name: String, _ code: CryptographyError.Code, _ words: String...,
            text: @escaping @Sendable (String) throws -> String
        ) {
            self.text = KeyText(name, text: text)
            self.code = code
            self.words = words
        }

        init(
            _ name: String, _ code: CryptographyError.Code, _ words: String...,
            bytes: @escaping @Sendable (String) throws -> [UInt8]
        ) {
            self.text = KeyText(name) { try bytes(KeyFixtures.text("rsa-2048")) }
            self.code = code
            self.words = words
        }

        var testDescription: String { text.name }
    }

    private static let withoutKey: [Refused] = [
        Refused("nothing", .keyEmpty, "is empty") { _ in "" },
        Refused("blanks only", .keyEmpty, "is empty") { _ in " \t\r\n  \n" },
        Refused("the base64 body without markers", .keyMarkersMissing, "BEGIN PRIVATE KEY") { KeyFixtures.body($0) },
        Refused("a word", .keyMarkersMissing, "there is no private key") { _ in "changeme" },
        Refused("a path", .keyMarkersMissing, "there is no private key") { _ in "/etc/keys/key.pem" },
        Refused("base64 of base64 of PEM", .keyMarkersMissing, "there is no private key") {
            Data(Data($0.utf8).base64EncodedString().utf8).base64EncodedString()
        },
        Refused("a public key", .keyIsPublic, "this is a public key where a private key is needed") { _ in
            try KeyFixtures.text("public")
        },
        Refused("base64 of a public key", .keyIsPublic, "this is a public key") { _ in
            Data(try KeyFixtures.text("public").utf8).base64EncodedString()
        },
        Refused("a certificate alone", .keyIsCertificate, "this is a certificate where a private key is needed") { _ in
            try KeyFixtures.text("certificate")
        },
        Refused("two keys", .keyAmbiguous, "2 private keys", "two keys") { try $0 + KeyFixtures.text("other-2048") },
        Refused("the same key twice", .keyAmbiguous, "2 private keys") { $0 + $0 },
        Refused("three keys", .keyAmbiguous, "3 private keys") { $0 + $0 + $0 },
    ]

    private static let otherKinds: [Refused] = [
        Refused("encrypted PKCS#8", .keyEncrypted, "encrypted") { _ in try KeyFixtures.text("encrypted-pkcs8") },
        Refused("encrypted PKCS#1", .keyEncrypted, "encrypted") { _ in try KeyFixtures.text("encrypted-pkcs1") },
        Refused("encrypted PKCS#8 labelled as plain", .keyEncrypted, "encrypted") { _ in
            KeyFixtures.pem(KeyFixtures.body(try KeyFixtures.text("encrypted-pkcs8")))
        },
        Refused("encrypted PKCS#8 labelled as PKCS#1", .keyEncrypted, "encrypted") { _ in
            KeyFixtures.pem(KeyFixtures.body(try KeyFixtures.text("encrypted-pkcs8")), label: "RSA PRIVATE KEY")
        },
        Refused("EC in PKCS#8", .keyKindNotSupported, "EC key", "P-256", "RS256", "RSA") { _ in
            try KeyFixtures.text("ec-p256")
        },
        Refused("EC in SEC1", .keyKindNotSupported, "EC key", "RS256 needs an RSA key") { _ in
            try KeyFixtures.text("ec-p256-sec1")
        },
        Refused("RSA-PSS", .keyKindNotSupported, "RSA-PSS", "RS256") { _ in try KeyFixtures.text("rsa-pss") },
        Refused("Ed25519", .keyKindNotSupported, "ED25519", "RS256") { _ in try KeyFixtures.text("ed25519") },
        Refused("OpenSSH", .keyKindNotSupported, "OpenSSH", "PKCS#8") { _ in try KeyFixtures.text("openssh") },
        Refused("RSA of 1024 bits", .keyWeak, "1024 bits", "minimum is 2048") { _ in try KeyFixtures.text("rsa-1024") },
        Refused("DSA by its label", .keyKindNotSupported, "neither a PKCS#8 nor a PKCS#1 private key") {
            KeyFixtures.pem(KeyFixtures.body($0), label: "DSA PRIVATE KEY")
        },
        Refused("a public key labelled as private", .keyDamaged, "not an RSA private key") { _ in
            KeyFixtures.pem(KeyFixtures.body(try KeyFixtures.text("public")))
        },
    ]

    private static let notText: [Refused] = [
        Refused(
            "UTF-16 with a mark", .keyNotText, "UTF-16", bytes: { [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8($0), 0] } }),
        Refused("UTF-16 without a mark", .keyNotText, "UTF-16", bytes: { $0.utf16.flatMap { [0, UInt8($0)] } }),
        Refused("DER", .keyNotText, "DER", bytes: { [UInt8](try #require(Data(base64Encoded: KeyFixtures.body($0)))) }),
        Refused(
            "a NUL inside", .keyNotText, "null character",
            bytes: { Array($0.utf8.prefix(200)) + [0] + $0.utf8.dropFirst(200) }),
        Refused("a NUL at the end", .keyNotText, "null character", bytes: { $0.utf8 + [0] }),
        Refused("a byte that is not UTF-8", .keyNotText, "not UTF-8 text", bytes: { $0.utf8 + [0xC3] }),
        Refused(
            "a huge text", .keyNotText, "larger than 65536 bytes",
            bytes: { $0.utf8 + [UInt8](repeating: 0x20, count: 65536) }),
        Refused(
            "one byte beyond the limit", .keyNotText, "larger than",
            bytes: { text in
                text.utf8 + [UInt8](repeating: 0x0A, count: 65537 - text.utf8.count)
            }),
    ]

    private static let damaged: [Refused] = [
        Refused("a non-ASCII character in the body", .keyDamaged, "not ASCII") { Self.inserted("é", in: $0) },
        Refused("a no-break space in the body", .keyDamaged, "not ASCII") { Self.inserted("\u{A0}", in: $0) },
        Refused("a stray quote in the body", .keyDamaged, "stray quote") { Self.inserted("\"", in: $0) },
        Refused("a stray backslash in the body", .keyDamaged, "stray backslash") { Self.inserted("\\", in: $0) },
        Refused("a stray hyphen in the body", .keyDamaged, "stray hyphen") { Self.inserted("-", in: $0) },
        Refused("an ellipsis of three dots in the body", .keyDamaged, "not base64") { Self.inserted("...", in: $0) },
        Refused("base64 characters too many", .keyDamaged, "not base64", "within the private key") {
            Self.inserted("=AAA", in: $0)
        },
        Refused("an empty body", .keyDamaged, "not a key") { _ in KeyFixtures.pem("") },
        Refused("a placeholder for a body", .keyDamaged, "not base64") { _ in KeyFixtures.pem("<your key here>") },
        Refused("random bytes for a body", .keyDamaged, "not a key") { _ in KeyFixtures.pem("q83vEjRWeJq83vEjRWeJ") },
        Refused("3 bytes too many", .keyDamaged, "3 bytes too many") { text in
            let der = try #require(Data(base64Encoded: KeyFixtures.body(text)))
            return KeyFixtures.pem((der + [1, 2, 3]).base64EncodedString())
        },
        Refused("a length of four bytes", .keyDamaged, "not a key") { _ in KeyFixtures.pem("MIQAAAAA") },
    ]

    private static func inserted(_ addition: String, in text: String) -> String {
        String(text.prefix(300)) + addition + text.dropFirst(300)
    }

    @Test(
        "a text without one plain RSA private key is refused by the name of what it is",
        arguments: withoutKey + otherKinds + notText + damaged)
    func isRefused(_ refused: Refused) throws {
        let text = try refused.text.make()
        let error = try refusal(of: text)
        #expect(error.code == refused.code)
        for words in refused.words { #expect(error.reason.contains(words)) }
        #expect(!KeyWindows(of: text).areShown(by: "\(error) \(error.reason)"))
        #expect(try !KeyWindows(of: [UInt8](KeyFixtures.text("rsa-2048").utf8)).areShown(by: error.reason))
    }

    @Test("a text of exactly the largest size is read")
    func largest() throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8)
        let padded = text + [UInt8](repeating: 0x0A, count: 65536 - text.count)
        #expect(try RSAPrivateKey(parsing: padded).publicKey.material == KeyFixtures.original.get())
    }

    @Test(
        "a structure that ends within its own length is refused, not read beyond its end",
        arguments: [
            "MIMAAA==", "MIIAAA==", "MIEAAA==", "MIA=", "MAA=", "MA==", "MIIB",
        ])
    func shortStructure(_ body: String) throws {
        let code = try refusal(of: [UInt8](KeyFixtures.pem(body).utf8)).code
        #expect([.keyTruncated, .keyDamaged].contains(code))
    }

    @Test(
        "a key length outside 2048 to 8192 bits is not made", arguments: [0, 512, 1024, 2047, 8193, 16384, .max, -2048])
    func generation(bits: Int) {
        #expect(throws: CryptographyError.self) { _ = try RSAPrivateKey.generate(bits: bits) }
    }
}
