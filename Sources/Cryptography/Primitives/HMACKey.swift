import COpenSSL
public import JOSE

/// A secret that a caller has configured for HMAC.
///
/// It is never taken from a key set.
public struct HMACKey: Sendable {
    private let secret: [UInt8]
    private let algorithm: SignatureAlgorithm

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - secret: The secret, at least as long as the hash (RFC 7518, section 3.2).
    ///   - algorithm: HS256, HS384 or HS512.
    /// - Throws: `CryptographyError` with code `secretTooShort` or `keyKindNotSupported`.
    public init(secret: [UInt8], algorithm: SignatureAlgorithm) throws(CryptographyError) {
        guard let minimum = Self.hashBytes(of: algorithm) else {
            throw CryptographyError(.keyKindNotSupported, "\(algorithm.rawValue) does not work with a shared secret")
        }
        guard secret.count >= minimum else {
            throw CryptographyError(
                .secretTooShort, "the secret has \(secret.count) bytes; \(algorithm.rawValue) needs at least \(minimum)"
            )
        }
        self.secret = secret
        self.algorithm = algorithm
    }

    private static func hashBytes(of algorithm: SignatureAlgorithm) -> Int? {
        switch algorithm {
        case .hs256: 32
        case .hs384: 48
        case .hs512: 64
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA: nil
        }
    }
}

extension HMACKey: VerificationKey {
    /// The one algorithm of the key.
    public var algorithms: Set<SignatureAlgorithm> { [algorithm] }

    /// Returns if the code is right.
    ///
    /// The comparison takes the same time whatever differs.
    ///
    /// - Parameters:
    ///   - signature: The message authentication code.
    ///   - signingInput: What it is over.
    ///   - algorithm: The algorithm.
    /// - Throws: `JOSEError` with code `signatureInvalid` or `algorithmNotAllowed`.
    public func verify(
        _ signature: [UInt8], over signingInput: [UInt8], algorithm: SignatureAlgorithm
    ) throws(JOSEError) {
        guard algorithm == self.algorithm else {
            throw JOSEError(.algorithmNotAllowed, "the algorithm \(algorithm.rawValue) does not fit the secret")
        }
        let isRight = OpenSSLErrorQueue.isolated {
            var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            let result = unsafe HMAC(
                algorithm.openSSLHash, secret, Int32(secret.count), signingInput, signingInput.count, &code, &count)
            guard unsafe result != nil, signature.count == Int(count) else { return false }
            return unsafe CRYPTO_memcmp(code, signature, signature.count) == 0
        }
        guard isRight else { throw JOSEError(.signatureInvalid, "the token's signature is not right") }
    }
}

extension HMACKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of the key, nothing of its secret.
    public var description: String { "\(algorithm.rawValue) secret (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
