import Testing

@testable import Pages

@Suite("The texts")
struct CatalogueTests {
    /// Every text of a catalogue with its place, sentences with a gap among them.
    private func texts(of value: Any, at place: String = "") -> [(place: String, text: String, hasGap: Bool)] {
        if let text = value as? String { return [(place, text, false)] }
        if let template = value as? Template { return [(place, template.text, true)] }
        return Mirror(reflecting: value).children.flatMap { texts(of: $0.value, at: "\(place).\($0.label ?? "")") }
    }

    private func texts(_ language: Language) -> [(place: String, text: String, hasGap: Bool)] {
        texts(of: Catalogue.of(language))
    }

    @Test("are as many in every language, none empty, none with blanks around it", arguments: Language.allCases)
    func complete(language: Language) {
        let all = texts(language)
        #expect(all.count > 90)
        #expect(all.map(\.place) == texts(.english).map(\.place))
        for text in all {
            #expect(!text.text.isEmpty, "\(text.place)")
            #expect(text.text.first?.isWhitespace == false && text.text.last?.isWhitespace == false, "\(text.place)")
            #expect(!text.text.contains("  ") && !text.text.contains("\""), "\(text.place)")
        }
    }

    @Test("have one gap exactly where something is filled in", arguments: Language.allCases)
    func gaps(language: Language) {
        for text in texts(language) {
            #expect(text.text.split(separator: "{}", omittingEmptySubsequences: false).count == (text.hasGap ? 2 : 1))
            #expect(text.text.filter { $0 == "{" || $0 == "}" }.count == (text.hasGap ? 2 : 0), "\(text.place)")
        }
    }

    @Test("differ between any two languages, but for words that they share")
    func different() {
        let shared: Set<String> = ["Error: {}", "Code", "Application", "App"]
        for left in Language.allCases {
            for right in Language.allCases where left != right {
                for (one, other) in zip(texts(left), texts(right)) where !shared.contains(one.text) {
                    #expect(one.text != other.text, "\(one.place) in \(left) and \(right)")
                }
            }
        }
    }

    @Test("differ between any two problems of one language, so that each says what it is", arguments: Language.allCases)
    func problems(language: Language) {
        let problems = Catalogue.of(language).problems
        let headings = PageProblem.allCases.map { problems.texts($0).heading }
        #expect(Set(headings).count == PageProblem.allCases.count)
    }

    @Test("are in the script of their language")
    func script() {
        let isJapanese = { (text: String) in text.unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value } }
        for text in texts(.japanese) { #expect(isJapanese(text.text), "\(text.place)") }
        for language in Language.allCases where language != .japanese {
            for text in texts(language) { #expect(!isJapanese(text.text), "\(text.place)") }
        }
        // French sets a space that does not break before such marks, and a curved apostrophe.
        for text in texts(.french) {
            #expect(!text.text.contains("'"), "\(text.place)")
            for mark in ["?", ":", ";", "!"] { #expect(!text.text.contains(" \(mark)"), "\(text.place)") }
        }
    }

    @Test("are filled with what is markup already, and escape all around it")
    func filling() {
        let filled = Template(stringLiteral: "a<{}>b").filled(.element(.bdi, [], .text("x&y")))
        let page = String(decoding: HTML.document(filled), as: UTF8.self)
        #expect(page == "<!DOCTYPE html>\na&lt;<bdi>x&amp;y</bdi>&gt;b\n")
    }
}
