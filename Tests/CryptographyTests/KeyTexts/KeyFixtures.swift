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

/// The 8-character runs of a key's base64, none of which an error may show.
struct KeyWindows: CustomTestStringConvertible {
    let testDescription = "the runs of a key"
    private let windows: Set<UInt64>

    init(of keyText: [UInt8]) {
        // Blanks and escapes do not part a run: what stands on two lines is one secret.
        let blanks: [UInt8] = [0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\\")]
        let text = String(decoding: keyText.filter { !blanks.contains($0) }, as: UTF8.self)
        // The markers are no secret, and messages name them.
        let bodies = text.components(separatedBy: "-----").filter { !$0.hasPrefix("BEGIN") && !$0.hasPrefix("END") }
        windows = Set(bodies.flatMap { Self.runs(of: [UInt8]($0.utf8)) })
    }

    /// Whether a text shows any run.
    func areShown(by text: String) -> Bool {
        Self.runs(of: [UInt8](text.utf8)).contains(where: windows.contains)
    }

    private static func runs(of bytes: [UInt8]) -> [UInt64] {
        guard bytes.count >= 8 else { return [] }
        return (0...(bytes.count - 8)).map { start in bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
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
