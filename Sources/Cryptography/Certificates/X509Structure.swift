import COpenSSL
import JOSE

/// Owns an `X509`.
@safe final class X509Structure {
    let pointer: OpaquePointer

    /// Takes over one reference.
    init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    /// Makes an empty one.
    convenience init() throws(CryptographyError) {
        guard let pointer = unsafe X509_new() else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "there is no memory for a certificate")
        }
        unsafe self.init(takingOwnershipOf: pointer)
    }

    /// Reads a certificate that is the whole of some bytes.
    convenience init(der: [UInt8]) throws(CryptographyError) {
        var isWhole = false
        let pointer = unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            let pointer = unsafe d2i_X509(nil, &start, buffer.count)
            isWhole = unsafe start == buffer.baseAddress?.advanced(by: buffer.count)
            return unsafe pointer
        }
        guard let pointer = unsafe pointer else {
            throw OpenSSLErrorQueue.drained(.certificateMalformed, "the certificate cannot be read")
        }
        unsafe self.init(takingOwnershipOf: pointer)
        guard isWhole else { throw CryptographyError(.certificateMalformed, "there are bytes after the certificate") }
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// The certificate in DER.
    func der() throws(CryptographyError) -> [UInt8] {
        let count = Int(unsafe i2d_X509(pointer, nil))
        guard count > 0 else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "the certificate could not be written")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe i2d_X509(pointer, &start)
        }
        guard written == count else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "the certificate could not be written")
        }
        return bytes
    }

    /// The public key that the certificate is about.
    func publicKey() throws(CryptographyError) -> PublicKey {
        guard let key = unsafe X509_get_pubkey(pointer) else {
            throw OpenSSLErrorQueue.drained(.certificateMalformed, "the certificate has no key that can be read")
        }
        return try PublicKey(unsafe EVPKey(takingOwnershipOf: key).material())
    }

    /// From when to when the certificate says that it is valid.
    func validity() throws(CryptographyError) -> ClosedRange<NumericDate> {
        let start = try unsafe Self.date(X509_get0_notBefore(pointer))
        let end = try unsafe Self.date(X509_get0_notAfter(pointer))
        guard start <= end else {
            throw CryptographyError(.certificateMalformed, "the certificate ends before it begins")
        }
        return start...end
    }

    private static func date(_ time: UnsafePointer<ASN1_TIME>?) throws(CryptographyError) -> NumericDate {
        let epoch = unsafe ASN1_TIME_set(nil, 0)
        defer { unsafe ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard let time = unsafe time, unsafe epoch != nil, unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1
        else {
            throw OpenSSLErrorQueue.drained(.certificateMalformed, "a date of the certificate cannot be read")
        }
        return NumericDate(secondsSinceEpoch: Int64(days) * 86400 + Int64(seconds))
    }
}
