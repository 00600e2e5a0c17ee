package import StrictJSON

extension KeyMaterial {
    /// The key as a member of a key set (RFC 7517, section 5), for verifying.
    ///
    /// - Parameter keyID: Its identifier.
    /// - Returns: The object.
    package func webKey(keyID: String?) -> JSONObject {
        var object = JSONObject()
        object["kty"] = .string(keyType)
        object["use"] = "sig"
        object["alg"] = .string(usualAlgorithm.rawValue)
        object["kid"] = keyID.map { .string($0) }
        switch self {
        case .rsa(let modulus, let exponent):
            object["n"] = .string(Base64URL.encode(modulus))
            object["e"] = .string(Base64URL.encode(exponent))
        case .ellipticCurve(let curve, let x, let y):
            object["crv"] = .string(curve.rawValue)
            object["x"] = .string(Base64URL.encode(x))
            object["y"] = .string(Base64URL.encode(y))
        case .edwards(let curve, let publicKey):
            object["crv"] = .string(curve.rawValue)
            object["x"] = .string(Base64URL.encode(publicKey))
        }
        return object
    }

    private var keyType: String {
        switch self {
        case .rsa: "RSA"
        case .ellipticCurve: "EC"
        case .edwards: "OKP"
        }
    }

    private var usualAlgorithm: SignatureAlgorithm {
        switch self {
        case .rsa: .rs256
        case .ellipticCurve(let curve, _, _): curve.algorithm
        case .edwards: .edDSA
        }
    }
}
