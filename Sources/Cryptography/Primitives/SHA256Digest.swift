import COpenSSL

/// The SHA-256 hash of some bytes (FIPS 180-4).
public struct SHA256Digest: Sendable, Hashable {
    /// The hash function, looked up once: by `EVP_sha256()` it is looked up for every message.
    ///
    /// Unchecked: OpenSSL's methods never change once they are fetched, and this one is never freed.
    nonisolated(unsafe) private static let function: OpaquePointer? = unsafe EVP_MD_fetch(nil, "SHA256", nil)

    /// The 32 bytes of the hash.
    public let bytes: [UInt8]

    /// Hashes a message.
    ///
    /// - Parameter message: The message.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public init(of message: [UInt8]) throws(CryptographyError) {
        bytes = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            var hash = [UInt8](repeating: 0, count: 32)
            var count: UInt32 = 0
            guard unsafe EVP_Digest(message, message.count, &hash, &count, Self.function, nil) == 1, count == 32 else {
                throw OpenSSLErrorQueue.drained(.libraryFailed, "a SHA-256 hash could not be made")
            }
            return hash
        }
    }

    /// Takes a hash that was kept; nil unless it has 32 bytes.
    ///
    /// - Parameter bytes: The bytes of the hash.
    package init?(restoring bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// The hash in hexadecimal with lower-case letters.
    public var hexadecimal: String {
        bytes.hexadecimal
    }
}
