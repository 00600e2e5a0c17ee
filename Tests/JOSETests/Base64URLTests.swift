import JOSE
import Testing

@Suite("Base64url")
struct Base64URLTests {
    @Test(
        "the vectors of RFC 4648, section 10, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func codesVectors(plain: String, text: String) throws {
        #expect(Base64URL.encode([UInt8](plain.utf8)) == text)
        #expect(try Base64URL.decode(text.utf8) == [UInt8](plain.utf8))
    }

    @Test("the example of RFC 7515, appendix C")
    func codesAppendixC() throws {
        #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        #expect(try Base64URL.decode("A-z_4ME".utf8) == [3, 236, 255, 224, 193])
    }

    @Test("every byte comes back from every place", arguments: 0..<3)
    func keepsEveryByte(offset: Int) throws {
        for byte in UInt8.min...UInt8.max {
            let bytes = [UInt8](repeating: 0xA5, count: offset) + [byte]
            #expect(try Base64URL.decode(Base64URL.encode(bytes).utf8) == bytes)
        }
        let all = [UInt8](repeating: 0, count: offset) + [UInt8](UInt8.min...UInt8.max)
        #expect(try Base64URL.decode(Base64URL.encode(all).utf8) == all)
    }

    @Test("each pair of last characters has one spelling or none")
    func acceptsOneSpellingOnly() {
        let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let two = alphabet.filter { last in (try? Base64URL.decode([UInt8(ascii: "A"), last])) != nil }
        let three = alphabet.filter { last in (try? Base64URL.decode([65, 65, last])) != nil }
        #expect(two == [UInt8]("AQgw".utf8))
        #expect(three == [UInt8]("AEIMQUYcgkosw048".utf8))
    }

    @Test(
        "a last character with bits that stand for nothing is refused",
        arguments: ["Zh", "Z_", "Zm9", "Zm-", "AB", "AAB", "Zm9vYh", "Zm9vYmF"])
    func refusesNonCanonicalText(text: String) {
        #expect(throws: JOSEError(.base64URLMalformed, "")) { try Base64URL.decode(text.utf8) }
    }

    @Test(
        "padding, blanks, line breaks, the standard alphabet and percent-encoding are refused",
        arguments: [
            "Zg==", "Zm8=", "Zm9v====", "=", "Zm9v=", "Zm 9v", " Zm9v", "Zm9v\n", "Zm9v\r\n", "Zm\r\n9v", "Zm\t9v",
            "+m9v", "Zm9/", "Zm%3D", "Zm.9", "Zm9v.", "Zm,9", "Zm?9", "Zm9\u{0}", "\u{E9}v", "Zm9\u{7F}", "~m9v",
        ])
    func refusesOtherCharacters(text: String) {
        #expect(throws: JOSEError(.base64URLMalformed, "")) { try Base64URL.decode(text.utf8) }
    }

    @Test("every byte that is not of the alphabet is refused in every place", arguments: 0..<4)
    func refusesEveryOtherByte(place: Int) {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
            var text = [UInt8]("AAAA".utf8)
            text[place] = byte
            #expect(throws: JOSEError(.base64URLMalformed, "")) { try Base64URL.decode(text) }
        }
    }

    @Test("a length that no bytes have is refused", arguments: ["A", "AAAAA", "AAAAAAAAA"])
    func refusesImpossibleLength(text: String) {
        #expect(throws: JOSEError(.base64URLMalformed, "")) { try Base64URL.decode(text.utf8) }
    }

    @Test(
        "the reason names the kind of fault and quotes nothing",
        arguments: [
            ("Zg==", "padding"), ("Z+==", "standard"), ("Zm 9", "blank"), ("Zm%3", "percent"), ("Zm!9", "outside"),
        ])
    func namesFault(text: String, word: String) {
        let error = #expect(throws: JOSEError.self) { try Base64URL.decode(text.utf8) }
        #expect(error?.reason.contains(word) == true)
        #expect(error?.reason.contains(text) == false)
    }
}
