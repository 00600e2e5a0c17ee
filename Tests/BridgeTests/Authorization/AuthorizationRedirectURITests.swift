@testable import Bridge
import OAuthClient
import StrictJSON
import Testing

@Suite("The redirect address of an app's request")
struct AuthorizationRedirectURITests {
    private typealias Samples = AuthorizationSamples

    @Test("9700-01: is the registered one, byte for byte")
    func exact() throws {
        let request = try Samples.endpoint().request(query: Samples.query())
        #expect(request.redirectURI.text == "https://app.test/cb")
    }

    @Test(
        "8252-03: on a loopback address has any port",
        arguments: [
            ("http://127.0.0.1/callback", "http://127.0.0.1:51004/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:1/callback"),
            ("http://127.0.0.1:8080/callback", "http://127.0.0.1/callback"),
            ("http://127.0.0.1:8080/callback", "http://127.0.0.1:65535/callback"),
            ("http://[::1]/callback", "http://[::1]:51004/callback"), ("http://[::1]:9/", "http://[::1]/"),
            ("http://127.0.0.1", "http://127.0.0.1:4711"),
            ("http://127.0.0.1/callback?a=b", "http://127.0.0.1:4711/callback?a=b"),
            ("http://localhost:3000/callback", "http://localhost:3000/callback"),
            ("com.example.app:/callback", "com.example.app:/callback"),
            ("https://app.test/cb?a=b", "https://app.test/cb?a=b"),
        ])
    func allowed(registered: String, requested: String) throws {
        let endpoint = try Samples.endpoint(Samples.client(redirectURIs: [registered]))
        let request = try endpoint.request(query: Samples.query(["redirect_uri": requested]))
        #expect(request.redirectURI.text == requested)
    }

    @Test(
        "9700-02, 6749-18, 8252-03: that is any other is shown on a page and never followed",
        arguments: [
            ("https://app.test/cb", "https://app.test/cb/"), ("https://app.test/cb", "https://app.test/c"),
            ("https://app.test/cb", "https://app.test/cbx"), ("https://app.test/cb", "https://app.test/cb?x=1"),
            ("https://app.test/cb", "https://app.test/cb#"), ("https://app.test/cb", "https://app.test/cb#code"),
            ("https://app.test/cb", "https://app.test/CB"), ("https://app.test/cb", "https://APP.test/cb"),
            ("https://app.test/cb", "HTTPS://app.test/cb"), ("https://app.test/cb", "http://app.test/cb"),
            ("https://app.test/cb", "https://app.test:443/cb"), ("https://app.test/cb", "https://app.test:8443/cb"),
            ("https://app.test/cb", "https://app.test.attacker.test/cb"), ("https://app.test/cb", "//app.test/cb"),
            ("https://app.test/cb", "https://app.test@attacker.test/cb"), ("https://app.test/cb", "/cb"),
            ("https://app.test/cb", "https://user@app.test/cb"), ("https://app.test/cb", "https://attacker.test/cb"),
            ("https://app.test/cb", "https://attacker.test/?https://app.test/cb"),
            ("https://app.test/cb", "https://app.test/x/../cb"), ("https://app.test/cb", "https://app.test//cb"),
            ("https://app.test/cb", "https://app.test/%63b"), ("https://app.test/cb", "https://app.test%2Fcb"),
            ("https://app.test/cb", "https://app.test\\@attacker.test/cb"),
            ("https://app.test/cb", " https://app.test/cb"),
            ("https://app.test/cb", "https://app.test/cb "), ("https://app.test/cb", "https://app.test/cb\n"),
            ("https://app.test/cb", "https://app.test./cb"), ("https://app.test/cb", "javascript:alert(1)"),
            ("https://app.test/cb", "data:text/html,x"), ("https://app.test/cb", "urn:ietf:wg:oauth:2.0:oob"),
            ("http://127.0.0.1/callback", "http://localhost/callback"),
            ("http://127.0.0.1/callback", "http://localhost:51004/callback"),
            ("http://localhost/callback", "http://localhost:51004/callback"),
            ("http://localhost/callback", "http://127.0.0.1/callback"),
            ("http://127.0.0.1/callback", "http://[::1]:51004/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.2:51004/callback"),
            ("http://127.0.0.1/callback", "https://127.0.0.1:51004/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:51004/callback/"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:51004/other"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:51004/callback?x=1"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:0/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:65536/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:51004@attacker.test/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1.attacker.test/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.1:51004.attacker.test/callback"),
            ("http://127.0.0.1/callback", "http://127.0.0.10/callback"),
            ("http://127.0.0.1/callback", "http://127.1/callback"), ("http://127.0.0.1", "http://127.0.0.1:1/"),
            ("http://[::1]/callback", "http://[0:0:0:0:0:0:0:1]:51004/callback"),
            ("http://[::1]/callback", "http://[::1]x:51004/callback"),
            ("https://127.0.0.1/callback", "https://127.0.0.1:8443/callback"),
            ("com.example.app:/callback", "com.example.app:/callback/"),
            ("com.example.app:/callback", "com.example.app://callback"),
            ("com.example.app:/callback", "com.example.APP:/callback"),
        ])
    func refused(registered: String, requested: String) throws {
        let endpoint = try Samples.endpoint(Samples.client(redirectURIs: [registered]))
        let error = try endpoint.page(Samples.query(["redirect_uri": requested]))
        #expect(error.code == .redirectURIInvalid)
    }

    @Test("8252-06: with a private scheme that has no dot cannot even be registered")
    func privateSchemes() {
        for address in ["myapp:/callback", "myapp://callback", "javascript:x", "1.2:/callback", ".a:/callback"] {
            #expect(throws: OAuthClientError.self) { try RedirectURI(address) }
        }
    }

    @Test("9700-01: compares as bytes what Swift calls equal")
    func canonicalEquivalence() throws {
        let endpoint = try Samples.endpoint(Samples.client("caf\u{E9}"), Samples.client("desktop"))
        #expect(try endpoint.page(Samples.query(["client_id": "cafe\u{301}"])).code == .clientInvalid)
    }

    @Test("Keeps its own query before the answer's")
    func ownQuery() throws {
        for (address, expected) in [
            ("https://app.test/cb", "https://app.test/cb?code=c%20d"),
            ("https://app.test/cb?", "https://app.test/cb?code=c%20d"),
            ("https://app.test/cb?a=b", "https://app.test/cb?a=b&code=c%20d"),
            ("https://app.test/cb?a=b&", "https://app.test/cb?a=b&code=c%20d"),
            ("com.example.app:/cb", "com.example.app:/cb?code=c%20d"),
        ] {
            let redirect = AuthorizationRedirect(to: try RedirectURI(address), [("code", "c d"), ("state", nil)])
            #expect(redirect.url == expected)
            #expect(!"\(redirect)".contains("code"))
        }
    }
}
