import Testing

@Suite("The strict reader of these tests")
struct HTMLReaderTests {
    @Test("reads what is well-formed")
    func wellFormed() throws {
        let reader = try HTMLReader("<!DOCTYPE html>\n<p class=\"a\" hidden>x &amp; y<input value=\"&lt;\"></p>\n")
        #expect(reader.tags.map(\.name) == ["p", "input"])
        #expect(reader.tags[1]["value"] == "<")
        #expect(reader.text(of: "p") == "x & y")
    }

    @Test(
        "refuses what is not",
        arguments: [
            "<p></p>", "<!DOCTYPE html><p>", "<!DOCTYPE html><p></div>", "<!DOCTYPE html><p><b></p></b>",
            "<!DOCTYPE html></p>", "<!DOCTYPE html><p class=a></p>", "<!DOCTYPE html><p class=\"a\" class=\"b\"></p>",
            "<!DOCTYPE html><p class=\"a></p>", "<!DOCTYPE html>a & b", "<!DOCTYPE html>a > b", "<!DOCTYPE html>a < b",
            "<!DOCTYPE html>it's", "<!DOCTYPE html>a\u{0}b", "<!DOCTYPE html><style>a<b</style>",
        ])
    func malformed(document: String) {
        #expect(throws: HTMLReader.Fault.self) { try HTMLReader(document) }
    }
}
