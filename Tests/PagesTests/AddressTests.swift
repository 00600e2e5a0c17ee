import Pages
import Testing

@Suite("Addresses in pages")
struct AddressTests {
    @Test(
        "refuse what is no path of this service",
        arguments: [
            "", "device", "//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "/a b",
            "/a\"b", "/a<b", "/a\nb", "/é", "/a#b", "\u{0}/", " /device", "/" + String(repeating: "a", count: 2048),
        ])
    func badPath(text: String) {
        #expect(PagePath(text) == nil)
    }

    @Test("take a path of this service", arguments: ["/", "/device", "/device?user_code=WDJB-MJHT", "/a/%20b"])
    func goodPath(text: String) {
        #expect(PagePath(text)?.text == text)
    }

    @Test(
        "refuse what is no address to send a person on to",
        arguments: [
            "", "javascript:alert(1)", "data:text/html,x", "ftp://a.example", "http://a.example/", "HTTPS://a.example/",
            "https://", "https:///x", "https://user@a.example/", "https://a.example:x/", "https://a.example:/",
            "https://a.example;script-src/", "https://a.example 'unsafe-inline'", "https://a.example/\"",
            "https://é.example",
            "https://a.example/a b", "https://a.example/x#y", "https://a.example\\@b", "https://a.example:123456",
            "http://127.0.0.1.evil.example/", "https://[::1/", "https://[x\"]/", "https://a.example,b.example/",
        ])
    func badAddress(text: String) {
        #expect(OnwardAddress(text) == nil)
    }

    @Test(
        "take an address to send a person on to, and tell its origin alone",
        arguments: [
            ("https://a.example", "https://a.example"), ("https://a.example:8443/x?y=z", "https://a.example:8443"),
            ("https://a.example?x=https://b.example/", "https://a.example"),
            ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080"), ("http://localhost/", "http://localhost"),
            ("http://[::1]:9000/a", "http://[::1]:9000"),
        ])
    func goodAddress(text: String, origin: String) throws {
        let address = try #require(OnwardAddress(text))
        #expect(address.origin == origin)
        #expect("\(address)" == origin)
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("x?y=z"))
    }

    @Test("are named by a policy, but for numeric IPv6 addresses, which it has no word for")
    func formTarget() throws {
        #expect(FormTarget(of: try SamplePages.onward("https://a.example/x"))?.origin == "https://a.example")
        #expect(FormTarget(of: try SamplePages.onward("http://[::1]/x")) == nil)
    }

    @Test(
        "of apps are named by their origin, or by a scheme that is the app's own; by nothing that could loosen a policy",
        arguments: [
            ("https://app.example/done?x=1", "https://app.example"),
            ("http://127.0.0.1:49152/cb", "http://127.0.0.1:49152"),
            ("com.example.app:/done", "com.example.app:"), ("http://[::1]:9/x", nil), ("javascript:alert(1)", nil),
            ("data:text/html,x", nil), ("https:", nil), ("a.b 'unsafe-inline':x", nil), ("a.b;script-src *:x", nil),
            ("no.colon", nil), ("", nil), ("*.*:x", nil),
        ])
    func appTarget(address: String, origin: String?) {
        #expect(FormTarget(ofApp: address)?.origin == origin)
    }

    @Test("beside tokens that print redacted")
    func redacted() throws {
        let token = FormToken("s3cr3t")
        var dumped = "\(token) \(String(reflecting: token))"
        dump(token, to: &dumped)
        dump(PageForm(action: try #require(PagePath("/")), token: token), to: &dumped)
        #expect(!dumped.contains("s3cr3t"))
    }
}
