import COpenSSL

/// What a PKCS#12 file (`.p12`, `.pfx`; RFC 7292) holds: a private key, and perhaps its certificate.
public struct PKCS12Archive: Sendable {
    /// The private key.
    public let privateKey: RSAPrivateKey
    /// The certificate that goes with the key; nil where there is none.
    public let certificate: Certificate?

    /// Whether some bytes may be such a file: binary DER that begins as one.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether they may be.
    public static func isLikely(_ bytes: [UInt8]) -> Bool {
        // SEQUENCE, the bytes of its length, then the version: INTEGER 3.
        guard bytes.count > 16, bytes[0] == 0x30, bytes[1] >= 0x80 else { return false }
        return bytes.dropFirst(2 + Int(bytes[1] & 0x7F)).starts(with: [2, 1, 3])
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - passphrase: What opens it; nil where it has none.
    /// - Throws: `CryptographyError`: `passphraseWrong`, `keyEncrypted` where a passphrase is needed,
    ///   `encryptionNotSupported` for a cipher that OpenSSL has given up, or what is wrong with the key.
    public init(opening bytes: [UInt8], passphrase: Passphrase?) throws(CryptographyError) {
        self = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> PKCS12Archive in
            let archive = unsafe bytes.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return unsafe d2i_PKCS12(nil, &start, buffer.count)
            }
            defer { unsafe PKCS12_free(archive) }
            guard let archive = unsafe archive else {
                throw OpenSSLErrorQueue.drained(.keyDamaged, "this is no PKCS#12 file, or a damaged one")
            }
            try unsafe Self.checkPassphrase(archive, passphrase)
            return try unsafe Self.contents(archive, passphrase)
        }
    }

    private init(privateKey: RSAPrivateKey, certificate: Certificate?) {
        self.privateKey = privateKey
        self.certificate = certificate
    }

    private static func checkPassphrase(
        _ archive: OpaquePointer, _ passphrase: Passphrase?
    ) throws(CryptographyError) {
        guard unsafe PKCS12_mac_present(archive) == 1 else { return }
        guard let passphrase else {
            guard
                unsafe PKCS12_verify_mac(archive, nil, 0) == 1 || PKCS12_verify_mac(archive, "", 0) == 1
            else {
                throw CryptographyError(.keyEncrypted, "the PKCS#12 file is encrypted, and no passphrase is given")
            }
            return
        }
        let result = unsafe passphrase.withCString { text, count in unsafe PKCS12_verify_mac(archive, text, count) }
        guard result == 1 else {
            guard !OpenSSLErrorQueue.lacksAlgorithm else {
                throw CryptographyError(
                    .encryptionNotSupported, "the PKCS#12 file is authenticated by a hash that is no longer read")
            }
            throw OpenSSLErrorQueue.drained(.passphraseWrong, "the passphrase does not open the PKCS#12 file")
        }
    }

    private static func contents(
        _ archive: OpaquePointer, _ passphrase: Passphrase?
    ) throws(CryptographyError) -> PKCS12Archive {
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        let result =
            if let passphrase {
                unsafe passphrase.withCString { text, _ in
                    unsafe PKCS12_parse(archive, text, &key, &certificate, nil)
                } ?? 0
            } else {
                unsafe PKCS12_parse(archive, nil, &key, &certificate, nil)
            }
        let structure = unsafe certificate.map { unsafe X509Structure(takingOwnershipOf: $0) }
        let evpKey = unsafe key.map { unsafe EVPKey(takingOwnershipOf: $0) }
        guard result == 1 else {
            throw OpenSSLErrorQueue.lacksAlgorithm
                ? CryptographyError(
                    .encryptionNotSupported, "the PKCS#12 file is encrypted by a cipher that is no longer read")
                : OpenSSLErrorQueue.drained(.keyDamaged, "the PKCS#12 file cannot be opened")
        }
        guard let evpKey else { throw CryptographyError(.keyIsCertificate, "the PKCS#12 file holds no private key") }
        return PKCS12Archive(
            privateKey: try RSAPrivateKey(evpKey: evpKey),
            certificate: try structure.map { structure throws(CryptographyError) in try Certificate(structure) })
    }
}
