import CustomTokenBridge
import StrictJSON

/// What of an HTML page a person acts on: its heading, where it leads on to, and its form.
///
/// It reads the pages of the bridge and of the sandbox, which are well-formed, and is no parser for others.
struct DemoPage: Sendable {
    /// A form, with what its fields hold.
    struct Form: Sendable {
        let action: String
        let fields: [(name: String, value: String)]
        /// The buttons that send something.
        let buttons: [(name: String, value: String)]
    }

    /// The heading, without marks.
    let heading: String
    /// Where the page leads on to by itself; nil where it stays.
    let onward: String?
    /// Its form; nil where there is none.
    let form: Form?

    private struct Tag {
        let name: Substring
        let attributes: [String: String]
    }

    /// Reads a page.
    init(_ html: String) {
        let tags = html.split(separator: "<").compactMap(Self.tag)
        heading = Self.heading(html)
        onward = tags.first { $0.name == "meta" && $0.attributes["http-equiv"] == "refresh" }
            .flatMap { $0.attributes["content"] }
            .flatMap { content in content.firstRange(of: "url=").map { String(content[$0.upperBound...]) } }
        form = tags.first { $0.name == "form" }.map { form in
            Form(
                action: form.attributes["action"] ?? "", fields: Self.values(of: "input", in: tags),
                buttons: Self.values(of: "button", in: tags))
        }
    }

    private static func values(of name: String, in tags: [Tag]) -> [(name: String, value: String)] {
        tags.filter { $0.name == name }.compactMap { tag in
            tag.attributes["name"].map { (name: $0, value: tag.attributes["value"] ?? "") }
        }
    }

    private static func heading(_ html: String) -> String {
        guard let start = html.firstRange(of: "<h1>"), let end = html[start.upperBound...].firstRange(of: "</h1>")
        else { return "" }
        // The pages keep short words together by spaces that do not break, which a terminal does not need.
        return decoded(html[start.upperBound..<end.lowerBound]).replacing("\u{A0}", with: " ")
    }

    /// The tag that a text begins with, which follows a `<`.
    private static func tag(_ text: Substring) -> Tag? {
        guard let end = text.firstIndex(of: ">"), text.first?.isLetter == true else { return nil }
        let name = text[..<end].prefix { !$0.isWhitespace }
        var attributes: [String: String] = [:]
        var rest = text[name.endIndex..<end]
        while let mark = rest.firstRange(of: "=\"") {
            let key = rest[..<mark.lowerBound].drop { $0.isWhitespace }.split { $0.isWhitespace }.last ?? ""
            guard let close = rest[mark.upperBound...].firstIndex(of: "\"") else { break }
            attributes[String(key)] = decoded(rest[mark.upperBound..<close])
            rest = rest[close...].dropFirst()
        }
        return Tag(name: name, attributes: attributes)
    }

    private static func decoded(_ text: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
