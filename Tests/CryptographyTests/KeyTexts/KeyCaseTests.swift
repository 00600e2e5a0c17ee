import Cryptography
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Key texts of reported cases")
struct KeyCaseTests {
    @Test(
        "B01: every form of escaped newlines gives the public key of the plain form",
        arguments: ["sa-double-escaped.json", "sa-triple-escaped.json", "sa-mixed.json"])
    func escapes(_ file: String) throws {
        let plain = try RSAPrivateKey(parsing: KeyFixtures.privateKey(inCase: "B01", "sa-normal.json"))
        let key = try RSAPrivateKey(parsing: KeyFixtures.privateKey(inCase: "B01", file))
        #expect(key.publicKey.material == plain.publicKey.material)
    }

    @Test("B01: a text quoted once more gives the same key, or the reason names the stray quote")
    func quotedAgain() throws {
        let plain = try RSAPrivateKey(parsing: KeyFixtures.privateKey(inCase: "B01", "sa-normal.json"))
        let text = try KeyFixtures.privateKey(inCase: "B01", "sa-quoted-again.json")
        do {
            #expect(try RSAPrivateKey(parsing: text).publicKey.material == plain.publicKey.material)
        } catch {
            #expect(error.code == .keyDamaged && error.reason.contains("stray quote"))
        }
    }

    @Test(
        "B02: every shape of one key is read",
        arguments: [
            "pkcs1.pem", "pkcs8-under-rsa-label.pem", "spaces-for-newlines.pem", "no-newlines.pem", "one-long-line.pem",
            "indented.pem", "text-around.pem", "base64-of-pem.txt", "cert-first.pem",
        ])
    func shapes(_ file: String) throws {
        let folder = try Locations.caseFolder("B02")
        let plain = try RSAPrivateKey(parsing: Locations.bytes("\(folder)/pkcs1.pem"))
        let key = try RSAPrivateKey(parsing: Locations.bytes("\(folder)/\(file)"))
        #expect(key.publicKey.material == plain.publicKey.material)
    }

    @Test(
        "B02: every shape within a key file is read",
        arguments: [
            "sa-pkcs1.json", "sa-spaces-for-newlines.json", "sa-no-newlines.json",
        ])
    func shapesInJSON(_ file: String) throws {
        let plain = try RSAPrivateKey(parsing: Locations.bytes("\(Locations.caseFolder("B02"))/pkcs1.pem"))
        let key = try RSAPrivateKey(parsing: KeyFixtures.privateKey(inCase: "B02", file))
        #expect(key.publicKey.material == plain.publicKey.material)
    }

    @Test(
        "B02: two keys and a public key are refused by name",
        arguments: [
            ("two-keys.pem", CryptographyError.Code.keyAmbiguous, "two keys"),
            ("public-only.pem", .keyIsPublic, "public key where a private"),
        ])
    func refusedShapes(_ file: String, _ code: CryptographyError.Code, _ words: String) throws {
        let text = try Locations.bytes("\(Locations.caseFolder("B02"))/\(file)")
        let error = try refusal(of: text)
        #expect(error.code == code)
        #expect(error.reason.contains(words))
        #expect(!KeyWindows(of: text).areShown(by: error.reason))
    }

    @Test(
        "B05: an EC key and a short RSA key are refused when they are read",
        arguments: [
            ("sa-ec.json", CryptographyError.Code.keyKindNotSupported, ["EC", "P-256", "RS256", "RSA"]),
            ("sa-rsa1024.json", .keyWeak, ["1024 bits", "2048"]),
        ])
    func otherKinds(_ file: String, _ code: CryptographyError.Code, _ words: [String]) throws {
        let text = try KeyFixtures.privateKey(inCase: "B05", file)
        let error = try refusal(of: text)
        #expect(error.code == code)
        for word in words { #expect(error.reason.contains(word)) }
        #expect(!KeyWindows(of: text).areShown(by: error.reason))
    }

    @Test("B05: an RSA key of 3072 bits is read")
    func longKey() throws {
        #expect(try RSAPrivateKey(parsing: KeyFixtures.privateKey(inCase: "B05", "sa-rsa3072.json")).bits == 3072)
    }

    @Test("B50: after a good key, the refusal of a truncated one is about the truncated one")
    func noOldError() throws {
        let good = try KeyFixtures.privateKey(inCase: "B50", "sa-good.json")
        #expect(try RSAPrivateKey(parsing: good).bits >= 2048)
        let error = try refusal(of: KeyFixtures.privateKey(inCase: "B50", "sa-truncated-key.json"))
        #expect(error.code == .keyTruncated)
        #expect(error.reason.contains("truncated"))
    }

    @Test("B50: a refused key leaves nothing behind that spoils the next")
    func nothingLeft() throws {
        let encrypted = try KeyFixtures.privateKey(inCase: "B50", "sa-encrypted.json")
        let good = try KeyFixtures.privateKey(inCase: "B50", "sa-good.json")
        for _ in 0..<20 {
            #expect(try refusal(of: encrypted).code == .keyEncrypted)
            let key = try ProbedSigningKey(probing: RSAPrivateKey(parsing: good))
            try key.publicKey.verify(key.signature(over: [7]), over: [7], algorithm: .rs256)
        }
    }

    @Test("B50: a wrong and a right signature alternate on one thread without spoiling each other")
    func alternation() throws {
        let folder = try Locations.caseFolder("B50")
        let keySet = try JSONWebKeySet(parsing: Locations.bytes("\(folder)/jwks.json"), limits: .document)
        let key = try PublicKey(#require(keySet.keys.first).material)
        let tokens = try ["bad-signature.jwt", "good.jwt"].map { file in
            let text = String(decoding: try Locations.bytes("\(folder)/\(file)"), as: UTF8.self)
            return try CompactJWS(parsing: String(text.prefix { !$0.isWhitespace }))
        }
        for _ in 0..<2000 {
            #expect(throws: JOSEError(.signatureInvalid, "")) {
                try key.verify(tokens[0].signature, over: tokens[0].signingInput, algorithm: .rs256)
            }
            try key.verify(tokens[1].signature, over: tokens[1].signingInput, algorithm: .rs256)
        }
    }
}
