import OAuthClient
import StrictJSON
import Testing

@Suite("The device grant, from its start to its token")
struct DeviceFlowTests {
    @Test("start, pages, provider, callback, poll, token, audit line; then the code is used up (8628-17, 8628-19)")
    func whole() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        let (code, userCode) = (
            try #require(started.member("device_code")), try #require(started.member("user_code"))
        )
        #expect(try await stage.poll(code).error == "authorization_pending")

        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device")
        #expect(entry.status == 200)
        let question = try await browser.submit(entry, [("user_code", userCode)])
        #expect(question.text.contains("tv") && question.text.contains(userCode))
        stage.clock.advance(5)
        #expect(try await stage.poll(code).error == "authorization_pending")
        let onward = try await browser.submit(question, [("decision", "approve")])
        #expect(try onward.onward().hasPrefix("https://corp.test/authorize?"))
        let done = try await browser.get(browser.signedIn(at: stage.corp, onward))
        #expect(done.status == 303 && done["Location"] == "/device/done")
        #expect(try await browser.get("/device/done").status == 200)

        let token = try await stage.poll(code)
        #expect(token.status == 200)
        #expect(token.member("uid") == "corp:user-0001")
        #expect(token.json["profile"]?.object?["email"]?.string == "person@example.test")
        #expect(token.json["provider_tokens"] == nil)
        let lines = try stage.auditLines()
        let line = try #require(lines.first)
        #expect(lines.count == 1 && line.contains(#""uid":"corp:user-0001""#))
        #expect(line.contains(#""grant":"device_code""#))
        let again = try await stage.poll(code)
        #expect(again.status == 400 && again.error == "invalid_grant")
        #expect(try stage.auditLines().count == 1)
    }

    @Test("a person who says no: the device is told, and nothing is minted")
    func denied() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let question = try await browser.submit(
            browser.get("/device"), [("user_code", try #require(started.member("user_code")))])
        let answer = try await browser.submit(question, [("decision", "deny")])
        #expect(answer.status == 303 && answer["Location"] == "/device/denied")
        #expect(try await browser.get("/device/denied").status == 200)
        let polled = try await stage.poll(try #require(started.member("device_code")))
        #expect(polled.status == 400 && polled.error == "access_denied")
        #expect(try stage.auditLines() == [])
    }

    @Test("a decision that is none decides nothing")
    func noDecision() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let question = try await browser.submit(
            browser.get("/device"), [("user_code", try #require(started.member("user_code")))])
        #expect(try await browser.submit(question, [("decision", "Approve")]).status == 400)
        #expect(try await stage.poll(try #require(started.member("device_code"))).error == "authorization_pending")
    }

    @Test("a provider that does not exist, or that the client may not use, is refused at the start")
    func wrongProvider() async throws {
        let stage = try TestService()
        for provider in ["other", "nobody"] {
            let answer = try await stage.startDevice("tv", "&provider=\(provider)")
            #expect(answer.status == 400 && answer.error == "unauthorized_client")
            #expect(answer.code == "PROVIDER_NOT_ALLOWED")
        }
    }

    @Test("several providers: the person chooses, and only among those of the client")
    func choice() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice("kiosk")
        var browser = TestBrowser(stage)
        let choice = try await browser.approve(try #require(started.member("user_code")))
        let offered = try choice.page().all("button").compactMap { $0["value"] }
        #expect(offered == ["corp", "other"])
        let refused = try await browser.submit(choice, [("provider", "apple")])
        #expect(refused.status == 403)
        let onward = try await browser.submit(choice, [("provider", "other")])
        #expect(try onward.onward().hasPrefix("https://other.test/authorize?"))
        // The response is brought to the callback of another provider: it proves nothing there.
        let mixedUp = try await browser.get(browser.signedIn(at: stage.other, onward))
        #expect(mixedUp.status == 400)
        #expect(stage.corp.tokenRequests.isEmpty && stage.other.tokenRequests.isEmpty)
        let second = try await browser.submit(choice, [("provider", "other")])
        let done = try await browser.get(browser.signedIn(at: stage.other, second, path: "/callback/other"))
        #expect(done.status == 303)
        let token = try await stage.poll(try #require(started.member("device_code")), "kiosk")
        #expect(token.member("uid") == "other:user-0001")
    }

    @Test("a provider that was named at the start is the only one")
    func named() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice("kiosk", "&provider=other")
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try onward.onward().hasPrefix("https://other.test/authorize?"))
    }

    @Test(
        "a provider's error leaves the session as it was: the person may try again",
        arguments: ["server_error", "temporarily_unavailable", "login_required", "invalid_scope", "", "%3Cscript%3E"])
    func providerError(theirs: String) async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        let userCode = try #require(started.member("user_code"))
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(userCode)
        let state = try #require(onward.onwardParameters()["state"])
        let failed = try await browser.get("/callback/corp?error=\(theirs)&state=\(state)")
        #expect(failed.status >= 400)
        #expect(try await stage.poll(try #require(started.member("device_code"))).error == "authorization_pending")
        let again = try await browser.approve(userCode)
        #expect(try await browser.get(browser.signedIn(at: stage.corp, again)).status == 303)
        stage.clock.advance(5)
        #expect(try await stage.poll(try #require(started.member("device_code"))).status == 200)
    }

    @Test("form_post: the response comes from the provider's site, with the cookie that such requests bring")
    func formPost() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice("watch")
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        let cookies = onward.all("Set-Cookie")
        #expect(cookies.count == 2)
        let crossSite = try #require(cookies.first { $0.hasPrefix("__Host-bridge-return=") })
        for part in ["SameSite=None", "Secure", "HttpOnly", "Path=/"] { #expect(crossSite.contains("; \(part)")) }
        let asked = try onward.onwardParameters()
        #expect(asked["response_mode"] == "form_post")
        try stage.apple.grant(nonce: asked["nonce"], now: stage.clock.seconds)
        // A browser leaves the other cookie out, for the form is another site's.
        browser.cookies = browser.cookies.filter { $0.key == "__Host-bridge-return" }
        let fields = [("code", "canary-provider-code"), ("state", try #require(asked["state"]))]
        let crossing = [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://appleid.apple.com")]
        let done = try await browser.post("/callback/apple", fields, crossing)
        #expect(done.status == 303)
        let token = try await stage.poll(try #require(started.member("device_code")), "watch")
        #expect(token.member("uid") == "apple:user-0001")
    }

    @Test("a provider that answers by redirect sets no cookie that other sites' requests bring")
    func noCrossSiteCookie() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(!onward.all("Set-Cookie").contains { $0.contains("SameSite=None") })
        #expect(onward.all("Set-Cookie").allSatisfy { $0.hasPrefix("__Host-bridge=") && $0.contains("; Secure") })
    }

    @Test("an issuer with a path: pages, forms, callback and endpoints are under it")
    func pathPrefix() async throws {
        let stage = try TestService(issuer: "https://bridge.test/auth")
        let started = try await stage.post("/auth/device_authorization", "client_id=tv")
        #expect(started.member("verification_uri") == "https://bridge.test/auth/device")
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/auth/device")
        #expect(try entry.page().all("form").first?["action"] == "/auth/device")
        let onward = try await browser.approve(try #require(started.member("user_code")), path: "/auth/device")
        #expect(try onward.onwardParameters()["redirect_uri"] == "https://bridge.test/auth/callback/corp")
        let done = try await browser.get(
            browser.signedIn(at: stage.corp, onward, path: "/auth/callback/corp"))
        #expect(done["Location"] == "/auth/device/done")
        #expect(try await browser.get("/auth/device/done").status == 200)
        #expect(try await stage.send("GET", "/authdevice").status == 404)
        #expect(try await stage.send("GET", "/other/device").status == 404)
    }

    @Test("an issuer on this machine without TLS: the cookie has no prefix that needs https")
    func withoutTLS() async throws {
        let stage = try TestService(issuer: "http://127.0.0.1:8080")
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device")
        let cookie = try #require(entry["Set-Cookie"])
        #expect(cookie.hasPrefix("bridge=") && !cookie.contains("Secure") && cookie.contains("HttpOnly"))
    }

    @Test("a code that expires in the meantime: the device is told, and the page takes it no more")
    func expired() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        stage.clock.advance(601)
        #expect(try await stage.poll(try #require(started.member("device_code"))).error == "expired_token")
        var browser = TestBrowser(stage)
        let entry = try await browser.submit(
            browser.get("/device"), [("user_code", try #require(started.member("user_code")))])
        #expect(entry.status == 400)
    }
}
