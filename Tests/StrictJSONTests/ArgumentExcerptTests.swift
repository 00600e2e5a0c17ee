import StrictJSON
import Testing

@Suite("Excerpts of arguments")
struct ArgumentExcerptTests {
    @Test(
        "what looks like a secret is not shown",
        arguments: [
            "eyJhbGciOiJIUzI1NiJ9.e30.AAAA", "ya29.a0AfB_x", "gho_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_x",
            "github_pat_11AA", "1//0gabc", "Bearer x", "-----BEGIN PRIVATE KEY-----", #"{"type":"service_account"}"#,
            "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
            "@QIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAg",
            String(repeating: "a b ", count: 200),
        ])
    func hidden(_ text: String) {
        #expect(text.looksLikeSecret)
        #expect(text.argumentExcerpt == "(not shown: it looks like a secret)")
    }

    @Test(
        "what does not is shown in quotes",
        arguments: [
            "key.json", "/etc/token-bridge/keys/0123456789abcdef0123456789abcdef01234567.json", "--servce-account", "",
            "demo-firebase-adminsdk-x1y2z-0123456789.json", "/home/user/projects/application/configuration/keys",
            "550e8400-e29b-41d4-a716-446655440000", "alice@example.com",
        ])
    func shown(_ text: String) {
        #expect(text.argumentExcerpt == "\"\(text)\"")
    }
}
