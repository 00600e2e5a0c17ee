import COpenSSL

/// Owns an `EVP_CIPHER_CTX`, which wipes its key when it goes.
@safe final class CipherContext {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = unsafe EVP_CIPHER_CTX_new() else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "there is no memory for a cipher")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(pointer)
    }
}
