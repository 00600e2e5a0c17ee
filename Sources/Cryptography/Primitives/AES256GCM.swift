import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with nonces of 96 and tags of 128 bits.
///
/// A nonce must never be used twice with one key: `SealedBox` sees to that.
enum AES256GCM: Sendable {
    static let keyBytes = 32
    static let nonceBytes = 12
    static let tagBytes = 16

    /// The longest message; far below the cipher's own limit.
    private static let maximumBytes = 1 << 24

    /// Encrypts.
    ///
    /// - Returns: The ciphertext with the tag behind it.
    static func seal(
        _ message: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            let cipher = try begin(key, nonce, context, direction: 1)
            var text = try update(cipher, message)
            var tag = [UInt8](repeating: 0, count: tagBytes)
            var count: Int32 = 0
            guard unsafe EVP_CipherFinal_ex(cipher.pointer, &tag, &count) == 1, count == 0,
                unsafe EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), &tag) == 1
            else { throw failure() }
            text.append(contentsOf: tag)
            return text
        }
    }

    /// Decrypts.
    ///
    /// - Returns: The message; nil where key, nonce, context, ciphertext or tag are not those of the encryption.
    static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]
    ) throws(CryptographyError) -> [UInt8]? {
        guard sealed.count >= tagBytes else { return nil }
        return try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8]? in
            let cipher = try begin(key, nonce, context, direction: 0)
            let message = try update(cipher, [UInt8](sealed.dropLast(tagBytes)))
            var tag = [UInt8](sealed.suffix(tagBytes))
            guard unsafe EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tagBytes), &tag) == 1 else {
                throw failure()
            }
            var rest = [UInt8](repeating: 0, count: tagBytes)
            var count: Int32 = 0
            // Nothing of the message leaves before its tag has been found right.
            guard unsafe EVP_CipherFinal_ex(cipher.pointer, &rest, &count) == 1, count == 0 else { return nil }
            return message
        }
    }

    private static func begin(
        _ key: [UInt8], _ nonce: [UInt8], _ context: [UInt8], direction: Int32
    ) throws(CryptographyError) -> CipherContext {
        // The library reads as many bytes as the cipher needs, however many there are.
        guard key.count == keyBytes, nonce.count == nonceBytes, context.count <= maximumBytes else { throw failure() }
        let cipher = try CipherContext()
        guard unsafe EVP_CipherInit_ex(cipher.pointer, EVP_aes_256_gcm(), nil, key, nonce, direction) == 1 else {
            throw failure()
        }
        var count: Int32 = 0
        if context.isEmpty { return cipher }
        guard unsafe EVP_CipherUpdate(cipher.pointer, nil, &count, context, Int32(context.count)) == 1 else {
            throw failure()
        }
        return cipher
    }

    private static func update(_ cipher: CipherContext, _ input: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard !input.isEmpty else { return [] }
        guard input.count <= maximumBytes else { throw failure() }
        var output = [UInt8](repeating: 0, count: input.count)
        var count: Int32 = 0
        guard unsafe EVP_CipherUpdate(cipher.pointer, &output, &count, input, Int32(input.count)) == 1,
            Int(count) == input.count
        else { throw failure() }
        return output
    }

    private static func failure() -> CryptographyError {
        OpenSSLErrorQueue.drained(.libraryFailed, "AES-256-GCM failed")
    }
}
