import Cryptography
import CustomTokens
import JOSE
import StrictJSON
import TestSupport

/// The keys of the tests, and tokens signed with them.
enum Keys: Sendable {
    /// Signs custom tokens.
    static let account = Result {
        try ServiceAccount(privateKeyText: pem("rsa-2048"), email: "bridge@demo-bridge.iam.gserviceaccount.com")
    }
    /// Signs ID tokens of providers.
    static let provider = Result { try ProbedSigningKey(probing: RSAPrivateKey(parsing: pem("other-2048"))) }
    /// Signs assertions of our client.
    static let client = Result { try ECPrivateKey(parsing: pem("ec-p256")) }

    static func pem(_ file: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(file).pem")
    }

    /// A key set of one key.
    static func set(_ material: KeyMaterial, id: String) -> JSONObject {
        var key = JSONObject()
        key["use"] = "sig"
        key["kid"] = .string(id)
        switch material {
        case .rsa(let modulus, let exponent):
            (key["kty"], key["n"]) = ("RSA", .string(Base64URL.encode(modulus)))
            key["e"] = .string(Base64URL.encode(exponent))
        case .ellipticCurve(let curve, let x, let y):
            (key["kty"], key["crv"]) = ("EC", .string(curve.rawValue))
            (key["x"], key["y"]) = (.string(Base64URL.encode(x)), .string(Base64URL.encode(y)))
        case .edwards: break
        }
        var set = JSONObject()
        set["keys"] = .array([.object(key)])
        return set
    }

    /// A JWT over claims; nil leaves a claim out.
    static func token(
        _ claims: KeyValuePairs<String, JSONValue?>, algorithm: String, id: String,
        by sign: ([UInt8]) throws -> [UInt8]
    ) throws -> String {
        var object = JSONObject()
        for (name, value) in claims { object[name] = value }
        let header = Base64URL.encode([UInt8](#"{"alg":"\#(algorithm)","typ":"JWT","kid":"\#(id)"}"#.utf8))
        let input = "\(header).\(Base64URL.encode(object.compactBytes))"
        return "\(input).\(Base64URL.encode(try sign([UInt8](input.utf8))))"
    }
}
