import COpenSSL
import JOSE

/// What one thread verifies with: a hash function and a key that are set up once for one algorithm.
///
/// Sendable: handed from thread to thread by `VerificationContextPool`, and used by one at a time.
final class VerificationContext: @unchecked Sendable {
    let algorithm: SignatureAlgorithm

    private let hash: DigestContext
    private let key: KeyContext
    private var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))

    /// Sets a key up for an algorithm that signs a hash: each but EdDSA.
    init(_ key: EVPKey, _ algorithm: SignatureAlgorithm) throws(CryptographyError) {
        self.algorithm = algorithm
        hash = try DigestContext()
        self.key = try KeyContext(key)
        let context = unsafe self.key.pointer
        guard unsafe EVP_DigestInit_ex2(hash.pointer, algorithm.openSSLHash, nil) == 1,
            unsafe EVP_PKEY_verify_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_signature_md(context, algorithm.openSSLHash) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, "the key cannot be set up for verifying") }
        guard unsafe EVP_PKEY_is_a(key.pointer, "RSA") == 1 else { return }
        guard
            unsafe EVP_PKEY_CTX_set_rsa_padding(
                context, algorithm.isPSS ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, "the key cannot be set up for RSA") }
        guard algorithm.isPSS else { return }
        guard unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_mgf1_md(context, algorithm.openSSLHash) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, "the key cannot be set up for RSASSA-PSS") }
    }

    func verify(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        var count: UInt32 = 0
        // Without a hash function named, the one that is set up begins again.
        return unsafe EVP_DigestInit_ex2(hash.pointer, nil, nil) == 1
            && EVP_DigestUpdate(hash.pointer, message, message.count) == 1
            && EVP_DigestFinal_ex(hash.pointer, &digest, &count) == 1
            && EVP_PKEY_verify(key.pointer, signature, signature.count, digest, Int(count)) == 1
    }
}
