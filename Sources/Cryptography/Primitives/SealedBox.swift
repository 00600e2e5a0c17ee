/// Bytes that only who knows a secret can read, and nobody can change: AES-256-GCM with a random nonce.
///
/// The key is made from the secret and a label (HMAC-SHA-256), so that one secret can serve several purposes.
package struct SealedBox: Sendable, Equatable {
    /// The shortest secret, in bytes: 128 bits in base64url.
    package static let minimumSecretBytes = 22

    /// The nonce, the ciphertext and the tag, as they are kept.
    package let bytes: [UInt8]

    /// Takes a box that was kept.
    ///
    /// - Parameter bytes: Its bytes.
    package init(restoring bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Seals a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - secret: An unguessable secret.
    ///   - label: What for; another label is another key.
    ///   - context: What the box belongs to; it opens with no other.
    ///   - random: Where the nonce comes from.
    /// - Throws: `CryptographyError` with code `secretTooShort` or `libraryFailed`.
    package init(
        sealing message: [UInt8], secret: String, label: String, context: [UInt8], random: some RandomSource
    ) throws(CryptographyError) {
        let key = try Self.key(secret, label)
        let nonce = try random.bytes(count: AES256GCM.nonceBytes)
        bytes = nonce + (try AES256GCM.seal(message, key: key, nonce: nonce, context: context))
    }

    /// Opens the box.
    ///
    /// - Parameters:
    ///   - secret: The secret that it was sealed with.
    ///   - label: The label.
    ///   - context: The context.
    /// - Returns: The message; nil where one of them is another, or the box was changed.
    /// - Throws: `CryptographyError` with code `secretTooShort` or `libraryFailed`.
    package func opened(secret: String, label: String, context: [UInt8]) throws(CryptographyError) -> [UInt8]? {
        let key = try Self.key(secret, label)
        guard bytes.count >= AES256GCM.nonceBytes + AES256GCM.tagBytes else { return nil }
        return try AES256GCM.open(
            [UInt8](bytes.dropFirst(AES256GCM.nonceBytes)), key: key,
            nonce: [UInt8](bytes.prefix(AES256GCM.nonceBytes)), context: context)
    }

    private static func key(_ secret: String, _ label: String) throws(CryptographyError) -> [UInt8] {
        guard secret.utf8.count >= minimumSecretBytes else {
            throw CryptographyError(.secretTooShort, "the secret of a sealed box is shorter than 128 bits")
        }
        return try HMACSHA256(of: [UInt8](label.utf8), secret: [UInt8](secret.utf8)).bytes
    }
}
