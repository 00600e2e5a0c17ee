public import JOSE

/// A private key that two independent implementations agree about, ready to sign with RS256 from any number of threads.
///
/// This is the only type that signs custom tokens, and the probe is the only way to make one. It doubles as the
/// warm-up: the first signature with a key takes twice as long as the later ones.
public struct ProbedSigningKey: JWSSigner {
    /// The public half.
    public let publicKey: PublicKey
    /// The number of bits of the modulus.
    public let bits: Int

    private let pool: SigningContextPool

    /// Probes a key: over the signing input of a token that libjwt signed we must make the very same signature, and
    /// libjwt must find the token that we so made right.
    ///
    /// The numbers of the key must belong together, too.
    ///
    /// - Parameter key: The key.
    /// - Throws: `CryptographyError` with code `keyProbeFailed`.
    public init(probing key: RSAPrivateKey) throws(CryptographyError) {
        publicKey = key.publicKey
        bits = key.bits
        pool = SigningContextPool(key.evpKey, algorithm: .rs256)
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> Void in
            try Self.probe(key, pool)
        }
    }

    private static func probe(_ key: RSAPrivateKey, _ pool: SigningContextPool) throws(CryptographyError) {
        let privatePEM = WipedBytes(try key.unencryptedPEM())
        let theirs = try parsed(LibJWT.encodeRS256(claims: #"{"probe":"libjwt"}"#, privateKeyPEM: privatePEM.bytes))
        let signature = try pool.signature(over: theirs.signingInput)
        guard signature == theirs.signature else {
            throw disagreement("OpenSSL and libjwt make different signatures")
        }
        do {
            try key.publicKey.verify(signature, over: theirs.signingInput, algorithm: .rs256)
        } catch {
            throw disagreement("the private key does not belong to its own public half")
        }
        var ours = theirs.signingInput
        ours.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &ours)
        try LibJWT.verifyRS256(parsed(ours), publicKeyPEM: key.publicKey.pem())
        guard try key.evpKey.rsaNumbersBelongTogether() else {
            throw disagreement("its numbers do not belong together")
        }
    }

    private static func parsed(_ token: [UInt8]) throws(CryptographyError) -> CompactJWS {
        do {
            return try CompactJWS(parsing: token)
        } catch {
            throw disagreement("the probe token cannot be read back")
        }
    }

    private static func disagreement(_ what: String) -> CryptographyError {
        CryptographyError(.keyProbeFailed, "the key was probed and must not sign: \(what)")
    }

    /// RS256, which is all that custom tokens are signed with.
    public var algorithm: SignatureAlgorithm { .rs256 }

    /// Signs.
    ///
    /// - Parameter signingInput: What to sign.
    /// - Returns: The signature, as long as the modulus.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public func signature(over signingInput: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try pool.signature(over: signingInput)
    }
}
