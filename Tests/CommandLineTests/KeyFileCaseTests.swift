import CustomTokens
import Cryptography
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("mint on key files that went through other hands")
struct KeyFileCaseTests {
    /// One variant of a case, and how it is given to mint.
    struct Variant: Sendable, CustomTestStringConvertible {
        let folder: String
        let file: String
        let expectation: String
        var testDescription: String { "\(folder)/\(file)" }
    }

    /// What the message of a refusal must say.
    private static let words: [String: [String]] = [
        "two-keys.pem": ["2 private keys"], "public-only.pem": ["public key where a private key is needed"],
        "google-services.json": ["Android client config", "not a service-account key"],
        "authorized_user.json": ["user credential"], "client_secret.json": ["OAuth client"],
        "external_account.json": ["workload identity", "no private key"], "sa-no-key.json": ["private_key"],
        "sa-no-email.json": ["client_email"], "sa-null-key.json": ["private_key"], "array.json": ["not an object"],
        "empty.json": ["empty"], "sa-ec.json": ["EC key (P-256)", "RS256", "RSA"],
        "sa-rsa1024.json": ["1024 bits", "2048"], "sa-encrypted.json": ["encrypted"],
        "sa-truncated-key.json": ["truncated"], "sa-camelcase.json": ["camelCase"],
    ]

    /// The variants of B50 are sequences, so its files are named here.
    private static let sequenceFiles = [
        ("sa-encrypted.json", "reject"), ("sa-good.json", "accept"), ("sa-truncated-key.json", "reject"),
    ]

    private static let variants: [Variant] =
        ["B01", "B02", "B04", "B05"].flatMap { variants(of: $0) }
        + sequenceFiles.map { Variant(folder: "B50", file: $0.0, expectation: $0.1) }

    private static func variants(of identifier: String) -> [Variant] {
        guard let folder = try? Locations.caseFolder(identifier),
            let text = try? Locations.bytes("\(folder)/case.json"),
            let variants = try? JSONObject(parsing: text, limits: .document)["variants"]?.array
        else { return [] }
        return variants.compactMap { variant in
            guard let file = variant.object?["file"]?.string, let expectation = variant.object?["expect"]?.string else {
                return nil
            }
            return Variant(folder: identifier, file: file, expectation: expectation)
        }
    }

    @Test("mints or refuses as the case says, and never shows the key", arguments: variants)
    func variant(_ variant: Variant) throws {
        let text = try Locations.bytes("\(Locations.caseFolder(variant.folder))/\(variant.file)")
        let folder = try ScratchFolder()
        try folder.write(text, to: variant.file)
        let source =
            variant.file.hasSuffix(".json")
            ? ["--service-account", variant.file]
            : ["--private-key", variant.file, "--email", "bot@demo-bridge.iam.gserviceaccount.com"]
        let result = try TokenBridge.run(["mint", "--uid", "alice"] + source, in: folder)
        switch variant.expectation {
        case "accept": #expect(result.status == 0, "\(result.errors)")
        case "reject": #expect(result.status == 3)
        case "accept-or-clear-error": #expect([0, 3].contains(result.status))
        default: Issue.record("the case expects \(variant.expectation), which is unknown")
        }
        if result.status == 0 {
            #expect(result.errors.isEmpty)
            try expectSignature(of: result.output, by: variant)
        } else {
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("token-bridge: error: "))
            let words = try #require(Self.words[variant.file], "no words are known for \(variant.file)")
            for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        }
        #expect(Self.sharedSecret(text, result.errors) == nil)
    }

    @Test("all variants of the cases are tried")
    func allVariants() {
        #expect(Self.variants.count == 5 + 14 + 10 + 3 + 3)
    }

    @Test("the search for a key's text finds one")
    func findsSecret() throws {
        let text = try Locations.bytes("\(Locations.caseFolder("B01"))/sa-normal.json")
        let body = try #require(String(decoding: text, as: UTF8.self).firstRange(of: "PRIVATE KEY-----\\n"))
        let leak = String(decoding: text, as: UTF8.self)[body.upperBound...].dropFirst(7).prefix(16)
        #expect(Self.sharedSecret(text, "error: \(leak) is wrong") == String(leak))
    }

    /// Each variant of B01 and B02 holds the key that the plain file of its case holds.
    private func expectSignature(of output: [UInt8], by variant: Variant) throws {
        let plain = ["B01": "sa-normal.json", "B02": "sa-pkcs1.json"][variant.folder] ?? variant.file
        let account = try ServiceAccount(contentsOfFile: "\(Locations.caseFolder(variant.folder))/\(plain)")
        let token = try CompactJWS(parsing: output.dropLast())
        try account.privateKey.publicKey.verify(token.signature, over: token.signingInput, algorithm: .rs256)
        try LibJWT.verifyRS256(token, publicKeyPEM: account.privateKey.publicKey.pem())
    }

    /// Sixteen characters of base64 that a file and a message have in common; nil where there are none.
    private static func sharedSecret(_ file: [UInt8], _ message: String) -> String? {
        let length = 16
        let text = String(decoding: file, as: UTF8.self)
        let bytes = Array(message.utf8)
        guard bytes.count >= length else { return nil }
        for start in 0...(bytes.count - length) {
            let window = bytes[start..<start + length]
            guard window.allSatisfy(isBase64) else { continue }
            let candidate = String(decoding: window, as: UTF8.self)
            if text.contains(candidate) { return candidate }
        }
        return nil
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
