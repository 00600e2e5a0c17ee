/// Text of a provider, made fit for messages of ours.
enum ProviderMessageText: Sendable {
    /// Runs as long as this that are neither words nor a GUID are taken for credentials that a provider quotes back.
    private static let tokenCharacters = 16

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
            word.split(omittingEmptySubsequences: false) { !isTokenCharacter($0) }.contains(where: isLikeToken)
                ? "(redacted)" : String(decoding: word, as: UTF8.self)
        }
        return String(words.joined(separator: " ").prefix(count))
    }

    private static func isLikeToken(_ run: ArraySlice<UInt8>) -> Bool {
        run.count >= tokenCharacters && !isOfWords(run) && !isGUID(run)
    }

    /// Whether all between dashes, underscores, dots and slashes are words, in one case or with a capital.
    private static func isOfWords(_ run: ArraySlice<UInt8>) -> Bool {
        run.split { "-_./".utf8.contains($0) }.allSatisfy { piece in
            let rest = piece.dropFirst()
            let isLower = rest.allSatisfy { 0x61...0x7A ~= $0 }
            let isUpper = rest.allSatisfy { 0x41...0x5A ~= $0 }
            let startsLower = piece.first.map { 0x61...0x7A ~= $0 } ?? true
            let startsUpper = piece.first.map { 0x41...0x5A ~= $0 } ?? true
            return piece.count <= 24 && (startsLower && isLower || startsUpper && (isLower || isUpper))
        }
    }

    /// Providers number their requests so.
    private static func isGUID(_ run: ArraySlice<UInt8>) -> Bool {
        let groups = run.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && run.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 || $0 == UInt8(ascii: "-") }
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        FormURLEncoding.isUnreserved(byte) || "+/=%|".utf8.contains(byte)
    }
}
