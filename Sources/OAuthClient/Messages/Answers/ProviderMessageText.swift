/// Text of a provider, made fit for messages of ours.
enum ProviderMessageText: Sendable {
    /// Longer runs than this, a GUID's length, are taken for tokens that a provider quotes back.
    private static let longestWord = 36

    /// The text in the characters of RFC 6749, section 5.2, cut, on one line, and without anything like a token.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: The most characters.
    /// - Returns: The cleaned text.
    static func cleaned(_ text: String, maximum count: Int) -> String {
        // Only so much is looked at that cutting first can never leave the beginning of a token.
        let bytes = text.unicodeScalars.prefix(16 << 10).map { scalar in
            switch scalar.value {
            case 0x20...0x21, 0x23...0x5B, 0x5D...0x7E: UInt8(truncatingIfNeeded: scalar.value)
            case 0x22: UInt8(ascii: "'")
            case 0x09, 0x0A, 0x0D: UInt8(ascii: " ")
            default: UInt8(ascii: "?")
            }
        }
        let words = bytes.split(separator: 0x20).map { word in
            word.split(omittingEmptySubsequences: false) { !isTokenCharacter($0) }.contains { $0.count > longestWord }
                ? "(redacted)" : String(decoding: word, as: UTF8.self)
        }
        return String(words.joined(separator: " ").prefix(count))
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        FormURLEncoding.isUnreserved(byte) || "+/=%|".utf8.contains(byte)
    }
}
