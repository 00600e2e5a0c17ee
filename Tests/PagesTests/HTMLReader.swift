/// A strict reader of the HTML that the pages are written in: every element that is opened is closed in its order, every value stands in
/// double quotes, and no character that could begin markup stands bare.
///
/// It is written from the standard's syntax (HTML, section 13.1), and knows nothing of the code that writes the pages.
struct HTMLReader {
    /// A start tag.
    struct Tag: Sendable {
        let name: String
        let attributes: [(name: String, value: String)]

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// What is wrong, and where.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The start tags in their order.
    private(set) var tags: [Tag] = []
    /// What stands between tags, with references replaced, by the name of the element around it.
    private(set) var texts: [(element: String, text: String)] = []

    private var rest: Substring.UnicodeScalarView
    private var open: [String] = []

    static let void: Set<String> = ["meta", "input", "link", "br", "img", "hr"]

    /// Reads a document whole.
    init(_ document: String) throws(Fault) {
        rest = Substring(document).unicodeScalars
        guard skip("<!DOCTYPE html>") else { throw Fault(description: "no document type") }
        while let next = rest.first {
            if next == "<" { try readTag() } else { try readText() }
        }
        guard open.isEmpty else { throw Fault(description: "not closed: \(open)") }
    }

    private mutating func readTag() throws(Fault) {
        rest.removeFirst()
        if skip("/") {
            let name = readName()
            guard skip(">"), open.popLast() == name else { throw fault("end tag \(name) closes nothing") }
            return
        }
        let name = readName()
        guard !name.isEmpty else { throw fault("a bare <") }
        var attributes: [(name: String, value: String)] = []
        while !skip(">") {
            guard skip(" ") else { throw fault("in the tag \(name)") }
            let attribute = readName()
            guard !attribute.isEmpty, !attributes.contains(where: { $0.name == attribute }) else {
                throw fault("an attribute of \(name)")
            }
            attributes.append((attribute, skip("=") ? try readValue() : ""))
        }
        tags.append(Tag(name: name, attributes: attributes))
        if name == "style" {
            try readRawText()
        } else if !Self.void.contains(name) {
            open.append(name)
        }
    }

    private mutating func readRawText() throws(Fault) {
        var text = ""
        while !skip("</style>") {
            guard let next = rest.popFirst(), next != "<" else { throw fault("a style without end") }
            text.unicodeScalars.append(next)
        }
        texts.append(("style", text))
    }

    private mutating func readText() throws(Fault) {
        let raw = rest.prefix { $0 != "<" }
        rest = rest[raw.endIndex...]
        texts.append((open.last ?? "", try decoded(raw)))
    }

    private mutating func readValue() throws(Fault) -> String {
        guard skip("\"") else { throw fault("a value without quotes") }
        let raw = rest.prefix { $0 != "\"" }
        rest = rest[raw.endIndex...]
        guard skip("\"") else { throw fault("a value without end") }
        return try decoded(raw)
    }

    private mutating func readName() -> String {
        let name = rest.prefix { $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0) || $0 == "-" }
        rest = rest[name.endIndex...]
        return String(name)
    }

    /// The text with its references replaced; an `&` that begins none, a quote or a bracket is a fault.
    private func decoded(_ raw: Substring.UnicodeScalarView) throws(Fault) -> String {
        let references = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
        var result = ""
        var raw = raw
        outer: while let next = raw.first {
            if next == "&" {
                for (reference, character) in references where raw.starts(with: reference.unicodeScalars) {
                    result += character
                    raw.removeFirst(reference.unicodeScalars.count)
                    continue outer
                }
                throw fault("a bare &")
            }
            let isControl = next.properties.generalCategory == .control && next != "\n"
            guard next != ">", next != "\"", next != "'", !isControl else {
                throw fault("a bare \(next.debugDescription)")
            }
            result.unicodeScalars.append(next)
            raw.removeFirst()
        }
        return result
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest.removeFirst(text.unicodeScalars.count)
        return true
    }

    private func fault(_ what: String) -> Fault {
        Fault(description: "\(what), before \(String(rest.prefix(60)).debugDescription)")
    }
}

extension HTMLReader {
    /// The tags of a name.
    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    /// All that a person reads in elements of a name.
    func text(of element: String) -> String { texts.filter { $0.element == element }.map(\.text).joined() }
}
