import Cryptography
import JOSE
import StrictJSON

/// A key that the sandbox has made for itself, with its identifier.
struct SandboxKey: Sendable {
    let keyID: String
    let publicKey: PublicKey
    private let signer: any JWSSigner

    /// The algorithm of its signatures.
    var algorithm: SignatureAlgorithm { signer.algorithm }

    /// Takes an RSA key.
    init(_ key: RSAPrivateKey, keyID: String) throws(SandboxError) {
        do throws(CryptographyError) {
            signer = try ProbedSigningKey(probing: key)
        } catch {
            throw SandboxError(error)
        }
        publicKey = key.publicKey
        self.keyID = keyID
    }

    /// Makes an RSA key.
    static func rsa(_ random: any RandomSource) throws(SandboxError) -> SandboxKey {
        let key: RSAPrivateKey
        do throws(CryptographyError) {
            key = try RSAPrivateKey.generate(bits: 2048)
        } catch {
            throw SandboxError(error)
        }
        return try SandboxKey(key, keyID: random.keyID())
    }

    /// Makes a key on P-256.
    static func p256(_ random: any RandomSource) throws(SandboxError) -> SandboxKey {
        try SandboxKey(ellipticCurve: ECPrivateKey(scalar: random.sandboxBytes(32)), keyID: random.keyID())
    }

    private init(ellipticCurve key: ECPrivateKey, keyID: String) {
        signer = key
        publicKey = key.publicKey
        self.keyID = keyID
    }

    /// Signs bytes.
    func signature(over bytes: [UInt8]) throws(SandboxError) -> [UInt8] {
        do {
            return try signer.signature(over: bytes)
        } catch {
            throw SandboxError(.failed, "signing failed")
        }
    }

    /// A signed token, whose header has a `typ` unless that is nil.
    func token(_ payload: JSONObject, type: String? = "JWT") throws(SandboxError) -> String {
        var header = JSONObject()
        header["alg"] = .string(algorithm.rawValue)
        header["kid"] = .string(keyID)
        header["typ"] = type.map { .string($0) }
        return try token(header: header, payload: payload.compactBytes)
    }

    /// A signed token of a header and the bytes of a payload.
    func token(header: JSONObject, payload: [UInt8]) throws(SandboxError) -> String {
        let input = "\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(payload))"
        return "\(input).\(Base64URL.encode(try signature(over: [UInt8](input.utf8))))"
    }

    /// The public half in DER.
    func subjectPublicKeyInfo() throws(SandboxError) -> [UInt8] {
        do throws(CryptographyError) {
            let lines = String(decoding: try publicKey.pem(), as: UTF8.self).split(whereSeparator: \.isNewline)
            return try Base64.decode(lines.dropFirst().dropLast().joined().utf8, of: "public key")
        } catch {
            throw SandboxError(error)
        }
    }
}

extension PublicKey {
    /// The key as JSON (RFC 7517).
    func jwk(keyID: String) -> JSONObject {
        var object = JSONObject()
        switch material {
        case .rsa(let modulus, let exponent):
            object["kty"] = "RSA"
            object["alg"] = "RS256"
            object["n"] = .string(Base64URL.encode(modulus))
            object["e"] = .string(Base64URL.encode(exponent))
        case .ellipticCurve(let curve, let x, let y):
            object["kty"] = "EC"
            object["alg"] = .string(curve.algorithm.rawValue)
            object["crv"] = .string(curve.rawValue)
            object["x"] = .string(Base64URL.encode(x))
            object["y"] = .string(Base64URL.encode(y))
        case .edwards(let curve, let publicKey):
            object["kty"] = "OKP"
            object["alg"] = "EdDSA"
            object["crv"] = .string(curve.rawValue)
            object["x"] = .string(Base64URL.encode(publicKey))
        }
        object["use"] = "sig"
        object["kid"] = .string(keyID)
        return object
    }
}

extension ECPrivateKey {
    /// The private key of a number below the order of P-256, which all but one in 2^32 random numbers are.
    fileprivate init(scalar: [UInt8]) throws(SandboxError) {
        let algorithm = DER.sequence([
            // id-ecPublicKey and prime256v1 (RFC 5480).
            [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01],
            [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07],
        ])
        // Without the public half, which OpenSSL computes (RFC 5915, section 3).
        let key = DER.sequence([DER.integer([1]), DER.element(0x04, scalar)])
        let der = DER.sequence([DER.integer([]), algorithm, DER.element(0x04, key)])
        let pem = "-----BEGIN PRIVATE KEY-----\n\(StandardBase64.encode(der))\n-----END PRIVATE KEY-----\n"
        do throws(CryptographyError) {
            try self.init(parsing: [UInt8](pem.utf8))
        } catch {
            throw SandboxError(error)
        }
    }
}
