import Cryptography
import JOSE
import StrictJSON

/// A key that the sandbox has made for itself, with its identifier.
struct SandboxKey: Sendable {
    let keyID: String
    let publicKey: PublicKey
    private let signer: any JWSSigner
    /// The key itself where it is an RSA key, which certificates are made for.
    private let rsaKey: RSAPrivateKey?

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
        rsaKey = key
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
        let key: ECPrivateKey
        do throws(CryptographyError) {
            key = try ECPrivateKey.generate()
        } catch {
            throw SandboxError(error)
        }
        return try SandboxKey(key, keyID: random.keyID())
    }

    private init(_ key: ECPrivateKey, keyID: String) {
        signer = key
        publicKey = key.publicKey
        rsaKey = nil
        self.keyID = keyID
    }

    /// A certificate that the key, an RSA key, signs about itself.
    func certificate(
        commonName: String, validity: ClosedRange<NumericDate>, random: any RandomSource
    ) throws(SandboxError) -> Certificate {
        guard let rsaKey else { throw SandboxError(.failed, "certificates are made for RSA keys") }
        do throws(CryptographyError) {
            return try Certificate.selfSigned(by: rsaKey, commonName: commonName, validity: validity, random: random)
        } catch {
            throw SandboxError(error)
        }
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
}
