import Cryptography
import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

/// The account and the key that most tests use.
enum Fixtures {
    static let email = "svc@demo-bridge.iam.gserviceaccount.com"
    static let keyID = "0123456789abcdef0123456789abcdef01234567"
    /// A time that every test agrees about, after the earliest that a clock may show.
    static let now = NumericDate(secondsSinceEpoch: 1_796_011_924)

    /// The text of a key file of `Tests/Fixtures/Keys`.
    static func keyText(_ name: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name).pem")
    }

    /// The members of a service-account key, some of them changed; nil leaves one out.
    static func accountJSON(_ changes: [String: JSONValue?] = [:], key: String = "rsa-2048") throws -> [UInt8] {
        var object = JSONObject()
        object["type"] = "service_account"
        object["project_id"] = "demo-bridge"
        object["private_key_id"] = .string(keyID)
        object["private_key"] = .string(String(decoding: try keyText(key), as: UTF8.self))
        object["client_email"] = .string(email)
        for (name, value) in changes { object[name] = value }
        return object.compactBytes
    }

    static let account = Result { try ServiceAccount(parsing: accountJSON()) }
    static let otherAccount = Result { try ServiceAccount(parsing: accountJSON(key: "other-2048")) }
    static let signer = Result { try ServiceAccountSigner(account.get(), clock: FixedWallClock(now)) }
    static let signingKey = Result { try ProbedSigningKey(probing: account.get().privateKey) }
    static let otherSigningKey = Result { try ProbedSigningKey(probing: otherAccount.get().privateKey) }

    /// The JSON of one part of a token.
    static func part(_ index: Int, of token: String) throws -> [UInt8] {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        return try Base64URL.decode(parts[index].utf8)
    }

    static func payload(of token: CustomToken) throws -> JSONObject {
        try JSONObject(parsing: part(1, of: token.serialized), limits: .token)
    }

    static func payloadText(of token: CustomToken) throws -> String {
        String(decoding: try part(1, of: token.serialized), as: UTF8.self)
    }
}

/// The error of a call that must fail.
func refusal<Value>(_ body: () throws -> Value) throws -> CustomTokenError {
    try #require(throws: CustomTokenError.self) { _ = try body() }
}

/// A folder that lives as long as the value.
final class TestFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "custom-tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
