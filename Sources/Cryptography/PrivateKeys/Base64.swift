/// Standard base64 (RFC 4648, section 4) as it stands in PEM and in environment variables: blanks are left out.
package enum Base64: Sendable {
    /// The bytes that a text stands for.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - subject: What it is, for the reasons of errors.
    /// - Returns: The bytes.
    /// - Throws: `CryptographyError` with code `keyDamaged` for a character outside the alphabet, `keyTruncated` for
    ///   an impossible length.
    package static func decode(_ text: some Collection<UInt8>, of subject: String) throws(CryptographyError) -> [UInt8]
    {
        try decode(Array(text)[...], of: subject)
    }

    /// The same; code for any collection is slow for each byte.
    package static func decode(_ text: ArraySlice<UInt8>, of subject: String) throws(CryptographyError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var pending: UInt32 = 0
        var count = 0
        var padding = 0
        for character in text where !isBlank(character) {
            guard character != UInt8(ascii: "=") else {
                padding += 1
                continue
            }
            guard padding == 0, let sextet = value(of: character) else {
                throw CryptographyError(.keyDamaged, "there is \(name(of: character)) within the \(subject)")
            }
            pending = pending << 6 | UInt32(sextet)
            count += 1
            if count % 4 != 1 { bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32((8 - count % 4 * 2) % 8))) }
        }
        guard count % 4 != 1, padding <= 2, padding == 0 || (count + padding) % 4 == 0, padding > 0 || count % 4 == 0
        else {
            throw CryptographyError(.keyTruncated, "the \(subject) is truncated: its base64 has an impossible length")
        }
        return bytes
    }

    private static func isBlank(_ character: UInt8) -> Bool {
        character == 0x20 || 0x09...0x0D ~= character
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Names what is wrong without printing it: only characters that no key consists of are told apart.
    private static func name(of character: UInt8) -> String {
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): "a stray quote"
        case UInt8(ascii: "\\"): "a stray backslash"
        case UInt8(ascii: "-"): "a stray hyphen"
        case 0x80...: "a character that is not ASCII"
        default: "a character that is not base64"
        }
    }
}
