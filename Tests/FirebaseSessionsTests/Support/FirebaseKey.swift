import JOSE
import StrictJSON
import TestSupport

@testable import Cryptography
@testable import CustomTokens

/// A key that signs ID tokens in tests, and what is published of it.
struct FirebaseKey: Sendable {
    let keyID: String
    private let key: RSAPrivateKey
    private let pool: SigningContextPool

    init(_ file: String, keyID: String) throws {
        self.keyID = keyID
        key = try RSAPrivateKey(
            parsing: Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(file).pem"))
        pool = SigningContextPool(key.evpKey, algorithm: .rs256)
    }

    static let ours = Result { try FirebaseKey("rsa-2048", keyID: "k1") }
    /// A key of somebody else, under the same name.
    static let other = Result { try FirebaseKey("other-2048", keyID: "k1") }

    func signature(over input: String) throws -> [UInt8] { try pool.signature(over: [UInt8](input.utf8)) }

    /// Its public half as it is published.
    var pem: String {
        get throws { String(decoding: try key.publicKey.pem(), as: UTF8.self) }
    }
}

/// Makes tokens that are right but for what a test changes.
enum Forged {
    static let now: Int64 = 1_796_011_924
    static let project = "demo-bridge"
    static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    /// The claims of a Firebase ID token of now; nil leaves one out.
    static func claims(_ changes: [String: JSONValue?] = [:], tenant: String? = nil) -> JSONObject {
        var firebase = JSONObject()
        firebase["identities"] = .object(JSONObject())
        firebase["sign_in_provider"] = "custom"
        firebase["tenant"] = tenant.map { .string($0) }
        var claims = JSONObject()
        claims["iss"] = .string("https://securetoken.google.com/\(project)")
        claims["aud"] = .string(project)
        claims["auth_time"] = .integer(now - 30)
        claims["user_id"] = "yahoo:ABC"
        claims["sub"] = "yahoo:ABC"
        claims["iat"] = .integer(now - 30)
        claims["exp"] = .integer(now + 3570)
        claims["firebase"] = .object(firebase)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { claims[name] = value }
        return claims
    }

    static func idToken(
        _ changes: [String: JSONValue?] = [:], tenant: String? = nil, header: [String: JSONValue?] = [:],
        by key: FirebaseKey? = nil
    ) throws -> String {
        try token(claims(changes, tenant: tenant).compactBytes, header: header, by: key)
    }

    /// A token over these very bytes.
    static func token(
        _ payload: [UInt8], header changes: [String: JSONValue?] = [:], by key: FirebaseKey? = nil
    ) throws -> String {
        let key = try key ?? FirebaseKey.ours.get()
        var header = JSONObject()
        header["alg"] = "RS256"
        header["kid"] = .string(key.keyID)
        header["typ"] = "JWT"
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { header[name] = value }
        let input = "\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(payload))"
        return "\(input).\(Base64URL.encode(try key.signature(over: input)))"
    }

    /// A token without signature, as the emulator makes them.
    static func unsigned(_ claims: JSONObject) -> String {
        let header = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
        return "\(header).\(Base64URL.encode(claims.compactBytes))."
    }

    /// The claims of a custom token; nil leaves one out.
    static func customClaims(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var claims = JSONObject()
        let account = "signer@\(project).iam.gserviceaccount.com"
        claims["iss"] = .string(account)
        claims["sub"] = .string(account)
        claims["aud"] = .string(audience)
        claims["iat"] = .integer(now - 5)
        claims["exp"] = .integer(now + 295)
        claims["uid"] = "yahoo:ABC"
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { claims[name] = value }
        return claims
    }

    static func customToken(_ changes: [String: JSONValue?] = [:]) throws -> String {
        try token(customClaims(changes).compactBytes)
    }
}
