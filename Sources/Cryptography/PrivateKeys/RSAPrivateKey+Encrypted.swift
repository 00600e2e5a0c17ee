import COpenSSL

extension RSAPrivateKey {
    /// Reads an encrypted private key from text.
    ///
    /// - Parameters:
    ///   - text: PEM: PKCS#8 (`BEGIN ENCRYPTED PRIVATE KEY`) or PKCS#1 with the header lines of RFC 1421. A key that is
    ///     not encrypted is read as it is.
    ///   - passphrase: What opens it.
    /// - Throws: `CryptographyError`, with code `passphraseWrong` where the passphrase does not open the key, or
    ///   `encryptionNotSupported` where none would.
    public init(parsing text: [UInt8], passphrase: Passphrase) throws(CryptographyError) {
        do {
            try self.init(parsing: text)
            return
        } catch  where error.code != .keyEncrypted {
            throw error
        } catch {}
        let blocks = PEMBlock.blocks(in: String(decoding: text, as: UTF8.self))
        guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else { throw .encryptedKey }
        if block.label == "RSA PRIVATE KEY", block.body?.utf8.contains(UInt8(ascii: ":")) == true {
            self = try Self.traditional(text, passphrase)
        } else {
            self = try Self.pkcs8(WipedBytes(block.bytes(of: "private key")).bytes, passphrase)
        }
    }

    private static func pkcs8(_ der: [UInt8], _ passphrase: Passphrase) throws(CryptographyError) -> RSAPrivateKey {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> RSAPrivateKey in
            let encrypted = unsafe der.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return unsafe d2i_X509_SIG(nil, &start, buffer.count)
            }
            defer { unsafe X509_SIG_free(encrypted) }
            guard let encrypted = unsafe encrypted else {
                throw OpenSSLErrorQueue.drained(.keyDamaged, "the encrypted private key is damaged")
            }
            let info = unsafe passphrase.withCString { text, count in unsafe PKCS8_decrypt(encrypted, text, count) }
            guard let info = unsafe info.flatMap({ unsafe $0 }) else { throw notOpened() }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            guard let key = unsafe EVP_PKCS82PKEY(info) else { throw notOpened() }
            return try RSAPrivateKey(evpKey: unsafe EVPKey(takingOwnershipOf: key))
        }
    }

    private static func traditional(
        _ text: [UInt8], _ passphrase: Passphrase
    ) throws(CryptographyError) -> RSAPrivateKey {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> RSAPrivateKey in
            guard let bio = unsafe BIO_new_mem_buf(text, Int32(text.count)) else { throw notOpened() }
            defer { unsafe BIO_free_all(bio) }
            // Without a function to call, the last argument is the passphrase, and nobody is asked.
            let key = unsafe passphrase.withCString { start, _ in
                unsafe PEM_read_bio_PrivateKey(bio, nil, nil, UnsafeMutableRawPointer(mutating: start))
            }
            guard let key = unsafe key.flatMap({ unsafe $0 }) else { throw notOpened() }
            return try RSAPrivateKey(evpKey: unsafe EVPKey(takingOwnershipOf: key))
        }
    }

    private static func notOpened() -> CryptographyError {
        OpenSSLErrorQueue.lacksAlgorithm
            ? CryptographyError(
                .encryptionNotSupported, "the private key is encrypted by a cipher that is no longer read")
            : OpenSSLErrorQueue.drained(.passphraseWrong, "the passphrase does not open the private key")
    }
}
