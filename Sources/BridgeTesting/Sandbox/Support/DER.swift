import JOSE

/// The few forms of DER (X.690) that certificates and keys need.
enum DER: Sendable {
    /// The algorithm sha256WithRSAEncryption (RFC 4055, section 5).
    static let rsaWithSHA256 = sequence([
        [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B], [0x05, 0x00],
    ])

    /// One element.
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        switch count {
        case ..<0x80: return [tag, UInt8(count)] + content
        case ..<0x100: return [tag, 0x81, UInt8(count)] + content
        default: return [tag, 0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] + content
        }
    }

    /// A sequence of elements.
    static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
        element(0x30, elements.flatMap { $0 })
    }

    /// A number that is not negative.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let significant = Array(bytes.drop { $0 == 0 })
        return element(0x02, (significant.first ?? 0) < 0x80 && !significant.isEmpty ? significant : [0] + significant)
    }

    /// A time of a certificate: in two digits of a year until 2049 (RFC 5280, section 4.1.2.5).
    static func date(_ date: NumericDate) -> [UInt8] {
        let digits = date.utc.utf8.filter { 0x30...0x39 ~= $0 }
        let isShort = date.utc.utf8.starts(with: "20".utf8) && date < NumericDate(secondsSinceEpoch: 2_524_608_000)
        return element(isShort ? 0x17 : 0x18, Array(digits.dropFirst(isShort ? 2 : 0)) + [UInt8(ascii: "Z")])
    }
}

/// Takes elements of DER off one by one.
struct DERReader: Sendable {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The tag of the next element; nil at the end.
    var nextTag: UInt8? { rest.first }

    /// The content of the next element; nil where there is none of that tag, or it is cut off.
    mutating func next(_ tag: UInt8) -> [UInt8]? {
        guard rest.first == tag, rest.count >= 2 else { return nil }
        let first = rest[rest.startIndex + 1]
        let lengthBytes = first < 0x80 ? 0 : Int(first & 0x7F)
        guard lengthBytes <= 3, rest.count >= 2 + lengthBytes else { return nil }
        let head = 2 + lengthBytes
        let length =
            lengthBytes == 0
            ? Int(first) : rest.dropFirst(2).prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= head + length else { return nil }
        let content = Array(rest.dropFirst(head).prefix(length))
        rest = rest.dropFirst(head + length)
        return content
    }
}
