/// What may stand in header fields (RFC 9110, section 5).
enum FieldSyntax: Sendable {
    /// Whether a name is a token.
    static func isName(_ name: String) -> Bool {
        let bytes = name.utf8.span
        for index in bytes.indices where !isTokenByte(bytes[index]) { return false }
        return !bytes.isEmpty
    }

    /// Whether a value has no control characters but tabs, and so no line break.
    static func isValue(_ value: String) -> Bool {
        let bytes = value.utf8.span
        for index in bytes.indices where !isValueByte(bytes[index]) { return false }
        return true
    }

    /// Whether a byte may stand in a value.
    static func isValueByte(_ byte: UInt8) -> Bool {
        byte == 0x09 || byte >= 0x20 && byte != 0x7F
    }

    /// Whether a byte may stand in a token (RFC 9110, section 5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether a byte may stand in `Host`: in a name or an address, with or without a port.
    static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
