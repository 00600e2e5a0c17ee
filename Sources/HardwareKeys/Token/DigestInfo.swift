import Cryptography

/// What RSASSA-PKCS1-v1_5 signs of a SHA-256 hash (RFC 8017, section 9.2, note 1).
enum DigestInfo: Sendable {
    /// The DER before the hash: a sequence of the algorithm's identifier, with NULL, and an octet string of 32 bytes.
    private static let prefix: [UInt8] = [
        0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04,
        0x20,
    ]

    /// The bytes to sign for a message.
    static func sha256(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        prefix + (try SHA256Digest(of: message)).bytes
    }
}
