import StrictJSON
import Testing
import TestSupport

@Suite("Blanks around a text")
struct OuterBlanksTests {
    private static func trimmed(_ text: String) -> String {
        String(decoding: OuterBlanks.trimmed([UInt8](text.utf8)), as: UTF8.self)
    }

    @Test(
        "blanks, one byte order mark and one pair of quotes around the whole are dropped",
        arguments: [
            "a.b.c", "a.b.c\n", "a.b.c\r\n", "  a.b.c\t ", "\u{FEFF}a.b.c", "\u{FEFF} a.b.c\n", "\"a.b.c\"",
            "'a.b.c'", " \"a.b.c\"\n", "\" a.b.c \"", "\u{0B}\u{0C}a.b.c", "\n\n\na.b.c\n\n",
        ])
    func trims(text: String) {
        #expect(Self.trimmed(text) == "a.b.c")
    }

    @Test(
        "what is within, and quotes that are no pair, stay",
        arguments: [
            "a b", "a\nb", "\"a", "a\"", "\"a'", "'", "\"", "a\u{FEFF}b", "\u{A0}a\u{A0}", "\u{2003}a", "`a`",
        ])
    func keepsTheRest(text: String) {
        #expect(Self.trimmed(text).hasSameBytes(as: text))
    }

    @Test("only one pair of quotes and one byte order mark are dropped")
    func dropsOnce() {
        #expect(Self.trimmed("\"\"a\"\"") == "\"a\"")
        #expect(Self.trimmed("'\"a\"'") == "\"a\"")
        #expect(Self.trimmed("\u{FEFF}\u{FEFF}a").hasSameBytes(as: "\u{FEFF}a"))
    }

    @Test("nothing is left of nothing", arguments: ["", " ", "\r\n", "\u{FEFF}", "\u{FEFF} \n", "\"\"", "'  '"])
    func leavesNothing(text: String) {
        #expect(Self.trimmed(text).isEmpty)
    }

    @Test(
        "token files of case B53 come out as one token",
        arguments: ["lf.txt", "crlf.txt", "spaces.txt", "bom.txt", "quoted.txt"])
    func trimsTokenFiles(name: String) throws {
        let token = OuterBlanks.trimmed(try Locations.bytes("\(Locations.caseFolder("B53"))/\(name)"))
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
        #expect(token.starts(with: "eyJ".utf8))
        #expect(token.allSatisfy(alphabet.contains))
        #expect(token.count { $0 == UInt8(ascii: ".") } == 2)
    }

    @Test("token files of case B53 that hold blanks within keep them", arguments: ["wrapped.txt", "two-lines.txt"])
    func keepsInnerBlanks(name: String) throws {
        let token = OuterBlanks.trimmed(try Locations.bytes("\(Locations.caseFolder("B53"))/\(name)"))
        #expect(token.contains { $0 == 0x0A || $0 == 0x20 })
    }
}
