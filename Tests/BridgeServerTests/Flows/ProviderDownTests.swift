import OAuthClient
import Testing

@Suite("A provider that is down while a person signs in")
struct ProviderDownTests {
    private static let chooser = ["client_id": "chooser", "redirect_uri": "https://app.test/done"]

    @Test("a device's person is told when to try again, and the device goes on waiting (ERR-02)")
    func deviceBegins() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice("kiosk")
        var browser = TestBrowser(stage)
        let choice = try await browser.approve(try #require(started.member("user_code")))
        stage.corp.fail()
        let page = try await browser.submit(choice, [("provider", "corp")])
        #expect(page.status == 503 && page["Retry-After"] == "7" && page["Location"] == nil)
        #expect(
            try await stage.poll(try #require(started.member("device_code")), "kiosk").error == "authorization_pending")
        // Another provider is not in the way.
        let onward = try await browser.submit(choice, [("provider", "other")])
        #expect(try onward.onward().hasPrefix("https://other.test/authorize?"))
    }

    @Test("at the callback: nothing is approved, and a second sign-in is possible")
    func deviceEnds() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        let (device, code) = (
            try #require(started.member("device_code")), try #require(started.member("user_code"))
        )
        var browser = TestBrowser(stage)
        let callback = try browser.signedIn(at: stage.corp, try await browser.approve(code))
        stage.corp.fail()
        let page = try await browser.get(callback)
        #expect(page.status == 503 && page["Retry-After"] == "7" && page["Location"] == nil)
        #expect(try await stage.poll(device).error == "authorization_pending")
        stage.corp.recover()
        // The response was used up all the same (9700-04).
        #expect(try await browser.get(callback).status == 400)
        let again = try browser.signedIn(at: stage.corp, try await browser.approve(code))
        #expect(try await browser.get(again)["Location"] == "/device/done")
        stage.clock.advance(5)
        #expect(try await stage.poll(device).status == 200)
    }

    @Test("an app is told after the choice too, by a redirect that the page of the choice allows, with its state")
    func appChooses() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let choice = try await browser.get(AuthorizeFlowTests.target(Self.chooser))
        #expect(choice["Content-Security-Policy"]?.contains("form-action 'self' https://app.test; ") == true)
        stage.corp.fail()
        let back = try await browser.submit(choice, [("provider", "corp")])
        #expect(back.status == 303)
        #expect(try back.onward().hasPrefix("https://app.test/done?"))
        let response = try back.onwardParameters()
        #expect(response["error"] == "temporarily_unavailable" && response["code"] == nil)
        #expect(response["state"] == "app state&x" && response["iss"] == "https://bridge.test")
    }

    @Test("an app is told at the callback, and gets no code")
    func appEnds() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let callback = try browser.signedIn(
            at: stage.corp, try await browser.get(AuthorizeFlowTests.target()))
        stage.corp.fail()
        let response = try await browser.get(callback).onwardParameters()
        #expect(response["error"] == "temporarily_unavailable" && response["code"] == nil)
        #expect(response["state"] == "app state&x" && response["iss"] == "https://bridge.test")
    }

    @Test("an ID token whose keys cannot be had is answered 503, and is not used up (PRV-12)")
    func exchange() async throws {
        let stage = try TestService()
        stage.corp.fail()
        let answer = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds))
        #expect(answer.status == 503 && answer.code == "PROVIDER_UNAVAILABLE" && answer["Retry-After"] != nil)
        #expect(stage.store.written.isEmpty)
        #expect(try stage.auditLines() == [])
    }
}
