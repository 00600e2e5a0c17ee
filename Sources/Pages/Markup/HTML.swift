/// A piece of a page.
///
/// There is no way to make one from a string that is markup: texts and values of attributes are escaped on their way in, and the
/// names of elements and attributes are the cases of two enumerations. So nothing from outside can become markup.
struct HTML: Sendable, Equatable {
    private let markup: String

    private init(markup: String) {
        self.markup = markup
    }

    /// Nothing.
    static let empty = HTML(markup: "")

    /// A text, escaped.
    static func text(_ text: String) -> HTML {
        HTML(markup: EscapedText.of(text))
    }

    /// Pieces one after another.
    static func group(_ pieces: [HTML]) -> HTML {
        HTML(markup: pieces.map(\.markup).joined())
    }

    /// An element with what is in it.
    static func element(_ element: Element, _ attributes: [Attribute] = [], _ content: HTML...) -> HTML {
        let inner = group(content).markup
        return HTML(markup: "\(opening(element.rawValue, attributes))\(inner)</\(element.rawValue)>")
    }

    /// An element that never holds anything and has no end tag.
    static func void(_ element: VoidElement, _ attributes: [Attribute]) -> HTML {
        HTML(markup: opening(element.rawValue, attributes))
    }

    /// The style of all pages, as it is: nothing of it comes from outside.
    static let stylesheet = HTML(markup: "<style>\(Stylesheet.text)</style>")

    /// The bytes of a whole document.
    static func document(_ root: HTML) -> [UInt8] {
        Array("<!DOCTYPE html>\n\(root.markup)\n".utf8)
    }

    private static func opening(_ name: String, _ attributes: [Attribute]) -> String {
        let written = attributes.map { attribute in
            guard let value = attribute.value else { return " \(attribute.name)" }
            return " \(attribute.name)=\"\(EscapedText.of(value))\""
        }
        return "<\(name)\(written.joined())>"
    }
}
