import COpenSSL

/// The DER structures of private keys, whatever their kind.
enum PrivateKeyDER: Sendable {
    /// A DER structure says its length first; one that is longer than the text was cut off.
    static func checkOuterLength(_ der: [UInt8]) throws(CryptographyError) {
        guard der.count >= 4, der[0] == 0x30 else {
            throw CryptographyError(.keyDamaged, "the text between the BEGIN and END lines is not a key")
        }
        let lengthBytes = der[1] < 0x80 ? 0 : Int(der[1] & 0x7F)
        guard lengthBytes <= 3 else {
            throw CryptographyError(.keyDamaged, "the text between the BEGIN and END lines is not a key")
        }
        guard der.count >= 2 + lengthBytes else {
            throw CryptographyError(.keyTruncated, "the private key is truncated: only \(der.count) bytes are there")
        }
        let content = lengthBytes == 0 ? Int(der[1]) : der[2..<2 + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        let expected = 2 + lengthBytes + content
        guard expected <= der.count else {
            throw CryptographyError(
                .keyTruncated, "the private key is truncated: \(der.count) of \(expected) bytes are there")
        }
        guard expected == der.count else {
            throw CryptographyError(.keyDamaged, "there are \(der.count - expected) bytes too many in the private key")
        }
    }

    /// The key in PKCS#8; nil where the bytes are none.
    static func pkcs8(_ der: [UInt8]) -> OpaquePointer? {
        unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &start, buffer.count) else { return nil }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            return unsafe EVP_PKCS82PKEY(info)
        }
    }
}
