import COpenSSL
import JOSE

/// An RSA private key, read and found strong enough, that cannot sign yet: see `ProbedSigningKey`.
public struct RSAPrivateKey: Sendable {
    /// The number of bits of the modulus.
    public let bits: Int
    /// The public half.
    public let publicKey: PublicKey

    let evpKey: EVPKey

    /// Reads a private key from text, repairing what copying and environment variables do to it.
    ///
    /// Never prompts, whatever the text is.
    ///
    /// - Parameter text: PEM (PKCS#8 or PKCS#1) with any damage that leaves one reading.
    /// - Throws: `CryptographyError` that names the kind of text or key; never with any of the text.
    public init(parsing text: [UInt8]) throws(CryptographyError) {
        self = try RSAPrivateKey(der: WipedBytes(PrivateKeyText.der(in: text)).bytes)
    }

    init(evpKey: EVPKey) throws(CryptographyError) {
        guard evpKey.typeName == "RSA" else { throw Self.kindNotSupported(evpKey) }
        let material = KeyMaterial.rsa(
            modulus: try evpKey.number(OSSL_PKEY_PARAM_RSA_N), exponent: try evpKey.number(OSSL_PKEY_PARAM_RSA_E))
        publicKey = try PublicKey(material)
        bits = Int(unsafe EVP_PKEY_get_bits(evpKey.pointer))
        self.evpKey = evpKey
    }

    private static func kindNotSupported(_ key: EVPKey) -> CryptographyError {
        let kind =
            switch key.typeName {
            case "EC": "an EC key" + (EllipticCurve(openSSLName: key.groupName).map { " (\($0.rawValue))" } ?? "")
            case let name: "a key of the type \(name)"
            }
        return CryptographyError(
            .keyKindNotSupported,
            "the private key is \(kind); custom tokens are signed with RS256, which needs an RSA key")
    }

    /// Makes a new key with the exponent 65537.
    ///
    /// - Parameter bits: The length of the modulus, 2048 to 8192.
    /// - Returns: The key.
    /// - Throws: `CryptographyError` with code `keyWeak` or `libraryFailed`.
    public static func generate(bits: Int) throws(CryptographyError) -> RSAPrivateKey {
        guard RSAKeyRules.minimumBits...RSAKeyRules.maximumBits ~= bits else {
            throw CryptographyError(
                .keyWeak, "an RSA key has \(RSAKeyRules.minimumBits) to \(RSAKeyRules.maximumBits) bits, not \(bits)")
        }
        return try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> RSAPrivateKey in
            let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
            defer { unsafe EVP_PKEY_CTX_free(context) }
            var pointer: OpaquePointer?
            guard unsafe EVP_PKEY_keygen_init(context) == 1,
                unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1,
                unsafe EVP_PKEY_generate(context, &pointer) == 1, let pointer = unsafe pointer
            else { throw OpenSSLErrorQueue.drained(.libraryFailed, "an RSA key could not be made") }
            return try RSAPrivateKey(evpKey: unsafe EVPKey(takingOwnershipOf: pointer))
        }
    }

    /// The key as PEM in PKCS#8, unencrypted: the secret itself.
    public func unencryptedPEM() throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            try unsafe MemoryBIO.bytes("the private key could not be written") { bio in
                unsafe PEM_write_bio_PKCS8PrivateKey(bio, evpKey.pointer, nil, nil, 0, nil, nil)
            }
        }
    }
}

extension RSAPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and length of the key, nothing of its secret.
    public var description: String { "RSA private key of \(bits) bits (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
