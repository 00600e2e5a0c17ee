import COpenSSL

/// OpenSSL and nothing around it: a key that is read once, a context that is set up once, the same digest each time.
///
/// Used from one thread only; each thread that measures makes its own.
@safe final class BareOpenSSL {
    private let key: OpaquePointer
    private let context: OpaquePointer
    private let digest = [UInt8](repeating: 0x5A, count: 32)
    private var signature: [UInt8]

    /// A signer, or a verifier of a signature that it has made first.
    enum Role {
        case sign
        case verify
    }

    /// Reads a key; nil where OpenSSL does not.
    init?(pem: [UInt8], role: Role) {
        guard let bio = unsafe BIO_new_mem_buf(pem, Int32(pem.count)) else { return nil }
        defer { unsafe BIO_free(bio) }
        guard let key = unsafe PEM_read_bio_PrivateKey(bio, nil, nil, nil),
            let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        else { return nil }
        unsafe self.key = unsafe key
        unsafe self.context = unsafe context
        signature = [UInt8](repeating: 0, count: Int(unsafe EVP_PKEY_get_size(key)))
        guard setUp(signing: true) else { return nil }
        // EC signatures have no fixed length.
        var count = signature.count
        guard unsafe EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1 else { return nil }
        if case .verify = role {
            signature.removeLast(signature.count - count)
            guard setUp(signing: false) else { return nil }
        }
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(context)
        unsafe EVP_PKEY_free(key)
    }

    private func setUp(signing: Bool) -> Bool {
        let result = unsafe signing ? EVP_PKEY_sign_init(context) : EVP_PKEY_verify_init(context)
        guard result == 1, unsafe EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1 else { return false }
        return unsafe EVP_PKEY_is_a(key, "RSA") == 0
            || EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    }

    func sign() -> Bool {
        var count = signature.count
        return unsafe EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1
    }

    func verify() -> Bool {
        unsafe EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
    }
}
