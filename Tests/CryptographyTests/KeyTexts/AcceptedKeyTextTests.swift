import Cryptography
import Foundation
import TestSupport
import Testing

@Suite("Key texts that are read")
struct AcceptedKeyTextTests {
    private static let texts: [KeyText] = [
        KeyText("PKCS#8 with LF") { $0 },
        KeyText("PKCS#8 without the final newline") { String($0.dropLast()) },
        KeyText("PKCS#8 with CRLF") { $0.replacingOccurrences(of: "\n", with: "\r\n") },
        KeyText("PKCS#8 with CR only") { $0.replacingOccurrences(of: "\n", with: "\r") },
        KeyText("a single long line of base64") {
            "-----BEGIN PRIVATE KEY-----\n\(KeyFixtures.body($0))\n-----END PRIVATE KEY-----\n"
        },
        KeyText("PKCS#1") { _ in try KeyFixtures.text("rsa-2048-pkcs1") },
        KeyText("PKCS#1 labelled as PKCS#8") { _ in
            KeyFixtures.pem(KeyFixtures.body(try KeyFixtures.text("rsa-2048-pkcs1")))
        },
        KeyText("PKCS#8 labelled as PKCS#1") { KeyFixtures.pem(KeyFixtures.body($0), label: "RSA PRIVATE KEY") },
        KeyText("double quotes around") { "\"\($0)\"" },
        KeyText("single quotes around") { "'\($0)'\n" },
        KeyText("leading blanks") { "  \t\n \($0)" },
        KeyText("indented lines") { $0.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n") },
        KeyText("blanks in place of newlines") { $0.replacingOccurrences(of: "\n", with: " ") },
        KeyText("tabs in place of newlines") { $0.replacingOccurrences(of: "\n", with: "\t") },
        KeyText("no newline at all") { $0.replacingOccurrences(of: "\n", with: "") },
        KeyText("literal \\n") { $0.replacingOccurrences(of: "\n", with: #"\n"#) },
        KeyText("literal \\r\\n") { $0.replacingOccurrences(of: "\n", with: #"\r\n"#) },
        KeyText("double-escaped newlines") { $0.replacingOccurrences(of: "\n", with: #"\\n"#) },
        KeyText("triple-escaped newlines") { $0.replacingOccurrences(of: "\n", with: #"\\\\n"#) },
        KeyText("literal \\n within quotes") { "\"\($0.replacingOccurrences(of: "\n", with: #"\n"#))\"" },
        KeyText("literal and real newlines mixed") { text in
            var isReal = false
            return text.map { character -> String in
                guard character == "\n" else { return String(character) }
                isReal.toggle()
                return isReal ? "\n" : #"\n"#
            }.joined()
        },
        KeyText("blanks within the lines") { text in
            text
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("-") ? String($0) : $0.map(String.init).joined(separator: " ") }
                .joined(separator: "\n")
        },
        KeyText("text around") { "Bag Attributes\n  friendlyName: key\n\($0)\nsent from a ticket\n" },
        KeyText("a certificate before") { try KeyFixtures.text("certificate") + $0 },
        KeyText("a certificate after") { try $0 + KeyFixtures.text("certificate") },
        KeyText("a public key before") { try KeyFixtures.text("public") + $0 },
        KeyText("base64 of PEM") { Data($0.utf8).base64EncodedString() },
        KeyText("wrapped base64 of PEM") { Data($0.utf8).base64EncodedString(options: .lineLength64Characters) },
        KeyText("base64 of PKCS#1 PEM") { _ in
            Data(try KeyFixtures.text("rsa-2048-pkcs1").utf8).base64EncodedString()
        },
        KeyText("a byte order mark") { "\u{FEFF}\($0)" },
        KeyText("a byte order mark and CRLF") { "\u{FEFF}\($0.replacingOccurrences(of: "\n", with: "\r\n"))" },
    ]

    @Test("a text with one reading gives the original's key", arguments: texts)
    func isRead(_ text: KeyText) throws {
        let key = try RSAPrivateKey(parsing: text.make())
        #expect(try key.publicKey.material == KeyFixtures.original.get())
        #expect(key.bits == 2048)
    }

    @Test("what a key writes of itself is read back as the same key")
    func roundTrip() throws {
        let key = try RSAPrivateKey(parsing: [UInt8](KeyFixtures.text("rsa-2048").utf8))
        let again = try RSAPrivateKey(parsing: key.unencryptedPEM())
        #expect(again.publicKey.material == key.publicKey.material)
    }

    @Test("a key that was made is written and read back as the same key")
    func generated() throws {
        let key = try RSAPrivateKey.generate(bits: 2048)
        let again = try RSAPrivateKey(parsing: key.unencryptedPEM())
        #expect(again.publicKey.material == key.publicKey.material)
    }

    @Test("a key that was read prints nothing of its secret", arguments: 0..<4)
    func redaction(_ way: Int) throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8)
        let key = try RSAPrivateKey(parsing: text)
        var dumped = ""
        dump(key, to: &dumped)
        let printed = ["\(key)", String(reflecting: key), String(describing: key), dumped][way]
        #expect(printed.contains("redacted"))
        #expect(!KeyWindows(of: text).areShown(by: printed))
    }
}
