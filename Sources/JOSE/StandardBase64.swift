/// Standard base64 with padding (RFC 4648, section 4), as Google's APIs have it.
package enum StandardBase64: Sendable {
    /// The text for some bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var digits = Base64URL.encode(bytes).utf8.map { digit in
            switch digit {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: digit
            }
        }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes; nil where the text has another alphabet, no padding, or bits that no encoder leaves.
    package static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 4 == 0 else { return nil }
        var digits = Array(text.utf8)
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard !digits.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else { return nil }
        for index in digits.indices {
            if digits[index] == UInt8(ascii: "+") { digits[index] = UInt8(ascii: "-") }
            if digits[index] == UInt8(ascii: "/") { digits[index] = UInt8(ascii: "_") }
        }
        return try? Base64URL.decode(digits)
    }
}
