import JOSE
import Testing

@Suite("Shape of a token")
struct TokenShapeTests {
    @Test(
        "a text is named by what it looks like from outside",
        arguments: [
            ("", .empty), ("a.b.c", .compactJWS), ("a.b.", .compactJWS), ("..", .compactJWS),
            ("a.b.c.d.e", .compactJWE),
            ("....", .compactJWE), ("{\"payload\":1}", .json), ("[a.b.c]", .json), ("Bearer a.b.c", .withScheme),
            ("bearer a.b.c", .withScheme), ("DPoP a.b.c", .withScheme), ("token a", .withScheme),
            ("Basic dTpw", .withScheme), ("a.b.c a.b.c", .withBlanks), ("a.b\n.c", .withBlanks),
            (" a.b.c", .withBlanks),
            ("a.b.c\n", .withBlanks), ("Bearers a.b.c", .withBlanks), ("a.b", .dotted(parts: 2)),
            ("a.b.c.d", .dotted(parts: 4)), ("a.b.c.d.e.f", .dotted(parts: 6)), ("gho_16C7e42F292c6912", .opaque),
            ("Bearer", .opaque), ("\u{E9}", .opaque),
        ] as [(String, TokenShape)])
    func names(text: String, shape: TokenShape) {
        #expect(TokenShape(of: [UInt8](text.utf8)) == shape)
    }

    @Test(
        "only what looks like a compact JWS is not refused",
        arguments: [
            ("", .tokenEmpty), ("a.b.c.d.e", .tokenEncrypted), ("{}", .jsonSerialization),
            ("Bearer a.b.c", .notCompactJWS),
            ("a b", .notCompactJWS), ("a.b", .notCompactJWS), ("a.b.c.d", .notCompactJWS), ("opaque", .notCompactJWS),
        ] as [(String, JOSEError.Code)])
    func refuses(text: String, code: JOSEError.Code) {
        #expect(throws: JOSEError(code, "")) { try CompactJWS(parsing: text) }
    }

    @Test(
        "each refusal says what the text is instead",
        arguments: [
            ("a.b.c.d.e", "encrypted"), ("{}", "JSON"), ("Bearer a.b.c", "scheme"), ("a\nb", "line breaks"),
            ("a.b", "2 parts"), ("opaque", "opaque access token"),
        ])
    func explains(text: String, words: String) {
        let error = #expect(throws: JOSEError.self) { try CompactJWS(parsing: text) }
        #expect(error?.reason.contains(words) == true)
    }
}
