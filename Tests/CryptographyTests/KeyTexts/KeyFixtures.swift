import Cryptography
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

/// The throw-away keys of `Tests/Fixtures/Keys`.
enum KeyFixtures {
    /// The text of a key file.
    static func text(_ name: String) throws -> String {
        String(decoding: try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name).pem"), as: UTF8.self)
    }

    /// The key that all texts of the tables stand for.
    static let original = Result { try PublicKey(parsing: [UInt8](text("public").utf8)).material }

    /// The base64 of a PEM text without its line breaks.
    static func body(_ pem: String) -> String {
        pem.split(separator: "\n").filter { !$0.hasPrefix("-----") && !$0.contains(":") }.joined()
    }

    /// The PEM text around some base64, on lines of 64 characters.
    static func pem(_ body: String, label: String = "PRIVATE KEY") -> String {
        let lines = stride(from: 0, to: body.count, by: 64).map { body.dropFirst($0).prefix(64) }
        return (["-----BEGIN \(label)-----"] + lines.map(String.init) + ["-----END \(label)-----", ""])
            .joined(separator: "\n")
    }

    /// The text of `private_key` in a file of a case.
    static func privateKey(inCase identifier: String, _ file: String) throws -> [UInt8] {
        let bytes = try Locations.bytes("\(Locations.caseFolder(identifier))/\(file)")
        let object = try JSONObject(parsing: bytes, limits: .document)
        return [UInt8](try #require(object["private_key"]?.string).utf8)
    }
}

/// One key text of a table.
struct KeyText: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable () throws -> [UInt8]

    init(_ name: String, _ make: @escaping @Sendable () throws -> [UInt8]) {
        self.name = name
        self.make = make
    }

    /// A text made from the PKCS#8 text of the original.
    init(_ name: String, text make: @escaping @Sendable (String) throws -> String) {
        self.init(name) { [UInt8](try make(KeyFixtures.text("rsa-2048")).utf8) }
    }

    var testDescription: String { name }
}

/// The error that a text is refused with.
func refusal(of text: [UInt8]) throws -> CryptographyError {
    try #require(throws: CryptographyError.self) { _ = try RSAPrivateKey(parsing: text) }
}
