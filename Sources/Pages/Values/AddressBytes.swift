/// The bytes of addresses.
enum AddressBytes: Sendable {
    /// Whether a byte may stand in a path or a query as it is.
    static func isAllowed(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._~:/?@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// Whether a byte is a letter or a digit of ASCII.
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
    }
}
