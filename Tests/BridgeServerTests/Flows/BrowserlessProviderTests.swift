import OAuthClient
import Testing

@Suite("A provider of which only programs bring credentials: nobody signs in there by browser")
struct BrowserlessProviderTests {
    /// A service in which `tv` and `desktop` may use such a provider alone, `kiosk` and `chooser` one of each kind.
    private static func stage() throws -> TestService {
        let stage = try TestService()
        let text = try Fixture.text(stage)
            .replacing(#""corp": {"#, with: #""facebook-limited": {"client_id": "client-ours"}, "corp": {"#)
            .replacing(#"["corp"]"#, with: #"["facebook-limited"]"#)
            .replacing(#"["corp", "other"]"#, with: #"["corp", "facebook-limited"]"#)
        try Fixture.take(text, in: stage)
        return stage
    }

    @Test("a device whose person could sign in nowhere is told so at once, and starts no session")
    func device() async throws {
        let stage = try Self.stage()
        for (client, more) in [
            ("tv", ""), ("tv", "&provider=facebook-limited"), ("kiosk", "&provider=facebook-limited"),
        ] {
            let answer = try await stage.startDevice(client, more)
            #expect(answer.status == 400 && answer.error == "unauthorized_client", "\(client)\(more)")
            #expect(answer.code == "PROVIDER_NOT_ALLOWED" && answer.member("device_code") == nil)
        }
        #expect(stage.store.written.isEmpty)
    }

    @Test("a person is not offered it, and cannot choose it")
    func choice() async throws {
        let stage = try Self.stage()
        var browser = TestBrowser(stage)
        let code = try #require(try await stage.startDevice("kiosk").member("user_code"))
        let question = try await browser.submit(browser.get("/device"), [("user_code", code)])
        let chosen = try await browser.submit(question, [("decision", "approve"), ("provider", "facebook-limited")])
        #expect(try chosen.onward().hasPrefix("https://corp.test/authorize?"))
    }

    @Test("an app is told so by a redirect, without a sign-in")
    func app() async throws {
        let stage = try Self.stage()
        let chooser = ["client_id": "chooser", "redirect_uri": "https://app.test/done"]
        for changes in [[:], chooser.merging(["provider": "facebook-limited"]) { $1 }] {
            let answer = try await stage.send("GET", AuthorizeFlowTests.target(changes))
            let response = try answer.onwardParameters()
            #expect(answer.status == 303 && response["error"] == "unauthorized_client", "\(changes)")
            #expect(response["code"] == nil && response["iss"] == "https://bridge.test")
        }
        let onward = try await stage.send("GET", AuthorizeFlowTests.target(chooser))
        #expect(try onward.onward().hasPrefix("https://corp.test/authorize?"))
    }
}
