import Cryptography
import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport

/// A service account whose key is among the fixtures.
enum TestAccount: Sendable {
    static let email = "signer@demo-bridge.iam.gserviceaccount.com"
    static let keyID = "0123456789abcdef0123456789abcdef01234567"

    static func fixture(_ name: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name)")
    }

    static func key() throws -> ProbedSigningKey {
        try ProbedSigningKey(probing: RSAPrivateKey(parsing: fixture("rsa-2048.pem")))
    }

    /// A key file, with more members.
    static func keyFile(_ more: [String: String] = [:]) throws -> [UInt8] {
        var object = JSONObject()
        object["type"] = "service_account"
        object["project_id"] = "demo-bridge"
        object["private_key_id"] = .string(keyID)
        object["private_key"] = .string(String(decoding: try fixture("rsa-2048.pem"), as: UTF8.self))
        object["client_email"] = .string(email)
        object["token_uri"] = "https://oauth2.googleapis.com/token"
        for (name, value) in more { object[name] = .string(value) }
        return object.compactBytes
    }
}
