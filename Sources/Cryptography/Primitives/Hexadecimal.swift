extension [UInt8] {
    /// The bytes in hexadecimal with lower-case letters.
    package var hexadecimal: String {
        unsafe String(unsafeUninitializedCapacity: count * 2) { digits in
            for index in indices {
                unsafe digits[index * 2] = Self.hexadecimalDigit(self[index] >> 4)
                unsafe digits[index * 2 + 1] = Self.hexadecimalDigit(self[index] & 15)
            }
            return count * 2
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
