import Cryptography
import JOSE
import StrictJSON
import TestSupport

/// Makes the signed tokens that are handed in at the token endpoint.
enum DeskToken {
    static let now: Int64 = 1_796_011_924
    static let providerIssuer = "https://provider.test"
    static let providerClient = "client-ours"

    static let clientKey = Result { try ECPrivateKey(parsing: pem("ec-p256")) }
    static let providerKey = Result { try ProbedSigningKey(probing: RSAPrivateKey(parsing: pem("rsa-2048"))) }
    static let strangerKey = Result { try ProbedSigningKey(probing: RSAPrivateKey(parsing: pem("other-2048"))) }

    static func pem(_ file: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(file).pem")
    }

    /// A token over claims.
    static func make(
        _ claims: JSONObject, by signer: any JWSSigner, header changes: [String: JSONValue] = [:]
    ) throws -> String {
        var header = JSONObject()
        header["alg"] = .string(signer.algorithm.rawValue)
        header["typ"] = "JWT"
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { header[name] = value }
        let input = "\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(claims.compactBytes))"
        return "\(input).\(Base64URL.encode(try signer.signature(over: Array(input.utf8))))"
    }

    /// An ID token of the provider that is right but for some changes; nil leaves a claim out.
    static func idToken(_ changes: [String: JSONValue?] = [:], by signer: (any JWSSigner)? = nil) throws -> String {
        var claims = JSONObject()
        claims["iss"] = .string(providerIssuer)
        claims["aud"] = .string(providerClient)
        claims["sub"] = "user-0001"
        claims["iat"] = .integer(now - 30)
        claims["exp"] = .integer(now + 3570)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { claims[name] = value }
        return try make(claims, by: try signer ?? providerKey.get())
    }

    /// An assertion of the client `signer` that is right but for some changes; nil leaves a claim out.
    static func assertion(
        _ changes: [String: JSONValue?] = [:], subject: String = "signer", by signer: (any JWSSigner)? = nil,
        header: [String: JSONValue] = [:]
    ) throws -> String {
        var claims = JSONObject()
        claims["iss"] = "signer"
        claims["sub"] = .string(subject)
        claims["aud"] = .string(Desk.issuer)
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + 60)
        claims["jti"] = "jti-1"
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { claims[name] = value }
        return try make(claims, by: try signer ?? clientKey.get(), header: header)
    }

    /// A key set with the public half of a key.
    static func keySet(_ material: KeyMaterial, keyID: String? = nil) -> [UInt8] {
        var key = JSONObject()
        key["use"] = "sig"
        key["kid"] = keyID.map { .string($0) }
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
        return set.compactBytes
    }
}
