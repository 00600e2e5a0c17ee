import OAuthClient
import Testing

@Suite("Redirect addresses")
struct RedirectURITests {
    @Test(
        "https, this machine and an app's own scheme are accepted and kept byte for byte",
        arguments: [
            "https://app.example.com/cb", "https://App.Example.com/cb?tenant=a%20b", "http://127.0.0.1:8765/cb",
            "http://[::1]:1/cb", "http://localhost/cb", "com.example.app:/cb", "Com.Example.App:/cb",
        ])
    func accepted(_ text: String) throws {
        #expect(Array(try RedirectURI(text).text.utf8) == Array(text.utf8))
    }

    @Test(
        "everything else is refused (8252-06)",
        arguments: [
            "", "/cb", "cb", "http://app.example.com/cb", "https://app.example.com/cb#x",
            "https://u:p@app.example.com/",
            "javascript:alert(1)", "data:text/html,x", "myapp:/cb", "file:///etc/passwd", ".a:/cb", "1.a:/cb",
            "com.example.app", "com.example.app:/c b", "com.example.app:/cb#f", "https://app.example.com/\u{E9}",
            "com.exa\u{212A}mple:/cb", "https:app.example.com",
            "com.example.app:/" + String(repeating: "a", count: 2048),
        ])
    func refused(_ text: String) throws {
        #expect(try messageRefusal { try RedirectURI(text) }.code == .addressNotAllowed)
    }
}
