import Cryptography
import CustomTokens
import Foundation
import JOSE
import TestSupport
import Testing

@testable import KeyRings

@Suite("Keys that come into a ring")
struct NewKeyTests {
    private static let openssl = "/usr/bin/openssl"
    private static let hasOpenSSL = FileManager.default.isExecutableFile(atPath: openssl)

    private func description(passphrase: String? = nil) throws -> NewKey.Description {
        var description = NewKey.Description()
        description.account = Fixtures.email
        description.passphrase = try passphrase.map { try Passphrase(text: [UInt8]($0.utf8)) }
        return description
    }

    @Test("PKCS#8 and PKCS#1 are taken, and get the same identifier", arguments: ["rsa-2048", "rsa-2048-pkcs1"])
    func plain(name: String) throws {
        let key = try NewKey(importing: Fixtures.keyText(name), description())
        let id = try NewKey(importing: Fixtures.keyText("rsa-2048"), description()).id
        #expect(key.id == id && id.utf8.count == 40 && key.projectID == "demo-bridge")
    }

    @Test(
        "encrypted keys are opened, in PKCS#8 and in PKCS#1", .enabled(if: hasOpenSSL),
        arguments: [["pkey", "-aes256"], ["rsa", "-aes256", "-traditional"], ["rsa", "-des3", "-traditional"]])
    func encrypted(_ command: [String]) throws {
        let folder = try ScratchFolder()
        try folder.write(Fixtures.pem[0], to: "key.pem")
        let words = [
            "-in", "\(folder.path)/key.pem", "-out", "\(folder.path)/locked.pem", "-passout", "pass:secret word",
        ]
        try #require(Subprocess.run(Self.openssl, command + words).status == 0)
        let text = try Locations.bytes("\(folder.path)/locked.pem")
        for (passphrase, code) in [("wrong", CryptographyError.Code.passphraseWrong), (nil, .keyEncrypted)] {
            let error = #expect(throws: CryptographyError.self) {
                try NewKey(importing: text, description(passphrase: passphrase))
            }
            #expect(error?.code == code, "\(error?.reason ?? "")")
        }
        let id = try NewKey(importing: Fixtures.pem[0], description()).id
        #expect(try NewKey(importing: text, description(passphrase: "secret word\n")).id == id)
        #expect(try NewKey(importing: Fixtures.pem[0], description(passphrase: "needless")).id == id)
    }

    @Test("PKCS#12 is opened, with its certificate", .enabled(if: hasOpenSSL))
    func pkcs12() throws {
        let folder = try ScratchFolder()
        try folder.write(Fixtures.pem[0], to: "key.pem")
        let key = try NewKey(importing: Fixtures.pem[0], description())
        for arguments in [
            ["req", "-x509", "-key", "key.pem", "-out", "cert.pem", "-subj", "/CN=unused", "-days", "30"],
            [
                "pkcs12", "-export", "-inkey", "key.pem", "-in", "cert.pem", "-out", "key.p12", "-passout",
                "pass:secret",
            ],
            ["pkcs12", "-export", "-inkey", "key.pem", "-in", "cert.pem", "-out", "open.p12", "-passout", "pass:"],
            ["pkcs12", "-export", "-nokeys", "-in", "cert.pem", "-out", "none.p12", "-passout", "pass:secret"],
        ] {
            let words = arguments.map { $0.hasSuffix(".pem") || $0.hasSuffix(".p12") ? "\(folder.path)/\($0)" : $0 }
            #expect(try Subprocess.run(Self.openssl, words).status == 0)
        }
        let archive = try Locations.bytes("\(folder.path)/key.p12")
        let opened = try NewKey(importing: archive, description(passphrase: "secret"))
        #expect(opened.id == key.id && opened.certificate != nil)
        let open = try NewKey(importing: Locations.bytes("\(folder.path)/open.p12"), description())
        #expect(open.id == key.id)
        let codes: [(String?, [UInt8], CryptographyError.Code)] = [
            ("wrong", archive, .passphraseWrong), (nil, archive, .keyEncrypted),
            ("secret", Array(archive.prefix(archive.count / 2)), .keyDamaged),
            ("secret", try Locations.bytes("\(folder.path)/none.p12"), .keyIsCertificate),
        ]
        for (passphrase, bytes, code) in codes {
            let error = #expect(throws: CryptographyError.self) {
                try NewKey(importing: bytes, description(passphrase: passphrase))
            }
            #expect(error?.code == code, "\(error?.reason ?? "")")
        }
    }

    @Test(
        "what cannot sign is refused by its name",
        arguments: [
            ("ec-p256", CryptographyError.Code.keyKindNotSupported), ("rsa-1024", .keyWeak), ("public", .keyIsPublic),
            ("certificate", .keyIsCertificate), ("openssh", .keyKindNotSupported), ("ed25519", .keyKindNotSupported),
        ])
    func refused(name: String, code: CryptographyError.Code) throws {
        let text = try Fixtures.keyText(name)
        let error = #expect(throws: CryptographyError.self) { try NewKey(importing: text, description()) }
        #expect(error?.code == code)
    }

    @Test(
        "one that is encrypted by a cipher of long ago is told as that", .enabled(if: hasOpenSSL),
        arguments: [
            ["pkcs8", "-topk8", "-v1", "PBE-MD5-DES"], ["pkcs8", "-topk8", "-v2", "rc2-cbc"],
            ["rsa", "-traditional", "-des"],
            ["pkcs12", "-export", "-nocerts", "-keypbe", "PBE-SHA1-RC2-40"],
        ])
    func oldCipher(_ command: [String]) throws {
        let folder = try ScratchFolder()
        try folder.write(Fixtures.pem[0], to: "key.pem")
        let isArchive = command[0] == "pkcs12"
        let words = [
            isArchive ? "-inkey" : "-in", "\(folder.path)/key.pem", "-out", "\(folder.path)/old", "-passout",
            "pass:secret", "-provider", "legacy", "-provider", "default",
        ]
        let made = try Subprocess.run(Self.openssl, command + words)
        try #require(made.status == 0, "\(made.errors)")
        let old = try Locations.bytes("\(folder.path)/old")
        for passphrase in ["secret", "wrong"] {
            let error = #expect(throws: CryptographyError.self) {
                try NewKey(importing: old, description(passphrase: passphrase))
            }
            let isWrong = isArchive && passphrase == "wrong"
            #expect(error?.code == (isWrong ? .passphraseWrong : .encryptionNotSupported), "\(error?.reason ?? "")")
        }
        // What the hint says makes a key that is taken; before the PEM of PKCS#12 there are words.
        let cure =
            isArchive
            ? ["pkcs12", "-legacy", "-nodes", "-nocerts"] : ["pkey", "-provider", "legacy", "-provider", "default"]
        let files = ["-in", "\(folder.path)/old", "-passin", "pass:secret", "-out", "\(folder.path)/key.pem"]
        try #require(Subprocess.run(Self.openssl, cure + files).status == 0)
        var ofRing = NewKey.Description()
        ofRing.ringAccount = Fixtures.email
        let cured = try NewKey(importing: Locations.bytes("\(folder.path)/key.pem"), ofRing)
        #expect(try cured.id == NewKey(importing: Fixtures.pem[0], description()).id)
    }

    @Test("the ring's account is the key's where nothing else names one, and no other")
    func ringAccount() throws {
        let text = try Fixtures.keyText("rsa-2048")
        var known = NewKey.Description()
        known.ringAccount = "ring@demo-bridge.iam.gserviceaccount.com"
        #expect(try NewKey(importing: text, known).account == known.ringAccount)
        #expect(try NewKey(importing: Fixtures.newKey(0).text, known).account == Fixtures.email)
        known.account = Fixtures.email
        #expect(try NewKey(importing: text, known).account == Fixtures.email)
        // Base64 of a key file is no PEM.
        let base64 = [UInt8](Data(try Fixtures.newKey(0).text).base64EncodedString().utf8)
        known.account = nil
        #expect(try NewKey(importing: base64, known).account == Fixtures.email)
    }

    @Test("PEM without an account is refused")
    func noAccount() throws {
        let text = try Fixtures.keyText("rsa-2048")
        #expect(throws: KeyRingError(.accountUnknown, "")) { try NewKey(importing: text, NewKey.Description()) }
    }

    @Test("a key file of another account or project than the one that was asked for is refused")
    func foreign() throws {
        let text = try Fixtures.newKey(0).text
        var wanted = NewKey.Description()
        wanted.account = "other@demo-bridge.iam.gserviceaccount.com"
        #expect(throws: KeyRingError(.accountForeign, "")) { try NewKey(importing: text, wanted) }
        wanted = NewKey.Description()
        wanted.projectID = "another"
        #expect(throws: KeyRingError(.projectForeign, "")) { try NewKey(importing: text, wanted) }
    }

    @Test(
        "identifiers that cannot be one are refused", arguments: ["", "a b", "é", String(repeating: "k", count: 2000)])
    func identifiers(_ id: String) throws {
        #expect(throws: (any Error).self) { try Fixtures.newKey(0, id: id) }
    }

    @Test("an identifier that is no file name gets another one, which never leaves the folder")
    func fileNames() throws {
        for id in ["../../x", "a/b", ".hidden", String(repeating: "k", count: 200)] {
            let name = try KeyIdentifier.fileName(of: id)
            #expect(!name.contains("/") && !name.hasPrefix(".") && name.hasSuffix(".json") && name.utf8.count < 110)
        }
        #expect(try KeyIdentifier.fileName(of: "a-B_1") == "a-B_1.json")
    }

    @Test("a certificate about another key is refused in a key file")
    func otherCertificate() throws {
        let key = try RSAPrivateKey(parsing: Fixtures.pem[0])
        let other = try RSAPrivateKey(parsing: Fixtures.pem[1])
        let certificate = try Certificate.selfSigned(
            by: other, commonName: "unused", validity: Fixtures.now...(Fixtures.now + 60), random: SecureRandom())
        let text = try KeyFile.text(
            privateKey: key, id: "k", email: Fixtures.email, projectID: nil, certificate: certificate)
        #expect(throws: KeyRingError(.keyUnusable, "")) { try KeyFile(parsing: text) }
    }

    @Test("nothing that prints a key shows it")
    func redacted() throws {
        let key = try Fixtures.newKey(0)
        let windows = KeyWindows(of: Fixtures.pem[0])
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] { #expect(!windows.areShown(by: text)) }
        let passphrase = try Passphrase(text: [UInt8]("hunter2hunter2".utf8))
        var shown = "\(passphrase)\(String(reflecting: passphrase))"
        dump(passphrase, to: &shown)
        #expect(!shown.contains("hunter2"))
    }

    @Test("a passphrase is one line", arguments: ["", "\n", "a\u{0}b"])
    func passphrases(_ text: String) {
        #expect(throws: CryptographyError.self) { try Passphrase(text: [UInt8](text.utf8)) }
    }
}
