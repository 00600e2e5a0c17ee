import Pages
import Testing

@Suite("The language of a browser (RFC 9110, section 12.5.4)")
struct LanguageTests {
    @Test(
        "is the one wanted most of those that there are",
        arguments: [
            ("de", Language.german), ("DE-at", .german), ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", .french),
            ("en;q=0.5, ja;q=0.9", .japanese), ("es;q=0.8,de;q=0.8", .spanish), ("de;q=0.8,es;q=0.8", .german),
            ("pt, es;q=0.5", .spanish), ("zh-Hans-CN, ja-JP;q=0.2", .japanese),
            ("de-AT;q=0.9, de;q=0.1, fr;q=0.5", .german),
            ("*", .english), ("en;q=0, *", .spanish), ("fr;q=0, *;q=0.5, de;q=0.4", .english), ("de;q=1.000", .german),
            ("en-GB , de ; q=0.9", .english), ("de-AT;q=0, de", .german), ("fr;Q=0.9, de;q=0.3", .french),
            (",,de,,", .german), ("de;q=0.001", .german), ("*;q=0.1, ja", .japanese), ("es-419", .spanish),
        ])
    func wanted(field: String, language: Language) {
        #expect(Language.negotiated(acceptLanguage: field) == language)
    }

    @Test(
        "is English where none is wanted, or where what is wanted cannot be read",
        arguments: [
            nil, "", " ", "zh", "pt-BR, it;q=0.5", "de;q=0", "de;q=0.0000", "de;q=2", "de;q=1.001", "de;q=", "de;q",
            "de;q=0.8;x=1", "de;x=1", "de;q=-1", "de;q= 1", "de; q=.5", "d\u{E9}", "ger", "de_AT", "-de", "de-",
            "de--AT",
            "de-toolongsubtag", "d3", "*-de", "**", ";q=1", "\u{0}", "ｄｅ", "de\r\nX: y", "*;q=0", "deu;q=1",
        ])
    func unwanted(field: String?) {
        #expect(Language.negotiated(acceptLanguage: field) == .english)
    }

    @Test("passes over what is malformed, and takes the rest")
    func malformedNeighbour() {
        #expect(Language.negotiated(acceptLanguage: "fr;q=x, \u{1}, de;q=0.1") == .german)
    }

    @Test("reads a bounded part of the field, and nothing that is cut off")
    func bounded() {
        #expect(Language.negotiated(acceptLanguage: String(repeating: "zh,", count: 63) + "de") == .german)
        #expect(Language.negotiated(acceptLanguage: String(repeating: "zh,", count: 64) + "de") == .english)
        #expect(Language.negotiated(acceptLanguage: String(repeating: ",", count: 5_000_000) + "de") == .english)
        let cut = "de" + String(repeating: " ", count: 2040) + ";q=0.9"
        #expect(Language.negotiated(acceptLanguage: cut + "9, fr;q=0.1") == .english)
    }
}
