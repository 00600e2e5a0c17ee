import StrictJSON
import Testing

@Suite("Quoted excerpts")
struct QuotedExcerptTests {
    @Test(
        "a string comes in quotes on one line, with nothing that a terminal obeys",
        arguments: [
            ("https://provider.test", #""https://provider.test""#), ("", #""""#), ("a b", #""a b""#),
            ("a\nb", #""a\u{a}b""#), ("\u{1B}[31mred", #""\u{1b}[31mred""#), ("\u{0}", #""\u{0}""#),
            ("\u{202E}evil", #""\u{202e}evil""#), ("\u{200B}", #""\u{200b}""#), ("\u{2028}", #""\u{2028}""#),
            ("\u{E000}", #""\u{e000}""#), ("\r\n", #""\u{d}\u{a}""#), ("\u{FEFF}", #""\u{feff}""#),
            ("\u{E9}\u{65E5}\u{1F600}", "\"\u{E9}\u{65E5}\u{1F600}\""),
        ])
    func quotes(string: String, expected: String) {
        #expect(string.quotedExcerpt.hasSameBytes(as: expected))
    }

    @Test("120 characters are shown, the rest is cut off visibly")
    func cuts() {
        let longest = String(repeating: "x", count: 120)
        #expect(longest.quotedExcerpt == "\"\(longest)\"")
        #expect((longest + "y").quotedExcerpt == "\"\(longest)...\"")
        #expect(String(repeating: "e\u{301}", count: 1000).quotedExcerpt.utf8.count < 300)
    }
}
