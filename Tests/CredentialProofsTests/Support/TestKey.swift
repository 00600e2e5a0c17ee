@testable import Cryptography
import JOSE
import StrictJSON
import TestSupport

/// A key that signs tokens in tests.
struct TestKey: Sendable {
    /// Its `kid`; nil for none.
    var keyID: String?
    /// The name that headers give its algorithm.
    let algorithm: SignatureAlgorithm
    /// Its public numbers; nil for a secret.
    let material: KeyMaterial?
    private let sign: @Sendable ([UInt8]) throws -> [UInt8]

    /// Signs.
    func signature(over input: [UInt8]) throws -> [UInt8] { try sign(input) }

    /// The RSA key that tokens are signed with where nothing is said.
    static let rsa = Result { try rsa("rsa-2048", keyID: "rsa") }
    /// An RSA key of somebody else, under the same name.
    static let otherRSA = Result { try rsa("other-2048", keyID: "rsa") }
    /// A key on P-256.
    static let ellipticCurve = Result { () throws -> TestKey in
        let key = try ECPrivateKey(parsing: pem("ec-p256"))
        return TestKey(keyID: "ec", algorithm: .es256, material: key.publicKey.material) {
            try key.signature(over: $0)
        }
    }
    /// An Ed25519 key.
    static let edwards = Result { () throws -> TestKey in
        let pointer = unsafe PrivateKeyDER.pkcs8(try PrivateKeyText.der(in: pem("ed25519")))
        guard let pointer = unsafe pointer else { throw CryptographyError(.keyDamaged, "no key") }
        let key = unsafe EVPKey(takingOwnershipOf: pointer)
        let pool = SigningContextPool(key, algorithm: .edDSA)
        return TestKey(keyID: "ed", algorithm: .edDSA, material: try key.material()) { try pool.signature(over: $0) }
    }

    /// An RSA key out of a file, for an algorithm with PKCS#1 padding.
    static func rsa(_ file: String, keyID: String?, _ algorithm: SignatureAlgorithm = .rs256) throws -> TestKey {
        let key = try RSAPrivateKey(parsing: pem(file))
        let pool = SigningContextPool(key.evpKey, algorithm: algorithm)
        return TestKey(keyID: keyID, algorithm: algorithm, material: key.publicKey.material) {
            try pool.signature(over: $0)
        }
    }

    /// A secret, with HS256.
    static func secret(_ text: String, keyID: String? = nil) -> TestKey {
        secret([UInt8](text.utf8), keyID: keyID)
    }

    /// A secret, with HS256.
    static func secret(_ bytes: [UInt8], keyID: String? = nil) -> TestKey {
        TestKey(keyID: keyID, algorithm: .hs256, material: nil) { try HMACSHA256(of: $0, secret: bytes).bytes }
    }

    static func pem(_ file: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(file).pem")
    }

    /// Its public half as a JSON Web Key.
    var webKey: JSONObject {
        var key = JSONObject()
        key["kid"] = keyID.map { .string($0) }
        key["use"] = "sig"
        switch material {
        case .rsa(let modulus, let exponent)?:
            (key["kty"], key["n"], key["e"]) = ("RSA", Self.text(modulus), Self.text(exponent))
        case .ellipticCurve(let curve, let x, let y)?:
            (key["kty"], key["crv"]) = ("EC", .string(curve.rawValue))
            (key["x"], key["y"]) = (Self.text(x), Self.text(y))
        case .edwards(let curve, let publicKey)?:
            (key["kty"], key["crv"], key["x"]) = ("OKP", .string(curve.rawValue), Self.text(publicKey))
        case nil: break
        }
        return key
    }

    private static func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    /// A set of public keys.
    static func set(_ keys: TestKey...) -> JSONObject {
        var set = JSONObject()
        set["keys"] = .array(keys.map { .object($0.webKey) })
        return set
    }
}
