import COpenSSL

/// The two forms of an ECDSA signature.
enum ECDSASignature: Sendable {
    /// Turns r and s in a row (RFC 7518, section 3.4) into the DER structure that OpenSSL reads.
    ///
    /// - Returns: The structure; nil where the length is not that of two coordinates.
    static func der(fromConcatenated signature: [UInt8], coordinateBytes: Int) -> [UInt8]? {
        guard signature.count == 2 * coordinateBytes else { return nil }
        let r = Integer(signature, 0..<coordinateBytes)
        let s = Integer(signature, coordinateBytes..<signature.count)
        var der: [UInt8] = []
        der.reserveCapacity(signature.count + 9)
        der.append(0x30)
        appendLength(r.encodedBytes + s.encodedBytes, to: &der)
        r.append(to: &der)
        s.append(to: &der)
        return der
    }

    private static func appendLength(_ count: Int, to der: inout [UInt8]) {
        if count >= 0x80 { der.append(0x81) }
        der.append(UInt8(count))
    }

    /// A DER INTEGER, always shorter than 128 bytes: no leading zeros but the one that keeps it positive.
    private struct Integer {
        private let digits: ArraySlice<UInt8>
        private let needsZero: Bool

        init(_ signature: [UInt8], _ range: Range<Int>) {
            let start = signature[range].firstIndex { $0 != 0 } ?? range.upperBound
            digits = signature[start..<range.upperBound]
            needsZero = digits.first.map { $0 >= 0x80 } ?? true
        }

        var encodedBytes: Int { 2 + valueBytes }
        private var valueBytes: Int { digits.count + (needsZero ? 1 : 0) }

        func append(to der: inout [UInt8]) {
            der.append(0x02)
            der.append(UInt8(valueBytes))
            if needsZero { der.append(0) }
            der.append(contentsOf: digits)
        }
    }
}
