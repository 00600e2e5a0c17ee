import COpenSSL

/// A message authentication code by HMAC with SHA-256 (RFC 2104), for the protocols of single providers.
///
/// Unlike `HMACKey`, it takes secrets of any length, for their length is the provider's choice.
public struct HMACSHA256: Sendable {
    /// The 32 bytes of the code.
    public let bytes: [UInt8]

    /// Makes a code.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - secret: The secret, not empty.
    /// - Throws: `CryptographyError` with code `secretTooShort` or `libraryFailed`.
    public init(of message: [UInt8], secret: [UInt8]) throws(CryptographyError) {
        guard !secret.isEmpty else { throw CryptographyError(.secretTooShort, "the secret is empty") }
        bytes = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            var code = [UInt8](repeating: 0, count: 32)
            var count: UInt32 = 0
            let result = unsafe HMAC(
                EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, &count)
            guard unsafe result != nil, count == 32 else {
                throw OpenSSLErrorQueue.drained(.libraryFailed, "a message authentication code could not be made")
            }
            return code
        }
    }

    /// The code in hexadecimal with lower-case letters.
    public var hexadecimal: String { bytes.hexadecimal }
}
