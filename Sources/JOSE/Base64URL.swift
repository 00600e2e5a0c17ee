/// Base64url without padding (RFC 7515, section 2), so strict that a value has exactly one spelling.
public enum Base64URL: Sendable {
    /// The text that stands for some bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text that stands for some bytes.
    package static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count * 4 + 2) / 3)
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            pendingBits += 8
            while pendingBits >= 6 {
                pendingBits -= 6
                text.append(alphabet[Int(pending >> pendingBits & 63)])
            }
        }
        if pendingBits > 0 { text.append(alphabet[Int(pending << (6 - pendingBits) & 63)]) }
    }

    /// The bytes that a text stands for.
    ///
    /// - Throws: `JOSEError` with code `base64URLMalformed` for a character outside the alphabet (padding and blanks
    ///   are outside), an impossible length, or unused bits that are not zero.
    public static func decode(_ text: some Collection<UInt8>) throws(JOSEError) -> [UInt8] {
        guard text.count % 4 != 1 else { throw JOSEError(.base64URLMalformed, "its length is impossible") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for character in text {
            let sextet = values[Int(character)]
            guard sextet < 64 else { throw JOSEError(.base64URLMalformed, fault(of: character)) }
            pending = pending << 6 | UInt32(sextet)
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
            }
        }
        guard pending & (1 << pendingBits - 1) == 0 else {
            throw JOSEError(.base64URLMalformed, "its last character has bits set that stand for nothing")
        }
        return bytes
    }

    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    private static func fault(of character: UInt8) -> String {
        switch character {
        case UInt8(ascii: "="): "it has padding (=)"
        case UInt8(ascii: "+"), UInt8(ascii: "/"): "it uses the alphabet of standard base64 (+ and /)"
        case 0x09, 0x0A, 0x0D, 0x20: "it has a blank or a line break in it"
        case UInt8(ascii: "%"): "it is percent-encoded"
        default: "it has a character outside the alphabet"
        }
    }
}
