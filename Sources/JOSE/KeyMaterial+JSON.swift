package import StrictJSON

extension KeyMaterial {
    /// The key as a member of a key set (RFC 7517, section 5), for verifying RS256; nil for a key of another kind.
    ///
    /// - Parameter keyID: Its identifier.
    /// - Returns: The object.
    package func webKey(keyID: String?) -> JSONObject? {
        guard case .rsa(let modulus, let exponent) = self else { return nil }
        var object = JSONObject()
        object["kty"] = "RSA"
        object["use"] = "sig"
        object["alg"] = "RS256"
        object["kid"] = keyID.map { .string($0) }
        object["n"] = .string(Base64URL.encode(modulus))
        object["e"] = .string(Base64URL.encode(exponent))
        return object
    }
}
