import Testing

@testable import Pages

@Suite("What comes from outside")
struct EscapingTests {
    static let hostile = [
        "<script>alert(1)</script>", "</bdi></p><form action=/evil>", "\"><img src=x onerror=alert(1)>",
        "' autofocus '",
        "a&lt;b&amp;c", "<!--", "]]>", "</title><script>", "</style><script>", "&#x3c;script&#x3e;", "\u{0}<\u{0}b>",
    ]

    private func pages(_ text: String) throws -> [any Page] {
        let form = PageForm(
            action: try #require(PagePath("/device")), token: FormToken(text), hidden: [.init("hidden", text)])
        return [
            CodeEntryPage(form: form, userCode: text, fault: .invalid),
            ConfirmationPage(form: form, userCode: text, clientName: text, age: 1, origin: .otherNetwork(text)),
            ProviderChoicePage(form: form, clientName: text, choices: [.init(id: text, displayName: text)]),
            OnwardPage(to: try SamplePages.onward("https://id.example/a"), providerName: text),
            ProblemPage(code: text, requestID: text),
        ]
    }

    @Test("adds no element and no attribute to any page, and is read as the text it is", arguments: hostile)
    func hostileText(text: String) throws {
        let harmless = try pages("harmless").map { try HTMLReader(SamplePages.text($0)).tags }
        for (page, expected) in zip(try pages(text), harmless) {
            let context = PageContext(host: text, language: .english)
            let reader = try HTMLReader(String(decoding: page.response(in: context).body, as: UTF8.self))
            #expect(reader.tags.map(\.name) == expected.map(\.name))
            #expect(reader.tags.map { $0.attributes.map(\.name) } == expected.map { $0.attributes.map(\.name) })
            #expect(reader.text(of: "bdi").contains(text.visible(limit: 80)))
        }
    }

    @Test("keeps the bytes of a hidden field, so that the server gets what it gave")
    func hiddenField() throws {
        let value = "a\"b&c<d>'é\u{301}"
        let form = PageForm(
            action: try #require(PagePath("/x")), token: FormToken("t"), hidden: [.init("k", value)])
        let page = ProviderChoicePage(form: form, clientName: "tv", choices: [.init(id: value, displayName: "P")])
        let reader = try HTMLReader(SamplePages.text(page))
        let sent = try #require(reader.all("input").first { $0["name"] == "k" }?["value"])
        #expect(sent.utf8.elementsEqual(value.utf8))
        #expect(reader.all("button").first?["value"]?.utf8.elementsEqual(value.utf8) == true)
    }

    @Test(
        "is shown without characters that cannot be seen or turn the text around",
        arguments: [
            ("\u{202E}evil\u{202C}", "evil"), ("a\u{2066}b\u{2069}c", "abc"), ("\u{200B}\u{FEFF}tv\u{00AD}", "tv"),
            ("a\r\n\tb", "a b"), ("a\u{2028}b", "a b"), ("  a   b  ", "a b"), ("a\u{7}b\u{1B}[31m", "ab[31m"),
            ("\u{E0041}\u{E0042}x", "x"), ("a\u{3164}\u{2800}b", "a b"), ("\u{F8FF}", "\u{FFFD}"), ("\u{200B}", ""),
            ("\u{061C}\u{200F}\u{200E}", ""), ("日本語 テレビ", "日本語 テレビ"), ("Télé", "Télé"),
        ])
    func invisible(text: String, shown: String) {
        #expect(text.visible(limit: 80).utf8.elementsEqual(shown.utf8))
    }

    @Test("is cut, and its work is bounded, whatever its length")
    func long() {
        #expect(String(repeating: "a", count: 81).visible(limit: 80) == String(repeating: "a", count: 80) + "…")
        #expect(String(repeating: "a", count: 80).visible(limit: 80).hasSuffix("aa"))
        #expect(String(repeating: "\u{200B}", count: 1_000_000).visible(limit: 80).isEmpty)
        let pile = "a" + String(repeating: "\u{0300}", count: 1000)
        #expect(pile.visible(limit: 80).unicodeScalars.count == 4)
    }

    @Test("stands in an element of its own, so that its direction stays within; an empty name is a dash")
    func isolated() throws {
        let form = try SamplePages.form()
        let page = ConfirmationPage(form: form, userCode: "A", clientName: "שלום", age: 1, origin: .sameNetwork("n"))
        #expect(SamplePages.text(page).contains("<bdi>שלום</bdi>"))
        let empty = ProviderChoicePage(form: form, clientName: "\u{200B}", choices: [])
        #expect(SamplePages.text(empty).contains("<bdi>–</bdi>"))
    }
}
