import COpenSSL

/// Where unguessable bytes come from.
///
/// Passed in wherever randomness matters.
public protocol RandomSource: Sendable {
    /// Some unguessable bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: The bytes.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    func bytes(count: Int) throws(CryptographyError) -> [UInt8]
}

/// OpenSSL's generator, seeded by the kernel.
public struct SecureRandom: RandomSource {
    /// Makes the source.
    public init() {}

    /// Some unguessable bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: The bytes.
    /// - Throws: `CryptographyError` with code `libraryFailed` where the kernel gives no seed.
    public func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            guard 0...Int(Int32.max) ~= count else {
                throw CryptographyError(.libraryFailed, "\(count) random bytes cannot be made")
            }
            var bytes = [UInt8](repeating: 0, count: count)
            guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
                throw OpenSSLErrorQueue.drained(.libraryFailed, "there is no randomness")
            }
            return bytes
        }
    }
}
