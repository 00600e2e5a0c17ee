import COpenSSL

extension RSAPrivateKey {
    /// Reads PKCS#8 or PKCS#1, whichever the bytes are: labels in the wild are not to be trusted.
    ///
    /// Both are tried with functions that only read a structure. The decoders of OpenSSL that find the structure by
    /// themselves ask the terminal for a passphrase when they meet an encrypted one.
    init(der: [UInt8]) throws(CryptographyError) {
        try PrivateKeyDER.checkOuterLength(der)
        self = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> RSAPrivateKey in
            if let key = unsafe PrivateKeyDER.pkcs8(der) ?? Self.pkcs1(der) {
                return try RSAPrivateKey(evpKey: unsafe EVPKey(takingOwnershipOf: key))
            }
            throw Self.refusal(of: der)
        }
    }

    /// The RSA structure within PKCS#8 is PKCS#1 itself, so it needs no more than the wrapping.
    private static func pkcs1(_ der: [UInt8]) -> OpaquePointer? {
        guard let info = unsafe PKCS8_PRIV_KEY_INFO_new() else { return nil }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        guard let copy = unsafe CRYPTO_memdup(der, der.count, #file, #line) else { return nil }
        guard
            unsafe PKCS8_pkey_set0(
                info, OBJ_nid2obj(NID_rsaEncryption), 0, V_ASN1_NULL, nil, copy.assumingMemoryBound(to: UInt8.self),
                Int32(der.count)) == 1
        else {
            unsafe CRYPTO_clear_free(copy, der.count, #file, #line)
            return nil
        }
        return unsafe EVP_PKCS82PKEY(info)
    }

    private static func refusal(of der: [UInt8]) -> CryptographyError {
        let isEncrypted = unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard let encrypted = unsafe d2i_X509_SIG(nil, &start, buffer.count) else { return false }
            unsafe X509_SIG_free(encrypted)
            return true
        }
        return isEncrypted
            ? .encryptedKey
            : CryptographyError(.keyDamaged, "the text between the BEGIN and END lines is not an RSA private key")
    }
}

extension CryptographyError {
    /// For every way in which an encrypted key shows.
    static var encryptedKey: CryptographyError {
        CryptographyError(.keyEncrypted, "the private key is encrypted; an unencrypted one is needed")
    }
}
