import COpenSSL
public import JOSE

/// A public key that OpenSSL has accepted, ready to verify signatures from any number of threads.
public struct PublicKey: Sendable {
    /// The key's numbers.
    public let material: KeyMaterial

    private let key: EVPKey
    private let contexts: VerificationContextPool
    private let fittingAlgorithms: SignatureAlgorithmSet
    /// The length that RFC 7518 demands of a signature.
    private let signatureBytes: Int

    /// Makes a key from its numbers.
    ///
    /// - Parameter material: The numbers. Points are checked to be on their curve.
    /// - Throws: `CryptographyError` with code `keyWeak` or `keyDamaged`.
    public init(_ material: KeyMaterial) throws(CryptographyError) {
        let key = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> EVPKey in
            try EVPKey(material)
        }
        self.material = material
        self.key = key
        contexts = VerificationContextPool(key)
        fittingAlgorithms = SignatureAlgorithmSet(material.algorithms)
        signatureBytes = material.signatureBytes
    }
}

extension PublicKey: VerificationKey {
    /// The algorithms that fit the key.
    public var algorithms: Set<SignatureAlgorithm> { material.algorithms }

    /// Returns if the signature is right.
    ///
    /// - Parameters:
    ///   - signature: The signature in the form of RFC 7518: for ECDSA r and s, for RSA as long as the modulus.
    ///   - signingInput: What it is over.
    ///   - algorithm: The algorithm.
    /// - Throws: `JOSEError` with code `signatureInvalid`, or `algorithmNotAllowed` where the algorithm does not fit.
    public func verify(
        _ signature: [UInt8], over signingInput: [UInt8], algorithm: SignatureAlgorithm
    ) throws(JOSEError) {
        guard fittingAlgorithms.contains(algorithm) else {
            throw JOSEError(.algorithmNotAllowed, "the algorithm \(algorithm.rawValue) does not fit the key")
        }
        let isRight = OpenSSLErrorQueue.isolated {
            guard let encoded = openSSLForm(of: signature) else { return false }
            return contexts.verify(encoded, over: signingInput, algorithm: algorithm)
        }
        guard isRight else { throw JOSEError(.signatureInvalid, "the token's signature is not right") }
    }

    /// The signature as OpenSSL wants it; nil where its length is not the one RFC 7518 demands.
    private func openSSLForm(of signature: [UInt8]) -> [UInt8]? {
        guard signature.count == signatureBytes else { return nil }
        guard case .ellipticCurve(let curve, _, _) = material else { return signature }
        return ECDSASignature.der(fromConcatenated: signature, coordinateBytes: curve.coordinateBytes)
    }
}

extension KeyMaterial {
    /// The length of a signature, in bytes (RFC 7518, sections 3.3 to 3.5, and RFC 8032).
    fileprivate var signatureBytes: Int {
        switch self {
        case .rsa(let modulus, _): (RSAKeyRules.bitCount(modulus) + 7) / 8
        case .ellipticCurve(let curve, _, _): 2 * curve.coordinateBytes
        case .edwards(let curve, _): curve.signatureBytes
        }
    }
}

extension PublicKey {
    /// The key as PEM (SubjectPublicKeyInfo).
    public func pem() throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            try unsafe MemoryBIO.bytes("the public key could not be written") { bio in
                unsafe PEM_write_bio_PUBKEY(bio, key.pointer)
            }
        }
    }
}

extension VerificationKeySet {
    /// Makes the keys of a key set ready for use with OpenSSL; those that it refuses are left out with the reason.
    ///
    /// - Parameter keySet: The key set.
    public init(_ keySet: JSONWebKeySet) {
        self.init(keySet) { (key) throws(JOSEError) -> any VerificationKey in
            do throws(CryptographyError) {
                return try PublicKey(key.material)
            } catch {
                throw JOSEError(.keyUnusable, error.reason)
            }
        }
    }
}
