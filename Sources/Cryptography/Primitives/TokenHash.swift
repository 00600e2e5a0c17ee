import COpenSSL
public import JOSE

/// The hash by which an ID token names another token: the left half of its hash (OpenID Connect Core, section 3.1.3.6).
public enum TokenHash: Sendable {
    /// The hash of a token, as `at_hash` and `c_hash` have it.
    ///
    /// - Parameters:
    ///   - token: The access token or code, whose characters are ASCII.
    ///   - algorithm: The algorithm of the ID token's signature, which names the hash; EdDSA uses SHA-512.
    /// - Returns: The left half, in base64url.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public static func leftHalf(
        of token: String, for algorithm: SignatureAlgorithm
    ) throws(CryptographyError) -> String {
        let hash = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            let message = [UInt8](token.utf8)
            var hash = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            let function = unsafe algorithm.openSSLHash ?? EVP_sha512()
            guard unsafe EVP_Digest(message, message.count, &hash, &count, function, nil) == 1, count > 0 else {
                throw OpenSSLErrorQueue.drained(.libraryFailed, "the hash of a token could not be made")
            }
            return [UInt8](hash.prefix(Int(count) / 2))
        }
        return Base64URL.encode(hash)
    }
}
