import COpenSSL

/// The hash function SHA-256 (FIPS 180-4).
public enum SHA256Digest: Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The digest of some bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The digest, 32 bytes; none at all if OpenSSL is out of memory, which a caller to whom the digest is an
    ///   identity must look for.
    public static func hash(of bytes: [UInt8]) -> [UInt8] {
        OpenSSLErrorQueue.isolated {
            var digest = [UInt8](repeating: 0, count: byteCount)
            let result = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
            return result == 1 ? digest : []
        }
    }
}
