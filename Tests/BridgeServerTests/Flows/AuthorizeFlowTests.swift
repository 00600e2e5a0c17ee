import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("The authorization code grant, from the app to its token")
struct AuthorizeFlowTests {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirect = "http://127.0.0.1:49152/callback"

    /// The target of an app's request; an empty value takes a parameter away.
    static func target(_ changes: [String: String] = [:]) -> String {
        var parameters = [
            "response_type": "code", "client_id": "desktop", "redirect_uri": redirect, "state": "app state&x",
            "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        parameters.merge(changes) { $1 }
        let fields = parameters.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }
        return "/authorize?\(TestService.form(fields))"
    }

    /// Redeems a code.
    static func redeem(_ code: String, _ stage: TestService, _ changes: [String: String] = [:]) async throws -> Answer {
        var parameters = [
            "grant_type": "authorization_code", "client_id": "desktop", "redirect_uri": redirect, "code": code,
            "code_verifier": verifier,
        ]
        parameters.merge(changes) { $1 }
        return try await stage.post(
            "/token", TestService.form(parameters.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }))
    }

    /// Goes all the way to the code.
    static func code(_ stage: TestService, _ changes: [String: String] = [:]) async throws -> String {
        var browser = TestBrowser(stage)
        let onward = try await browser.get(target(changes))
        let back = try await browser.get(browser.signedIn(at: stage.corp, onward))
        return try #require(back.onwardParameters()["code"])
    }

    @Test("authorize, provider, callback, code, token, audit line; the code is good once (7636-03, 9700-04, 9207-05)")
    func whole() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(Self.target())
        #expect(onward.status == 303)
        #expect(try onward.onward().hasPrefix("https://corp.test/authorize?"))
        let back = try await browser.get(browser.signedIn(at: stage.corp, onward))
        #expect(back.status == 303)
        #expect(try back.onward().hasPrefix("\(Self.redirect)?"))
        let response = try back.onwardParameters()
        #expect(response["state"] == "app state&x" && response["iss"] == "https://bridge.test")
        let code = try #require(response["code"])
        let token = try await Self.redeem(code, stage)
        #expect(token.status == 200 && token.member("uid") == "corp:user-0001")
        #expect(try stage.auditLines().map { $0.contains(#""grant":"authorization_code""#) } == [true])
        let again = try await Self.redeem(code, stage)
        #expect(again.status == 400 && again.error == "invalid_grant")
        // The provider's response is used up too.
        let callback = "/callback/corp?code=c&state=\(try #require(try onward.onwardParameters()["state"]))"
        #expect(try await browser.get(callback).status == 400)
    }

    @Test("an app's own query in its redirect address is kept")
    func ownQuery() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(Self.target(["redirect_uri": "https://app.test/done?keep=1"]))
        let back = try await browser.get(browser.signedIn(at: stage.corp, onward))
        #expect(try back.onward().hasPrefix("https://app.test/done?keep=1&code="))
    }

    @Test("several providers: a page lets the person choose, bound to the browser")
    func choice() async throws {
        let stage = try TestService()
        let target = Self.target(["client_id": "chooser", "redirect_uri": "https://app.test/done"])
        var browser = TestBrowser(stage)
        let choice = try await browser.get(target)
        #expect(choice.status == 200)
        #expect(try choice.page().all("button").compactMap { $0["value"] } == ["corp", "other"])
        let onward = try await browser.submit(choice, [("provider", "other")])
        #expect(try onward.onward().hasPrefix("https://other.test/authorize?"))
        let back = try await browser.get(browser.signedIn(at: stage.other, onward, path: "/callback/other"))
        #expect(try back.onward().hasPrefix("https://app.test/done?code="))
        // What the form carries is read as anew: another client's redirect address is not taken from it.
        let forged = try await browser.submit(
            choice,
            [
                ("provider", "other"),
                ("request", "client_id=chooser&redirect_uri=https%3A%2F%2Fevil.test&response_type=code"),
            ])
        #expect(forged.status == 400 && forged["Location"] == nil)
        let refused = try await browser.submit(choice, [("provider", "apple")])
        #expect(try refused.onwardParameters()["error"] == "unauthorized_client")
    }

    @Test(
        "a provider's error goes to the app as a code of ours, without the provider's words",
        arguments: [
            ("access_denied", "access_denied"), ("server_error", "temporarily_unavailable"), ("<script>", ""),
        ])
    func providerError(theirs: String, ours: String) async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(Self.target())
        let fields = [
            ("error", theirs), ("error_description", "canary words \"of\" theirs"),
            ("state", try #require(try onward.onwardParameters()["state"])),
        ]
        let back = try await browser.get("/callback/corp?\(TestService.form(fields))")
        #expect(back.status == 303)
        #expect(try back.onward().hasPrefix(Self.redirect))
        let response = try back.onwardParameters()
        #expect(response["code"] == nil)
        #expect(response["state"] == "app state&x" && response["iss"] == "https://bridge.test")
        if ours.isEmpty {
            #expect(try #require(response["error"]).allSatisfy { $0.isLetter || $0 == "_" })
        } else {
            #expect(response["error"] == ours)
        }
        #expect(try !back.onward().contains("canary") && !back.onward().contains("Cscript"))
    }

    @Test("a provider that is down when the sign-in begins: the app is told, with its state")
    func providerDown() async throws {
        let stage = try TestService()
        stage.corp.fail()
        var browser = TestBrowser(stage)
        let back = try await browser.get(Self.target())
        let response = try back.onwardParameters()
        #expect(response["error"] == "temporarily_unavailable" && response["state"] == "app state&x")
        #expect(response["iss"] == "https://bridge.test")
    }

    @Test("the response of another browser, or without the cookie, is refused, and the state is used up")
    func otherBrowser() async throws {
        let stage = try TestService()
        for hasCookie in [true, false] {
            var browser = TestBrowser(stage)
            let onward = try await browser.get(Self.target())
            let callback = try browser.signedIn(at: stage.corp, onward)
            var stranger = TestBrowser(stage)
            if hasCookie { _ = try await stranger.get("/device") }
            let refused = try await stranger.get(callback)
            #expect(refused.status == 400 && refused["Location"] == nil)
            #expect(try await browser.get(callback).status == 400)
        }
        #expect(stage.corp.tokenRequests.isEmpty)
    }

    @Test("a client that is registered for its providers' tokens gets none of another's")
    func noProviderTokens() async throws {
        let stage = try TestService()
        let answer = try await Self.redeem(Self.code(stage), stage)
        #expect(answer.status == 200 && answer.json["provider_tokens"] == nil)
        #expect(!answer.text.contains(FakeProvider.accessToken) && !answer.text.contains(FakeProvider.refreshToken))
    }
}
