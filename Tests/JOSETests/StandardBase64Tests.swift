import Testing

@testable import JOSE

@Suite("Standard base64")
struct StandardBase64Tests {
    @Test(
        "RFC 4648, section 10: the examples, both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(plain: String, text: String) {
        #expect(StandardBase64.encode([UInt8](plain.utf8)) == text)
        #expect(StandardBase64.decode(text) == [UInt8](plain.utf8))
    }

    @Test("+ and / are its last two digits")
    func lastDigits() {
        #expect(StandardBase64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
        #expect(StandardBase64.decode("+/+/") == [0xFB, 0xFF, 0xBF])
    }

    @Test(
        "another alphabet, padding that is missing or too much, bits that no encoder leaves, and blanks are refused",
        arguments: ["-_-_", "Zg", "Zg=", "Zg===", "====", "Z===", "Zh==", "Zm9=", "Zm 9", "Zm9v\n", "Zg==Zg==", "Zé=="])
    func refuses(text: String) {
        #expect(StandardBase64.decode(text) == nil)
    }
}
