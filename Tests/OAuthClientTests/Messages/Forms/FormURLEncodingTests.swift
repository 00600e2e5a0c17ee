@testable import OAuthClient
import Testing

@Suite("Form encoding")
struct FormURLEncodingTests {
    @Test(
        "everything but unreserved characters is escaped, once",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a+b/c", "a%2Bb%2Fc"), ("a b", "a%20b"), ("%2F", "%252F"),
            ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("\r\n", "%0D%0A"), ("*", "%2A"), ("a=b&c", "a%3Db%26c"),
            ("\u{1F600}", "%F0%9F%98%80"), ("日", "%E6%97%A5"),
        ])
    func encoded(_ text: String, _ expected: String) {
        #expect(FormURLEncoding.encode(text) == expected)
        #expect(FormURLEncoding.decode(expected.utf8).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        "a plus sign is a space, an escape is decoded once, in either case (B41)",
        arguments: [
            ("a+b", "a b"), ("4%2F0AbC%2BdE", "4/0AbC+dE"), ("%252F", "%2F"), ("%c3%A9", "é"), ("4/0", "4/0"),
        ])
    func decoded(_ text: String, _ expected: String) {
        #expect(FormURLEncoding.decode(text.utf8) == expected)
    }

    @Test(
        "a cut or malformed escape, invalid UTF-8, null, blanks and raw bytes beyond ASCII are refused",
        arguments: [
            "%", "a%", "a%4", "%zz", "%4g", "% 41", "%+1", "%-1", "%ff", "%C3", "%C0%AF", "%ED%A0%80", "a%00b", "a b",
            "a\tb", "a\nb", "é", "\u{7F}",
        ])
    func malformed(_ text: String) {
        #expect(FormURLEncoding.decode(text.utf8) == nil)
    }

    @Test("any text survives encoding and decoding byte for byte")
    func roundTrip() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &generator))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let back = FormURLEncoding.decode(FormURLEncoding.encode(text).utf8)
            #expect(back.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test("parameters keep their order, and one without value is as absent as one that is missing (6749-01)")
    func parameters() throws {
        let form = try FormParameters(parsing: Array("b=2&a=1&&c=&d".utf8))
        #expect(form.parameters.map(\.name) == ["b", "a", "c", "d"])
        #expect(form["a"] == "1")
        #expect(form["c"] == nil)
        #expect(form["d"] == nil)
        #expect(form["e"] == nil)
        #expect(try FormParameters(parsing: []).parameters.isEmpty)
    }

    @Test(
        "a repeated name is refused, however it is spelled (6749-01)",
        arguments: ["a=1&a=1", "a=1&b=2&a=", "a=1&%61=2", "a&a", "a=1&=2", "=", "a=%zz", "%=1"])
    func refusedParameters(_ text: String) throws {
        #expect(try messageRefusal { try FormParameters(parsing: Array(text.utf8)) }.code == .answerMalformed)
    }

    @Test("names are told apart by bytes, not by canonical equivalence")
    func canonicalEquivalence() throws {
        let form = try FormParameters(parsing: Array("%C3%A9=1&e%CC%81=2".utf8))
        #expect(form["\u{E9}"] == "1")
        #expect(form["e\u{301}"] == "2")
    }

    @Test("100 parameters are read, 101 refused", arguments: [(100, true), (101, false), (20_000, false)])
    func count(_ count: Int, _ isRead: Bool) throws {
        let text = (0..<count).map { "p\($0)=1" }.joined(separator: "&")
        let read = try? FormParameters(parsing: Array(text.utf8)).parameters.count
        #expect(read == (isRead ? count : nil))
    }

    @Test("a list refuses an empty name and one that is there twice")
    func lists() throws {
        #expect(try messageRefusal { try FormParameters([("", "1")]) }.code == .parameterInvalid)
        #expect(try messageRefusal { try FormParameters([("a", "1"), ("a", "2")]) }.code == .parameterInvalid)
        #expect(try FormParameters([("a", "1 +"), ("b", "é")]).encodedText == "a=1%20%2B&b=%C3%A9")
    }
}
