import COpenSSL

extension ECDSASignature {
    /// Turns the DER structure that OpenSSL makes into r and s in a row (RFC 7518, section 3.4).
    ///
    /// - Returns: The signature; nil where the structure is malformed or a number longer than a coordinate.
    static func concatenated(fromDER der: [UInt8], coordinateBytes: Int) -> [UInt8]? {
        let structure = unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &start, buffer.count)
        }
        guard let structure = unsafe structure else { return nil }
        defer { unsafe ECDSA_SIG_free(structure) }
        var r = [UInt8](repeating: 0, count: coordinateBytes)
        var s = r
        guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(structure), &r, Int32(coordinateBytes)) == coordinateBytes,
            unsafe BN_bn2binpad(ECDSA_SIG_get0_s(structure), &s, Int32(coordinateBytes)) == coordinateBytes
        else { return nil }
        return r + s
    }
}
