/// The encoding `application/x-www-form-urlencoded` (RFC 6749, appendix B) of a single name or value.
///
/// Written in one spelling: everything but `A-Z a-z 0-9 - . _ ~` as `%XX`, the space too, which `+` would say to some
/// readers and not to others.
package enum FormURLEncoding: Sendable {
    /// The text that stands for a name or value.
    package static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name or value that a text stands for, decoded once; nil where the text is malformed.
    ///
    /// Malformed are an escape that is cut off or not hexadecimal, bytes that are not UTF-8, the null character, and
    /// anything unescaped that is not printable ASCII.
    package static func decode(_ text: some Collection<UInt8>) -> String? {
        decode(Array(text)[...])
    }

    /// The same; code for any collection is slow for each byte, and tokens are long.
    package static func decode(_ text: ArraySlice<UInt8>) -> String? {
        if text.allSatisfy(standsForItself) { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexadecimalValue), let low = rest.next().flatMap(hexadecimalValue)
                else { return nil }
                bytes.append(high << 4 | low)
            case 0x21...0x7E: bytes.append(byte)
            default: return nil
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether a character stands for itself: the unreserved ones of RFC 3986, section 2.3.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether a character is what it stands for: one that is printable, and neither `%` nor `+`.
    private static func standsForItself(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
    }

    private static let digits = [UInt8]("0123456789ABCDEF".utf8)

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
