import COpenSSL

/// OpenSSL's verification of a whole message with `EVP_DigestVerify`, by a key that is read once.
///
/// Used from one thread only; each thread that measures makes its own.
@safe final class BareVerification {
    /// How the context is set up for each message.
    enum SetUp {
        /// By `EVP_DigestVerifyInit` with the key.
        case fromKey
        /// By copying a context that was set up with the key: OpenSSL's fastest way.
        case byCopying
    }

    private let setUp: SetUp
    private let key: OpaquePointer
    private let template: OpaquePointer
    private let work: OpaquePointer
    private let message: [UInt8]
    private var signature: [UInt8]

    /// Reads a private key and signs the message with it; nil where OpenSSL does not.
    init?(pem: [UInt8], message: [UInt8], setUp: SetUp) {
        guard let bio = unsafe BIO_new_mem_buf(pem, Int32(pem.count)) else { return nil }
        defer { unsafe BIO_free(bio) }
        guard let key = unsafe PEM_read_bio_PrivateKey(bio, nil, nil, nil), let template = unsafe EVP_MD_CTX_new(),
            let work = unsafe EVP_MD_CTX_new()
        else { return nil }
        unsafe self.key = unsafe key
        unsafe self.template = unsafe template
        unsafe self.work = unsafe work
        self.message = message
        self.setUp = setUp
        signature = [UInt8](repeating: 0, count: Int(unsafe EVP_PKEY_get_size(key)))
        var count = signature.count
        guard unsafe EVP_DigestSignInit(work, nil, EVP_sha256(), nil, key) == 1,
            unsafe EVP_DigestSign(work, &signature, &count, message, message.count) == 1,
            unsafe EVP_DigestVerifyInit(template, nil, EVP_sha256(), nil, key) == 1
        else { return nil }
        signature.removeLast(signature.count - count)
    }

    deinit {
        unsafe EVP_MD_CTX_free(work)
        unsafe EVP_MD_CTX_free(template)
        unsafe EVP_PKEY_free(key)
    }

    func verify() -> Bool {
        let isSetUp =
            switch setUp {
            case .fromKey:
                unsafe EVP_MD_CTX_reset(work) == 1 && EVP_DigestVerifyInit(work, nil, EVP_sha256(), nil, key) == 1
            case .byCopying: unsafe EVP_MD_CTX_copy_ex(work, template) == 1
            }
        return unsafe isSetUp && EVP_DigestVerify(work, signature, signature.count, message, message.count) == 1
    }
}
