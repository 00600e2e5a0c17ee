import OAuthClient
import StrictJSON
import Testing

@Suite("A person who declines at the provider, where a device waits")
struct DeclinedDeviceTests {
    /// A device whose person has gone as far as the provider.
    private struct Waiting {
        let stage: TestService
        let deviceCode: String
        let userCode: String
        let state: String
        var browser: TestBrowser

        init() async throws {
            stage = try TestService()
            let started = try await stage.startDevice()
            deviceCode = try #require(started.member("device_code"))
            userCode = try #require(started.member("user_code"))
            browser = TestBrowser(stage)
            let onward = try await browser.approve(userCode)
            state = try #require(onward.onwardParameters()["state"])
        }

        /// What the device is told, once it may ask again.
        func polled() async throws -> Answer {
            stage.clock.advance(60)
            return try await stage.poll(deviceCode)
        }
    }

    @Test(
        "8628-17: the device is told at its next poll, the page says so, and nothing is minted",
        arguments: ["error=access_denied", "error=user_denied", "error=access_denied&iss=https%3A%2F%2Fcorp.test"])
    func declined(response: String) async throws {
        var waiting = try await Waiting()
        let page = try await waiting.browser.get("/callback/corp?\(response)&state=\(waiting.state)")
        #expect(page.status == 403 && page.text.contains("ACCESS_DENIED"))
        #expect(page.text.contains("start again on your device"))
        let polled = try await waiting.polled()
        #expect(polled.status == 400 && polled.error == "access_denied")
        #expect(try waiting.stage.auditLines() == [])
        #expect(waiting.stage.corp.tokenRequests.isEmpty)
        // The code is as good as used up: nobody approves it any more.
        let entry = try await waiting.browser.submit(
            waiting.browser.get("/device"), [("user_code", waiting.userCode)])
        #expect(entry.status == 400)
    }

    @Test(
        "only the response to this very sign-in declines it: not one with another state, with none, or of another issuer",
        arguments: [
            "error=access_denied&state=AAAA", "error=access_denied",
            "error=access_denied&iss=https%3A%2F%2Fevil.test&state=",
        ])
    func foreign(response: String) async throws {
        var waiting = try await Waiting()
        let end = response.hasSuffix("state=") ? waiting.state : ""
        #expect(try await waiting.browser.get("/callback/corp?\(response)\(end)").status >= 400)
        #expect(try await waiting.polled().error == "authorization_pending")
    }

    @Test("another browser, or the callback of another provider, declines nothing")
    func elsewhere() async throws {
        let waiting = try await Waiting()
        var stranger = TestBrowser(waiting.stage)
        _ = try await stranger.get("/device")
        #expect(
            try await stranger.get("/callback/corp?error=access_denied&state=\(waiting.state)").status == 400)
        #expect(try await waiting.polled().error == "authorization_pending")
        var mixedUp = try await Waiting()
        let answer = try await mixedUp.browser.get("/callback/other?error=access_denied&state=\(mixedUp.state)")
        #expect(answer.status == 400)
        #expect(try await mixedUp.polled().error == "authorization_pending")
    }

    @Test("a provider that refuses the code it gave out is not the person: the device goes on waiting")
    func refusedCode() async throws {
        var waiting = try await Waiting()
        var refusal = JSONObject()
        refusal["error"] = "access_denied"
        waiting.stage.corp.answer(400, refusal)
        let page = try await waiting.browser.get("/callback/corp?code=c&state=\(waiting.state)")
        #expect(page.status >= 400)
        #expect(waiting.stage.corp.tokenRequests.count == 1)
        #expect(try await waiting.polled().error == "authorization_pending")
    }

    @Test("a sign-in that was approved before in another tab stays approved")
    func approvedBefore() async throws {
        var waiting = try await Waiting()
        let second = try await waiting.browser.approve(waiting.userCode)
        #expect(
            try await waiting.browser.get(waiting.browser.signedIn(at: waiting.stage.corp, second)).status == 303)
        let page = try await waiting.browser.get("/callback/corp?error=access_denied&state=\(waiting.state)")
        #expect(page.status == 403 && page.text.contains("ACCESS_DENIED"))
        #expect(try await waiting.polled().status == 200)
    }
}
