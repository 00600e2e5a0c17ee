import BridgeServer
import HTTPServer
import OAuthClient
import Testing

@Suite("The cookie, and what else a browser brings or keeps")
struct CookieTests {
    @Test("no script, no other site and no connection without TLS gets the cookie; it says nothing and ends soon")
    func attributes() async throws {
        let stage = try TestService()
        for target in ["/device", AuthorizeFlowTests.target()] {
            let fields = try await stage.send("GET", target).all("Set-Cookie")
            #expect(fields.count == 1)
            let parts = try #require(fields.first).split(separator: "; ").map(String.init)
            #expect(parts.dropFirst() == ["Path=/", "Max-Age=3600", "HttpOnly", "SameSite=Lax", "Secure"])
            #expect(parts[0].hasPrefix("__Host-bridge=") && parts[0].utf8.count == "__Host-bridge=".utf8.count + 43)
        }
    }

    @Test("two cookies of the name are none: one of them another site may have set")
    func twice() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device")
        let own = try #require(browser.cookies["__Host-bridge"])
        let form = TestService.form(try entry.fields().filter { $0.0 != "user_code" } + [("user_code", "BBBB-BBBB")])
        for other in [own, String(repeating: "A", count: 43), "x"] {
            for pair in [(own, other), (other, own)] {
                let text = "__Host-bridge=\(pair.0); __Host-bridge=\(pair.1)"
                let answer = try await stage.post("/device", form, [("Cookie", text)])
                #expect(answer.status == 400 && answer.text.contains("STATE_INVALID"), "\(text)")
            }
        }
        let right = try await stage.post("/device", form, [("Cookie", "x=1; __Host-bridge=\(own)")])
        #expect(right.text.contains("csrf_token") && !right.text.contains("STATE_INVALID"))
    }

    @Test("nobody keeps a redirect, and it names no page that it came from (9700-15)")
    func redirects() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(AuthorizeFlowTests.target())
        let back = try await browser.get(browser.signedIn(at: stage.corp, onward))
        for answer in [onward, back] {
            #expect(answer.status == 303 && answer["Cache-Control"] == "no-store")
            #expect(answer["Referrer-Policy"] == "no-referrer")
        }
    }

    @Test("a process of this machine is a proxy only where the service listens for one (9700-12)")
    func localPeers() async throws {
        func identifier(_ members: String) async throws -> String? {
            let headers = HeaderFields([HeaderFields.Field("X-Request-Id", "given-by-a-proxy-0001")])
            let request = ServerRequest(
                method: "GET", path: "/.well-known/jwks.json", headers: headers, peer: .local)
            let stage = try TestService(members)
            return Answer(response: await stage.service.response(to: request))["X-Request-Id"]
        }
        #expect(try await identifier(#""trusted_proxies": ["127.0.0.0/8"]"#) != "given-by-a-proxy-0001")
        #expect(try await identifier(#""listen": "unix:door.sock""#) != "given-by-a-proxy-0001")
        let proxied = #""listen": "unix:door.sock", "trusted_proxies": ["127.0.0.0/8"]"#
        #expect(try await identifier(proxied) == "given-by-a-proxy-0001")
    }
}
