extension [UInt8] {
    /// The bytes in hexadecimal with lower-case letters.
    package var hexadecimal: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(count * 2)
        for byte in self {
            digits.append(Self.hexadecimalDigit(byte >> 4))
            digits.append(Self.hexadecimalDigit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
