import HTTPServer
import OAuthClient
import StrictJSON
import Testing

@Suite("RFC 9700 and RFC 6819 at the service")
struct BestPracticeTests {
    @Test("9700-01: redirect addresses are compared byte by byte")
    func redirectURI() async throws {
        let stage = try TestService()
        for wrong in [
            "https://app.test/done?keep=1&more=2", "https://app.test/done?keep=1#f", "https://app.test/done/?keep=1",
            "https://APP.test/done?keep=1", "https://app.test/x/../done?keep=1", "https://app.test/done?keep=%31",
            "https://app.test.evil.test/done?keep=1", "https://user@app.test/done?keep=1",
        ] {
            let answer = try await stage.send("GET", AuthorizeFlowTests.target(["redirect_uri": wrong]))
            #expect(answer.status == 400 && answer["Location"] == nil, "\(wrong)")
        }
    }

    @Test("9700-02: nothing leads a browser to an address that a request names")
    func openRedirect() async throws {
        let stage = try TestService()
        for target in [
            "/device?return_to=https://evil.test", "/device?next=https://evil.test",
            "/device/done?url=https://evil.test",
            "/authorize?redirect_uri=https://evil.test", "/callback/corp?state=x&redirect_uri=https://evil.test",
            "/callback/https%3A%2F%2Fevil.test?code=a&state=b", "/device/https%3A%2F%2Fevil.test",
        ] {
            let answer = try await stage.send("GET", target)
            #expect(answer["Location"] == nil && answer["Refresh"] == nil, "\(target)")
            #expect(!answer.text.contains("href=\"https://evil") && !answer.text.contains("url=https://evil"))
        }
    }

    @Test("9700-03: PKCE for apps, and for us at providers")
    func pkce() async throws {
        let stage = try TestService()
        let refused = try await stage.send("GET", AuthorizeFlowTests.target(["code_challenge": ""]))
        #expect(try refused.onwardParameters()["error"] == "invalid_request")
        var browser = TestBrowser(stage)
        let onward = try await browser.get(AuthorizeFlowTests.target())
        let asked = try onward.onwardParameters()
        #expect(asked["code_challenge_method"] == "S256" && asked["code_challenge"]?.utf8.count == 43)
        #expect(asked["code_challenge"] != AuthorizeFlowTests.challenge)
        _ = try await browser.get(browser.signedIn(at: stage.corp, onward))
        #expect(stage.corp.tokenRequests.first?["code_verifier"]?.utf8.count ?? 0 >= 43)
    }

    @Test("9700-04: a state is good once, whatever became of the response")
    func singleUse() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(AuthorizeFlowTests.target())
        let state = try #require(try onward.onwardParameters()["state"])
        #expect(try await browser.get("/callback/corp?error=access_denied&state=\(state)").status == 303)
        let again = try await browser.get("/callback/corp?code=c&state=\(state)")
        #expect(again.status == 400 && again["Location"] == nil && stage.corp.tokenRequests.isEmpty)
        stage.clock.advance(0)
        let late = try await browser.get(AuthorizeFlowTests.target())
        stage.clock.advance(601)
        let lateState = try #require(try late.onwardParameters()["state"])
        #expect(try await browser.get("/callback/corp?code=c&state=\(lateState)").status == 400)
    }

    @Test("9700-05: a response at another provider's callback, or of another issuer, is refused")
    func mixUp() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(AuthorizeFlowTests.target())
        let elsewhere = try browser.signedIn(at: stage.corp, onward, path: "/callback/other")
        #expect(try await browser.get(elsewhere).status == 400)
        let second = try await browser.get(AuthorizeFlowTests.target())
        let foreign = try browser.signedIn(at: stage.corp, second, changes: ["iss": "https://other.test"])
        let back = try await browser.get(foreign)
        #expect(try back.onwardParameters()["code"] == nil)
        #expect(stage.corp.tokenRequests.isEmpty && stage.other.tokenRequests.isEmpty)
    }

    @Test("9700-06: the nonce is checked before anything is made of a token")
    func nonce() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        for nonce in ["another-nonce", nil] as [String?] {
            let onward = try await browser.get(AuthorizeFlowTests.target())
            let callback = try browser.signedIn(at: stage.corp, onward)
            try stage.corp.grant(nonce: nonce, now: stage.clock.seconds)
            let back = try await browser.get(callback)
            #expect(try back.onwardParameters()["error"] == "access_denied")
            #expect(try back.onwardParameters()["code"] == nil)
        }
    }

    @Test("9700-07: no token is taken from an address, and none is put into one")
    func addresses() async throws {
        let stage = try TestService()
        let token = try stage.corp.idToken(now: stage.clock.seconds)
        for query in ["subject_token=\(token)", "access_token=x", "device_code=x", "assertion=x", "id_token=x"] {
            let answer = try await stage.post(
                "/token?\(query)", "grant_type=client_credentials&uid=svc:1", [TestService.basic()])
            #expect(answer.error == "invalid_request", "\(query)")
        }
        var browser = TestBrowser(stage)
        let back = try await browser.get(
            browser.signedIn(at: stage.corp, browser.get(AuthorizeFlowTests.target())))
        #expect(
            Set(try back.onward().split(separator: "?")[1].split(separator: "&").map { $0.prefix { $0 != "=" } })
                == ["code", "state", "iss"])
    }

    @Test("9700-08: no password grant and no implicit grant")
    func grants() async throws {
        let stage = try TestService()
        let password = try await stage.post(
            "/token", "grant_type=password&username=a&password=b&client_id=tv")
        #expect(password.error == "unsupported_grant_type")
        for type in ["token", "id_token", "code token", "code id_token", "none"] {
            let answer = try await stage.send("GET", AuthorizeFlowTests.target(["response_type": type]))
            #expect(try answer.onwardParameters()["error"] == "unsupported_response_type", "\(type)")
        }
        let fragment = try await stage.send("GET", AuthorizeFlowTests.target(["response_mode": "fragment"]))
        #expect(try fragment.onwardParameters()["error"] == "invalid_request")
    }

    @Test("9700-11: every redirect is 303")
    func redirects() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(AuthorizeFlowTests.target())
        let back = try await browser.get(browser.signedIn(at: stage.corp, onward))
        let refused = try await browser.get(AuthorizeFlowTests.target(["response_type": "token"]))
        let started = try await stage.startDevice()
        let question = try await browser.submit(
            browser.get("/device"), [("user_code", try #require(started.member("user_code")))])
        let denied = try await browser.submit(question, [("decision", "deny")])
        for answer in [onward, back, refused, denied] {
            #expect(answer.status == 303 && answer["Cache-Control"] == "no-store")
            #expect(answer["Referrer-Policy"] == "no-referrer")
        }
    }

    @Test("9700-12: only a trusted proxy's word about the caller counts")
    func proxies() async throws {
        let stage = try TestService(#""trusted_proxies": ["10.0.0.0/8"]"#)
        func start(_ peer: String, _ forwarded: [String]) async throws -> Int {
            try await stage.post(
                "/device_authorization", "client_id=tv", forwarded.map { ("X-Forwarded-For", $0) }, from: peer
            ).status
        }
        // A stranger's own word makes it no other network.
        for number in 0..<20 { #expect(try await start("198.51.100.7", ["192.0.2.\(number)"]) == 200) }
        #expect(try await start("198.51.100.7", ["192.0.2.200"]) == 429)
        // Behind a trusted proxy, what the caller wrote itself stands left and counts as little.
        for number in 0..<20 { #expect(try await start("10.0.0.1", ["192.0.2.\(number), 203.0.113.5"]) == 200) }
        #expect(try await start("10.0.0.1", ["192.0.2.200, 203.0.113.5"]) == 429)
        #expect(try await start("10.0.0.2", ["203.0.113.5"]) == 429)
        #expect(try await start("10.0.0.1", ["203.0.113.6"]) == 200)
    }

    @Test("9700-13: no page can be framed")
    func frames() async throws {
        for answer in try await Self.pages() {
            #expect(answer["X-Frame-Options"] == "DENY")
            #expect(answer["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        }
    }

    @Test("9700-14: no script of another site may read a page, whatever is configured")
    func noCORS() async throws {
        let stage = try TestService(#""cors_origins": ["https://app.test"]"#)
        let origin = [("Origin", "https://app.test")]
        for path in ["/device", "/device/done", AuthorizeFlowTests.target(), "/authorize", "/callback/corp?state=x"] {
            let answer = try await stage.send("GET", path, origin)
            #expect(!answer.response.headers.fields.contains { $0.name.lowercased().hasPrefix("access-control-") })
            let preflight = try await stage.send(
                "OPTIONS", path, origin + [("Access-Control-Request-Method", "POST")])
            #expect(preflight.status == 405, "\(path)")
            #expect(!preflight.response.headers.fields.contains { $0.name.lowercased().hasPrefix("access-control-") })
        }
    }

    @Test("9700-15: pages send no referrer and take nothing from elsewhere")
    func referrer() async throws {
        for answer in try await Self.pages() {
            #expect(answer["Referrer-Policy"] == "no-referrer")
            #expect(answer["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            let tags = MarkupReader(answer.text).tags
            #expect(!tags.contains { $0["src"] != nil || $0.name == "script" || $0.name == "link" })
        }
    }

    @Test("9700-16: the metadata tells clients that they may authenticate by a key")
    func asymmetric() async throws {
        let answer = try await TestService().send("GET", "/.well-known/oauth-authorization-server")
        let ways = answer.json["token_endpoint_auth_methods_supported"]?.array ?? []
        #expect(ways.contains("private_key_jwt") && !ways.contains("client_secret_jwt"))
    }

    @Test("6819-01: a token of another app is refused")
    func substitution() async throws {
        let stage = try TestService()
        let token = try stage.corp.idToken(now: stage.clock.seconds, changes: ["aud": "another-app"])
        let answer = try await stage.exchange(token)
        #expect(answer.status == 400 && answer.code == "AUDIENCE_MISMATCH")
    }

    @Test("6819-02: a code of another client is refused, and is used up")
    func codeSubstitution() async throws {
        let stage = try TestService()
        let code = try await AuthorizeFlowTests.code(stage)
        let foreign = try await AuthorizeFlowTests.redeem(code, stage, ["client_id": "chooser"])
        #expect(foreign.status == 400 && foreign.error == "invalid_grant")
        let own = try await AuthorizeFlowTests.redeem(code, stage)
        #expect(own.status == 400 && own.error == "invalid_grant")
        #expect(try stage.auditLines() == [])
    }

    @Test("6819-03: made-up codes and states cost no request to a provider, and are all refused")
    func madeUp() async throws {
        let stage = try TestService()
        for number in 0..<20 {
            let code = String(repeating: "A", count: 41) + "\(10 + number)"
            #expect(try await AuthorizeFlowTests.redeem(code, stage).error == "invalid_grant")
            #expect(try await stage.send("GET", "/callback/corp?code=x&state=\(code)").status == 400)
        }
        #expect(stage.corp.tokenRequests.isEmpty)
    }

    @Test("6819-05: whoever guesses secrets of many clients waits longer each time, too")
    func manyClients() async throws {
        let stage = try TestService()
        for (client, least) in [("backend", 125), ("signer", 250), ("nobody", 500)] {
            // Whoever names a client without a secret in between does not begin anew.
            #expect(try await stage.startDevice().status == 200)
            let start = ContinuousClock.now
            let answer = try await stage.mint(proof: TestService.basic("\(client):wrong-secret-of-16"))
            #expect(answer.status == 401)
            // A lower bound only: a busy machine may take longer.
            #expect(start.duration(to: .now) >= .milliseconds(least))
        }
    }

    /// Pages of every kind.
    static func pages() async throws -> [Answer] {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device")
        let started = try await stage.startDevice("kiosk")
        let question = try await browser.submit(entry, [("user_code", try #require(started.member("user_code")))])
        let choice = try await browser.submit(question, [("decision", "approve")])
        let onward = try await browser.submit(choice, [("provider", "corp")])
        let pages = [
            entry, question, choice, onward, try await browser.get("/device/done"),
            try await browser.get("/device/denied"),
            try await browser.get("/authorize"), try await browser.get("/callback/corp?state=x"),
            try await browser.submit(entry, [("user_code", "BBBB-BBBB")]),
        ]
        for page in pages { #expect(page["Content-Type"]?.hasPrefix("text/html") == true) }
        return pages
    }
}
