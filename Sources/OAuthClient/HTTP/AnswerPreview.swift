/// The beginning of an answer that was not expected, fit for one line of a message.
///
/// At most 100 printable characters, without HTML tags, and with everything that looks like a token replaced.
public struct AnswerPreview: Sendable, Hashable, CustomStringConvertible {
    /// What stands for something that looks like a token.
    public static let replacement = "[...]"
    /// The most characters of a preview.
    public static let maximumCharacters = 100

    /// The preview; empty where nothing printable is left.
    public let description: String

    /// Cleans the beginning of a body.
    ///
    /// - Parameter body: The whole body, of any kind.
    public init(of body: [UInt8]) {
        let beginning = body.prefix(Self.bytesRead)
        var scalars = Self.withoutTags(String(decoding: beginning, as: UTF8.self).unicodeScalars)
        if beginning.count < body.count {
            // The last word may be the beginning of a token that is cut too short to be known as one.
            while let last = scalars.last, last != " " { scalars.removeLast() }
        }
        let words = scalars.split(separator: " ").map(Self.withoutTokens)
        description = Self.cut(words.joined(separator: " "))
    }

    private static let bytesRead = 4096
    /// The shortest run that is taken for a token.
    private static let tokenCharacters = 16

    /// Whatever is not printable becomes a blank, and so does a tag; what follows a `<` without `>` is dropped.
    private static func withoutTags(_ text: String.UnicodeScalarView) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var isInTag = false
        for scalar in text {
            switch scalar {
            case "<":
                isInTag = true
                kept.append(" ")
            case ">" where isInTag: isInTag = false
            default: if !isInTag { kept.append(isPrintable(scalar) ? scalar : " ") }
            }
        }
        return kept
    }

    /// Replaces, in a word, each long run of characters of which tokens consist.
    private static func withoutTokens(_ word: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        var run = ""
        for scalar in word {
            if isTokenCharacter(scalar) {
                run.unicodeScalars.append(scalar)
            } else {
                text += shown(run)
                text.unicodeScalars.append(scalar)
                run = ""
            }
        }
        return text + shown(run)
    }

    /// Words that people write have small letters only and, at most, begin with a capital.
    ///
    /// So `authorization_pending` and a host's name stay readable, and `ya29.A0Ab...` does not.
    private static func shown(_ run: String) -> String {
        guard run.utf8.count >= tokenCharacters else { return run }
        let pieces = run.utf8.split { "-_./".utf8.contains($0) }
        let isOfWords = pieces.allSatisfy { piece in
            piece.count <= 24 && piece.dropFirst().allSatisfy { 0x61...0x7A ~= $0 }
                && piece.first.map { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 } ?? true
        }
        return isOfWords ? run : replacement
    }

    private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "~", "+", "/", "=", "%": true
        default: false
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        default: scalar != "\u{FFFD}"
        }
    }

    private static func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > maximumCharacters else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumCharacters - 3))) + "..."
    }
}
