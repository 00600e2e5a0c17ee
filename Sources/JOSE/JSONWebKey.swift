public import StrictJSON

/// A public key as JSON (RFC 7517), fit for verifying signatures.
public struct JSONWebKey: Sendable {
    /// The `kid`.
    public let keyID: String?
    /// The one algorithm the key says it is for.
    public let algorithm: SignatureAlgorithm?
    /// The issuer that the key says it is for: a member of Microsoft's, perhaps with `{tenantid}` in it.
    public let issuer: String?
    /// The key's numbers.
    public let material: KeyMaterial

    /// Reads a public key.
    ///
    /// - Parameter object: The key's members; unknown ones are ignored.
    /// - Throws: `JOSEError` with code `keyUnusable` for private or symmetric keys, for keys that are not for
    ///   verifying, for a type, curve or algorithm that is not supported or does not fit, and for numbers that break
    ///   RFC 7518.
    public init(parsing object: JSONObject) throws(JOSEError) {
        let reader = JSONWebKeyReader(object: object)
        try reader.requirePublicSignatureKey()
        material = try reader.material()
        keyID = try reader.optionalString("kid")
        algorithm = try reader.algorithm(fitting: material)
        issuer = object["issuer"]?.string
    }

    /// Makes a key from its numbers.
    ///
    /// - Parameters:
    ///   - material: The key's numbers.
    ///   - keyID: The `kid`.
    ///   - algorithm: The one algorithm the key is for.
    public init(material: KeyMaterial, keyID: String?, algorithm: SignatureAlgorithm?) {
        self.material = material
        self.keyID = keyID
        self.algorithm = algorithm
        issuer = nil
    }
}

/// The `kty` values that are supported (RFC 7518, section 6.1, and RFC 8037).
private enum KeyType: String {
    case rsa = "RSA"
    case ellipticCurve = "EC"
    case edwards = "OKP"
}

/// Reads the members of one key.
private struct JSONWebKeyReader {
    let object: JSONObject

    func requirePublicSignatureKey() throws(JOSEError) {
        if object["k"] != nil || optionalEquals("kty", "oct") {
            throw unusable("it is a symmetric key, which has no place in a public key set")
        }
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth"] where object[name] != nil {
            throw unusable("its private half is published (\(name)): whoever reads it can sign")
        }
        if let use = try optionalString("use"), !use.hasSameBytes(as: "sig") {
            throw unusable("its use is \(use.quotedExcerpt), not signatures")
        }
        try requireVerifyOperation()
    }

    private func requireVerifyOperation() throws(JOSEError) {
        guard let operations = object["key_ops"] else { return }
        guard let array = operations.array else { throw unusable("its key_ops is no array") }
        let names = array.compactMap(\.string)
        guard names.count == array.count, Set(names).count == names.count else {
            throw unusable("its key_ops is not a list of different strings")
        }
        guard names.contains("verify") else { throw unusable("its key_ops do not include verify") }
        // RFC 7517, section 4.3: use and key_ops should not contradict each other.
        guard object["use"] == nil || Set(names).isSubset(of: ["sign", "verify"]) else {
            throw unusable("its use and key_ops contradict each other")
        }
    }

    func material() throws(JOSEError) -> KeyMaterial {
        guard let name = try optionalString("kty") else { throw unusable("it has no type (kty)") }
        switch KeyType(exactly: name) {
        case .rsa:
            let modulus = try number("n")
            let exponent = try number("e")
            try RSAKeyRules.check(modulus: modulus, exponent: exponent)
            return .rsa(modulus: modulus, exponent: exponent)
        case .ellipticCurve:
            let curve = try curve(EllipticCurve.self)
            return .ellipticCurve(
                curve, x: try bytes("x", count: curve.coordinateBytes), y: try bytes("y", count: curve.coordinateBytes))
        case .edwards:
            let curve = try curve(EdwardsCurve.self)
            return .edwards(curve, publicKey: try bytes("x", count: curve.publicKeyBytes))
        case nil: throw unusable("its type \(name.quotedExcerpt) is not supported")
        }
    }

    func algorithm(fitting material: KeyMaterial) throws(JOSEError) -> SignatureAlgorithm? {
        guard let name = try optionalString("alg") else { return nil }
        guard let algorithm = SignatureAlgorithm(exactly: name) else {
            throw unusable("its algorithm \(name.quotedExcerpt) is not a supported signature algorithm")
        }
        guard material.algorithms.contains(algorithm) else {
            throw unusable("its algorithm \(name) does not fit its type or curve")
        }
        return algorithm
    }

    func optionalString(_ name: String) throws(JOSEError) -> String? {
        switch object[name] {
        case nil: return nil
        case .string(let value)?: return value
        case let value?: throw unusable("its \(name) is \(value.kind), not a string")
        }
    }

    private func optionalEquals(_ name: String, _ value: String) -> Bool {
        object[name]?.string?.hasSameBytes(as: value) ?? false
    }

    private func curve<Curve: RawRepresentable>(_: Curve.Type) throws(JOSEError) -> Curve
    where Curve.RawValue == String {
        guard let name = try optionalString("crv") else { throw unusable("it has no curve (crv)") }
        guard let curve = Curve(exactly: name) else {
            throw unusable("its curve \(name.quotedExcerpt) is not supported")
        }
        return curve
    }

    /// Base64urlUInt of RFC 7518, section 2.
    ///
    /// Leading zero octets are forbidden there and seen in the wild: dropped.
    private func number(_ name: String) throws(JOSEError) -> [UInt8] {
        let value = try decoded(name)
        guard let first = value.firstIndex(where: { $0 != 0 }) else { throw unusable("its \(name) is zero or empty") }
        return [UInt8](value[first...])
    }

    private func bytes(_ name: String, count: Int) throws(JOSEError) -> [UInt8] {
        let value = try decoded(name)
        guard value.count == count else { throw unusable("its \(name) has \(value.count) bytes, not \(count)") }
        return value
    }

    private func decoded(_ name: String) throws(JOSEError) -> [UInt8] {
        guard let text = try optionalString(name) else { throw unusable("it has no \(name)") }
        do {
            return try Base64URL.decode(text.utf8)
        } catch {
            throw unusable("its \(name) is not base64url")
        }
    }

    private func unusable(_ reason: String) -> JOSEError {
        JOSEError(.keyUnusable, reason)
    }
}
