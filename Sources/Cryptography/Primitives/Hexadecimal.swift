extension [UInt8] {
    /// The bytes in hexadecimal with lower-case letters.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
