/// Splits the words of a step, a little as a shell does.
enum TranscriptWords: Sendable {
    static func split(_ text: String, _ line: Int) throws(Transcript.Fault) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case " ":
                if let finished = word { words.append(finished) }
                word = nil
            case "'", "\"":
                guard let end = rest.firstIndex(of: character) else {
                    throw Transcript.Fault(line: line, description: "a quote is not closed")
                }
                let quoted = String(rest[..<end])
                word = (word ?? "") + (character == "\"" ? try unescaped(quoted, line) : quoted)
                rest = rest[rest.index(after: end)...]
            case "{":
                let (repeated, after) = repetition(rest)
                word = (word ?? "") + (repeated ?? "{")
                rest = after
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// In double quotes `\u{85}` is that character.
    private static func unescaped(_ text: String, _ line: Int) throws(Transcript.Fault) -> String {
        var parts = text.components(splitBy: "\\u{")
        var result = parts.removeFirst()
        for part in parts {
            guard let end = part.firstIndex(of: "}"), let code = UInt32(part[..<end], radix: 16),
                let scalar = Unicode.Scalar(code)
            else { throw Transcript.Fault(line: line, description: "\\u{...} is not a character") }
            result.unicodeScalars.append(scalar)
            result += part[part.index(after: end)...]
        }
        return result
    }

    /// `{x*9}` without its brace; nil where it is no repetition.
    private static func repetition(_ rest: Substring) -> (String?, Substring) {
        guard let end = rest.firstIndex(of: "}"), let star = rest[..<end].lastIndex(of: "*"),
            let count = Int(rest[rest.index(after: star)..<end])
        else { return (nil, rest) }
        return (String(repeating: String(rest[..<star]), count: count), rest[rest.index(after: end)...])
    }
}

extension String {
    fileprivate func components(splitBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
