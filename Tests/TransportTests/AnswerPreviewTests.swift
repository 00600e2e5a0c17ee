import OAuthClient
import TestSupport
import Testing

@Suite("Previews of answers")
struct AnswerPreviewTests {
    @Test(
        "drops tags and what is not printable",
        arguments: [
            ("", ""), ("plain words", "plain words"), ("<h1>502</h1>\r\n<p>Bad\tGateway</p>", "502 Bad Gateway"),
            ("a\u{0}b\u{1B}[31mc\u{202E}d\u{2028}e", "a b [31mc d e"), ("before <unfinished tag", "before"),
            ("1 > 0", "1 > 0"), ("<<a>b>c", "b>c"), ("Grüße, 世界", "Grüße, 世界"), ("\u{FEFF}x", "x"),
        ])
    func cleaned(body: String, preview: String) {
        #expect(AnswerPreview(of: Array(body.utf8)).description == preview)
    }

    @Test(
        "replaces what looks like a token",
        arguments: [
            "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "ya29.a0AfH6SMBx-x_y",
            "gho_16C7e42F292c6912E7710c838347Ae178B4a",
            "1//0gabcdefghijklmnop", "AQDx7f3b9c2e1d8a6f", "c2VjcmV0LXNlY3JldA==", "0123456789abcdef",
            "%2F%2Fsecret1secret",
            "abcdefghijklmnopqrstuvwxyzabcdef",
        ])
    func tokens(token: String) {
        for body in [token, "{\"access_token\":\"\(token)\"}", "token=\(token)&x", "<b>\(token)</b>"] {
            let preview = AnswerPreview(of: Array(body.utf8)).description
            #expect(preview.contains(AnswerPreview.replacement))
            #expect(!preview.contains(token.suffix(10)))
            #expect(!preview.contains(token.prefix(10)))
        }
    }

    @Test(
        "keeps the words of protocols",
        arguments: [
            "authorization_pending", "temporarily_unavailable", "unsupported_grant_type", "accounts.google.com/signin",
            "Service Unavailable", "code 503",
        ])
    func words(text: String) {
        #expect(AnswerPreview(of: Array(text.utf8)).description == text)
    }

    @Test("has at most 100 characters, of which none is half a token")
    func length() {
        for count in [99, 100, 101, 5000, 100_000] {
            let words = String(String(repeating: "word ", count: count).prefix(count))
            let preview = AnswerPreview(of: Array(words.utf8)).description
            #expect(preview.unicodeScalars.count <= AnswerPreview.maximumCharacters)
            #expect(preview.hasPrefix("word word"))
        }
        let blanks = String(repeating: " ", count: 4090) + "Secret99Secret99Secret99"
        #expect(AnswerPreview(of: Array(blanks.utf8)).description.isEmpty)
    }

    @Test("takes any bytes")
    func anyBytes() {
        for seed in 0..<UInt64(200) {
            var state = seed
            let body = (0..<500).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            let preview = AnswerPreview(of: body).description
            #expect(preview.unicodeScalars.count <= 100)
            #expect(!preview.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        }
    }
}
