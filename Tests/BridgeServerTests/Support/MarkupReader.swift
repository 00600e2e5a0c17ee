/// Reads start tags with their attributes, in the markup that our pages are written in; `PagesTests` holds them to it.
struct MarkupReader: Sendable {
    struct Tag: Sendable {
        let name: String
        let attributes: [String: String]

        subscript(name: String) -> String? { attributes[name] }
    }

    let tags: [Tag]

    init(_ text: String) {
        tags = text.split(separator: "<").compactMap { piece in
            guard let first = piece.first, first.isLetter, let end = piece.firstIndex(of: ">") else { return nil }
            let inside = piece[..<end]
            let name = inside.prefix { $0.isLetter || $0.isNumber }
            var attributes: [String: String] = [:]
            var rest = inside[name.endIndex...]
            while let start = rest.firstRange(of: "=\"") {
                let key = rest[..<start.lowerBound].split(separator: " ").last.map(String.init) ?? ""
                let value = rest[start.upperBound...].prefix { $0 != "\"" }
                attributes[key] = Self.decoded(String(value))
                rest = rest[value.endIndex...].dropFirst()
            }
            return Tag(name: String(name), attributes: attributes)
        }
    }

    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    private static func decoded(_ text: String) -> String {
        var text = text
        for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text.replace(reference, with: character)
        }
        return text
    }
}
