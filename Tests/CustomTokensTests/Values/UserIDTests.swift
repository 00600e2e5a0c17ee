@testable import CustomTokens
import Testing

@Suite("Uid (FB-03)")
struct UserIDTests {
    @Test(
        "1 to 128 bytes are accepted and kept byte for byte",
        arguments: [
            "u", " ", "0", "user-0001", "yahoo:ABC123", "???>>>~~~", "a/b.c#d$e[f]", "日本語", "e\u{301}", "\u{1F600}",
            "\u{200B}",
            String(repeating: "a", count: 128), String(repeating: "é", count: 64),
            String(repeating: "\u{1F600}", count: 32),
        ])
    func accepted(_ value: String) throws {
        #expect(Array(try UserID(value).value.utf8) == Array(value.utf8))
    }

    @Test("an empty uid is refused and said to be empty")
    func empty() throws {
        let error = try refusal { try UserID("") }
        #expect(error.code == .uidInvalid)
        #expect(error.reason.contains("empty"))
    }

    @Test(
        "more than 128 bytes are refused, however few characters they are",
        arguments: [
            (String(repeating: "a", count: 129), 129), (String(repeating: "é", count: 65), 130),
            (String(repeating: "\u{1F600}", count: 33), 132), (String(repeating: "a", count: 127) + "é", 129),
            (String(repeating: "👨‍👩‍👧‍👦", count: 6), 150),
        ])
    func tooLong(_ value: String, _ count: Int) throws {
        let error = try refusal { try UserID(value) }
        #expect(error.code == .uidInvalid)
        #expect(error.reason.contains("\(count) bytes"))
        #expect(error.reason.contains("128"))
    }

    @Test("every control character of C0, DEL and C1 is refused", arguments: Array(0x00...0x1F) + Array(0x7F...0x9F))
    func control(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        for uid in ["\(scalar)", "\(scalar)a", "a\(scalar)", "a\(scalar)b"] {
            #expect(throws: CustomTokenError(.uidInvalid, "")) { try UserID(uid) }
        }
    }

    @Test("a line break of two characters is refused though Swift counts it as one")
    func lineBreak() {
        #expect(throws: CustomTokenError(.uidInvalid, "")) { try UserID("a\r\nb") }
    }

    @Test("the neighbours of the control characters are accepted", arguments: [0x20, 0x7E, 0xA0] as [UInt32])
    func notControl(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(try UserID("a\(scalar)").value.unicodeScalars.contains(scalar))
    }

    @Test(
        "canonically equivalent uids are different accounts",
        arguments: [
            ("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{AC00}", "\u{1100}\u{1161}"),
        ])
    func canonicalEquivalence(_ left: String, _ right: String) throws {
        #expect(left == right)
        #expect(try UserID(left) != UserID(right))
    }

    @Test("equal bytes are equal uids")
    func equal() throws {
        #expect(try UserID("e\u{301}") == UserID("e\u{301}"))
        #expect(try UserID("a") != UserID("A"))
    }
}
