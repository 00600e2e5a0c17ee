import StrictJSON
import Testing

@Suite("Identity of strings")
struct StringIdentityTests {
    private enum Name: String {
        case key = "KEY"
        case accent = "\u{E9}"
    }

    @Test(
        "strings of the same bytes are the same", arguments: ["", "a", "\u{E9}", "e\u{301}", "\u{212A}", "\u{1F600}"])
    func findsSameBytes(string: String) {
        #expect(string.hasSameBytes(as: String(decoding: [UInt8](string.utf8), as: UTF8.self)))
    }

    @Test(
        "strings that are canonically equivalent are not the same",
        arguments: [
            ("K", "\u{212A}"), ("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}"), (";", "\u{37E}"), ("`", "\u{1FEF}"),
            ("q\u{307}\u{323}", "q\u{323}\u{307}"),
            ("a long text of ASCII, then q\u{307}\u{323}", "a long text of ASCII, then q\u{323}\u{307}"),
        ])
    func tellsEquivalentStringsApart(left: String, right: String) throws {
        try #require(left == right, "Swift compares by canonical equivalence")
        #expect(!left.hasSameBytes(as: right))
        #expect(!right.hasSameBytes(as: left))
    }

    @Test("strings that differ in length, case or a last character are not the same")
    func tellsOtherStringsApart() {
        #expect(!"a".hasSameBytes(as: "A"))
        #expect(!"a".hasSameBytes(as: "aa"))
        #expect(!"ab".hasSameBytes(as: "ac"))
        #expect(!"".hasSameBytes(as: "\u{0}"))
    }

    @Test("a name is found by its bytes alone")
    func findsCases() throws {
        #expect(Name(exactly: "KEY") == .key)
        #expect(Name(exactly: "\u{E9}") == .accent)
        try #require(Name(rawValue: "\u{212A}EY") == .key, "Swift takes the Kelvin sign for a K")
        #expect(Name(exactly: "\u{212A}EY") == nil)
        #expect(Name(exactly: "e\u{301}") == nil)
        #expect(Name(exactly: "key") == nil)
        #expect(Name(exactly: "KEY ") == nil)
        #expect(Name(exactly: "") == nil)
    }
}
