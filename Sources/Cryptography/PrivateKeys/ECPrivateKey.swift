import COpenSSL
public import JOSE

/// A private key on P-256, ready to sign with ES256 from any number of threads.
///
/// For what clients sign about themselves; custom tokens are signed by `ProbedSigningKey` alone.
public struct ECPrivateKey: JWSSigner {
    /// The public half.
    public let publicKey: PublicKey

    private let evpKey: EVPKey

    /// Reads a private key from text, and makes sure that its own public half verifies what it signs.
    ///
    /// Never prompts, whatever the text is.
    ///
    /// - Parameter text: PEM (PKCS#8) with any damage that leaves one reading.
    /// - Throws: `CryptographyError` that names the kind of text or key; never with any of the text.
    public init(parsing text: [UInt8]) throws(CryptographyError) {
        let der = WipedBytes(try Self.der(in: text))
        try PrivateKeyDER.checkOuterLength(der.bytes)
        let evpKey = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> EVPKey in
            guard let pointer = unsafe PrivateKeyDER.pkcs8(der.bytes) else {
                throw OpenSSLErrorQueue.drained(.keyDamaged, "the private key is not in PKCS#8, or damaged")
            }
            return unsafe EVPKey(takingOwnershipOf: pointer)
        }
        guard evpKey.typeName == "EC", evpKey.groupName == EllipticCurve.p256.openSSLName else {
            throw CryptographyError(
                .keyKindNotSupported, "the private key is of the type \(evpKey.typeName); ES256 needs one on P-256")
        }
        try self.init(evpKey)
    }

    /// Makes a new key.
    ///
    /// - Returns: The key.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public static func generate() throws(CryptographyError) -> ECPrivateKey {
        let evpKey = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> EVPKey in
            let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
            defer { unsafe EVP_PKEY_CTX_free(context) }
            var pointer: OpaquePointer?
            guard unsafe EVP_PKEY_keygen_init(context) == 1,
                unsafe EVP_PKEY_CTX_set_group_name(context, EllipticCurve.p256.openSSLName) == 1,
                unsafe EVP_PKEY_generate(context, &pointer) == 1, let pointer = unsafe pointer
            else { throw OpenSSLErrorQueue.drained(.libraryFailed, "a key on P-256 could not be made") }
            return unsafe EVPKey(takingOwnershipOf: pointer)
        }
        return try ECPrivateKey(evpKey)
    }

    private init(_ evpKey: EVPKey) throws(CryptographyError) {
        publicKey = try PublicKey(evpKey.material())
        self.evpKey = evpKey
        try probe()
    }

    private static func der(in text: [UInt8]) throws(CryptographyError) -> [UInt8] {
        do {
            return try PrivateKeyText.der(in: text)
        } catch  where error.code == .keyKindNotSupported {
            throw CryptographyError(
                .keyKindNotSupported, "the private key is not in PKCS#8, which begins with BEGIN PRIVATE KEY")
        }
    }

    private func probe() throws(CryptographyError) {
        let message = [UInt8]("probe".utf8)
        let signature = try signature(over: message)
        do {
            try publicKey.verify(signature, over: message, algorithm: algorithm)
        } catch {
            throw CryptographyError(.keyProbeFailed, "the private key does not belong to its own public half")
        }
    }

    /// ES256.
    public var algorithm: SignatureAlgorithm { .es256 }

    /// Signs.
    ///
    /// - Parameter signingInput: What to sign.
    /// - Returns: The 64 bytes of r and s (RFC 7518, section 3.4).
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public func signature(over signingInput: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            let context = try DigestContext()
            var der = [UInt8](repeating: 0, count: Int(unsafe EVP_PKEY_get_size(evpKey.pointer)))
            var length = der.count
            guard
                unsafe EVP_DigestSignInit(context.pointer, nil, algorithm.openSSLHash, nil, evpKey.pointer) == 1,
                unsafe EVP_DigestSign(context.pointer, &der, &length, signingInput, signingInput.count) == 1,
                let signature = ECDSASignature.concatenated(
                    fromDER: [UInt8](der.prefix(length)), coordinateBytes: EllipticCurve.p256.coordinateBytes)
            else { throw OpenSSLErrorQueue.drained(.libraryFailed, "signing failed") }
            return signature
        }
    }
}

extension ECPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of the key, nothing of its secret.
    public var description: String { "EC private key on P-256 (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
