import StrictJSON
import Testing

@Suite("UTF-8, surrogates and the null character")
struct TextEncodingTests {
    @Test("a byte order mark is refused")
    func refusesByteOrderMark() {
        #expect(refusal(of: [0xEF, 0xBB, 0xBF] + [UInt8]("{}".utf8)) == .malformed)
    }

    @Test("UTF-16 and UTF-32 are refused")
    func refusesOtherEncodings() {
        #expect(refusal(of: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]) == .notUTF8)
        #expect(refusal(of: [0x7B, 0x00, 0x7D, 0x00]) == .malformed)
        #expect(refusal(of: [0x00, 0x00, 0x00, 0x31]) == .malformed)
    }

    @Test(
        "invalid UTF-8 within a string is refused",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func refusesInvalidUTF8(bytes: [UInt8]) {
        #expect(refusal(of: [0x22] + bytes + [0x22]) == .notUTF8)
        #expect(refusal(of: [0x7B, 0x22] + bytes + [UInt8]("\":1}".utf8)) == .notUTF8)
    }

    @Test(
        "a surrogate without its other half is refused",
        arguments: [
            #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""\udc00\ud800""#,
            #"{"\ud800":1}"#,
        ])
    func refusesLoneSurrogates(text: String) {
        #expect(refusal(of: text) == .malformed)
    }

    @Test("a surrogate pair is one character")
    func readsSurrogatePairs() throws {
        #expect(try parsed(#""\ud83d\ude00""#) == "\u{1F600}")
        #expect(try parsed(#""\uD834\uDD1E""#) == "\u{1D11E}")
    }

    @Test(
        "an escaped null character is refused, in names too",
        arguments: [#""\u0000""#, #""a\u0000b""#, #"{"\u0000":1}"#, #"{"a\u0000":1}"#, #"[{"a":["\u0000"]}]"#])
    func refusesEscapedNull(text: String) {
        #expect(refusal(of: text) == .nullCharacter)
    }

    @Test("a raw null byte is refused within and outside of strings")
    func refusesRawNull() {
        #expect(refusal(of: [0x22, 0x61, 0x00, 0x22]) == .malformed)
        #expect(refusal(of: [0x5B, 0x00, 0x5D]) == .malformed)
        #expect(refusal(of: [0x00]) == .malformed)
    }

    @Test("escapes stand for their characters")
    func readsEscapes() throws {
        #expect(try parsed(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC""#) == "\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{20AC}")
    }

    @Test("characters beyond ASCII and the ends of planes are read as they are")
    func readsCharactersBeyondASCII() throws {
        let text = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{FFFF}\u{10000}\u{10FFFF}\u{2028}"
        let value = try #require(try parsed("\"\(text)\"").string)
        #expect(value.hasSameBytes(as: text))
    }
}
