import COpenSSL

/// A memory buffer that OpenSSL writes to.
enum MemoryBIO: Sendable {
    /// What a writer writes.
    ///
    /// The buffer is wiped before it is given back, for it may have held a private key.
    static func bytes(
        _ action: String, from write: (OpaquePointer) -> Int32
    ) throws(CryptographyError) -> [UInt8] {
        guard let bio = unsafe BIO_new(BIO_s_secmem()) else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, action)
        }
        defer { unsafe BIO_free_all(bio) }
        guard unsafe write(bio) == 1 else { throw OpenSSLErrorQueue.drained(.libraryFailed, action) }
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe bridge_bio_get_mem_data(bio, &start)
        guard let start = unsafe start, count > 0 else { throw CryptographyError(.libraryFailed, action) }
        defer { unsafe OPENSSL_cleanse(start, count) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
