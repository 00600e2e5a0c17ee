import COpenSSL

/// The two forms of an ECDSA signature.
enum ECDSASignature: Sendable {
    /// Turns r and s in a row (RFC 7518, section 3.4) into the DER structure that OpenSSL reads.
    ///
    /// - Returns: The structure; nil where the length is not that of two coordinates.
    static func der(fromConcatenated signature: [UInt8], coordinateBytes: Int) -> [UInt8]? {
        guard signature.count == 2 * coordinateBytes else { return nil }
        let r = integer(signature[..<coordinateBytes])
        let s = integer(signature[coordinateBytes...])
        return [0x30] + length(r.count + s.count) + r + s
    }

    /// A DER INTEGER: no leading zeros but the one that keeps it positive.
    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        var digits = [UInt8](number.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02] + length(digits.count) + digits
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 0x80 ? [UInt8(count)] : [0x81, UInt8(count)]
    }
}
