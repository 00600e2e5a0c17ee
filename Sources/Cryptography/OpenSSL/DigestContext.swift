import COpenSSL

/// Owns an `EVP_MD_CTX`.
@safe final class DigestContext {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = unsafe EVP_MD_CTX_new() else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "there is no memory for a signature")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe EVP_MD_CTX_free(pointer)
    }

    /// Takes over the state of another context.
    func copyState(of other: borrowing DigestContext) throws(CryptographyError) {
        guard unsafe EVP_MD_CTX_copy_ex(pointer, other.pointer) == 1 else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "a signature context could not be copied")
        }
    }
}
