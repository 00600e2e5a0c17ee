import COpenSSL

/// Owns an `EVP_PKEY_CTX`, which holds on to its key by itself.
@safe final class KeyContext {
    let pointer: OpaquePointer

    init(_ key: EVPKey) throws(CryptographyError) {
        guard let pointer = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "there is no memory for a key")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(pointer)
    }
}
