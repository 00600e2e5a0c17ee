/// A sentence with one place for a name or a number, written `{}`.
struct Template: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The sentence with its place.
    let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    /// The sentence with something in its place.
    func filled(_ content: HTML) -> HTML {
        let parts = text.utf8.split(separator: UInt8(ascii: "{"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == UInt8(ascii: "}") else { return .text(text) }
        let before = String(Substring(parts[0]))
        let after = String(Substring(parts[1].dropFirst()))
        return .group([.text(before), content, .text(after)])
    }
}
