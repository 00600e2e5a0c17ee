extension String {
    /// The string in quotes, fit for one line of a message: cut at 120 characters, nothing but printable characters.
    ///
    /// For public values only (an issuer, a client identifier, a file's name); a secret belongs in no message.
    package var quotedExcerpt: String {
        var text = "\""
        for scalar in unicodeScalars.prefix(120) {
            text += Self.isPrintable(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return text + (unicodeScalars.count > 120 ? "...\"" : "\"")
    }

    /// The string in quotes, for what stood on a command line or in the environment; nothing of it where it looks like a
    /// secret that was given in the wrong place.
    package var argumentExcerpt: String {
        looksLikeSecret ? "(not shown: it looks like a secret)" : quotedExcerpt
    }

    /// Whether the string looks like a key or a token.
    ///
    /// A guess, for messages alone.
    package var looksLikeSecret: Bool {
        let prefixes = [
            "{", "-----", "eyJ", "ya29.", "1//", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_", "Bearer ",
        ]
        if prefixes.contains(where: { hasPrefix($0) }) || utf8.count > 512 { return true }
        // Base64 as in the lines of a key. Identifiers of keys are hexadecimal, and paths have slashes and dots.
        return utf8.split(whereSeparator: { !Self.isBase64Digit($0) }).contains { run in
            run.count >= 32 && !run.allSatisfy { Self.isHexDigit($0) }
        }
    }

    private static func isBase64Digit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
