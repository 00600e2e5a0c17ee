import OAuthClient
import StrictJSON
import Testing

@Suite("PKCE, native apps and the issuer in responses")
struct CodeRuleTests {
    @Test(
        "7636-02: no challenge or an unknown method: the app is told invalid_request",
        arguments: [
            ["code_challenge": ""], ["code_challenge_method": "plain"], ["code_challenge_method": ""],
            ["code_challenge_method": "s256"], ["code_challenge": "short"],
            ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM="],
        ])
    func challenge(changes: [String: String]) async throws {
        let stage = try TestService()
        let answer = try await stage.send("GET", AuthorizeFlowTests.target(changes))
        let response = try answer.onwardParameters()
        #expect(answer.status == 303 && response["error"] == "invalid_request" && response["code"] == nil)
        #expect(response["state"] == "app state&x" && response["iss"] == "https://bridge.test")
    }

    @Test(
        "7636-03: another verifier redeems nothing, and the code is used up",
        arguments: ["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", AuthorizeFlowTests.challenge])
    func verifier(other: String) async throws {
        let stage = try TestService()
        let code = try await AuthorizeFlowTests.code(stage)
        let answer = try await AuthorizeFlowTests.redeem(code, stage, ["code_verifier": other])
        #expect(answer.status == 400 && answer.error == "invalid_grant")
        #expect(try await AuthorizeFlowTests.redeem(code, stage).error == "invalid_grant")
        #expect(try stage.auditLines() == [])
    }

    @Test("7636-04: there is no code without a challenge, so a verifier is always due")
    func downgrade() async throws {
        let stage = try TestService()
        let code = try await AuthorizeFlowTests.code(stage)
        let answer = try await AuthorizeFlowTests.redeem(code, stage, ["code_verifier": ""])
        #expect(answer.status == 400 && ["invalid_grant", "invalid_request"].contains(answer.error))
        #expect(try stage.auditLines() == [])
    }

    @Test("8252-03: any port on this machine; all else is exact")
    func loopback() async throws {
        let stage = try TestService()
        for port in ["", ":1", ":65535"] {
            let answer = try await stage.send(
                "GET", AuthorizeFlowTests.target(["redirect_uri": "http://127.0.0.1\(port)/callback"]))
            #expect(try answer.onward().hasPrefix("https://corp.test/"), "\(port)")
        }
        for wrong in [
            "http://127.0.0.1/callback?x=1", "http://127.0.0.1/Callback", "http://localhost/callback",
            "http://[::1]/callback", "https://127.0.0.1/callback", "https://app.test:444/done?keep=1",
            "https://app.test/done", "http://127.0.0.2/callback",
        ] {
            let answer = try await stage.send("GET", AuthorizeFlowTests.target(["redirect_uri": wrong]))
            #expect(answer.status == 400 && answer["Location"] == nil, "\(wrong)")
        }
        let code = try await AuthorizeFlowTests.code(stage)
        let other = try await AuthorizeFlowTests.redeem(
            code, stage, ["redirect_uri": "http://127.0.0.1:49153/callback"])
        #expect(other.error == "invalid_grant")
    }

    @Test("8252-06: a private scheme without a dot cannot be registered")
    func privateScheme() async throws {
        let stage = try TestService()
        let bad = #""x": {"type": "public", "grants": ["authorization_code"], "redirect_uris": ["myapp:/done"]}"#
        let text = try Fixture.text(stage).replacing(#""clients": {"#, with: #""clients": {\#(bad), "#)
        #expect(try Fixture.faults(text, in: stage) > 0)
        #expect(try Fixture.faults(text.replacing("myapp:/", with: "com.example.app:/"), in: stage) == 0)
    }

    @Test("9207-05: every response to an app names the issuer, errors too")
    func issuer() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let onward = try await browser.get(AuthorizeFlowTests.target())
        let code = try await browser.get(browser.signedIn(at: stage.corp, onward))
        let second = try await browser.get(AuthorizeFlowTests.target())
        let state = try #require(try second.onwardParameters()["state"])
        let denied = try await browser.get("/callback/corp?error=access_denied&state=\(state)")
        let refused = try await browser.get(AuthorizeFlowTests.target(["response_type": "token"]))
        let forbidden = try await browser.get(AuthorizeFlowTests.target(["provider": "other"]))
        for answer in [code, denied, refused, forbidden] {
            #expect(try answer.onwardParameters()["iss"] == "https://bridge.test")
            #expect(try answer.onwardParameters()["state"] == "app state&x")
        }
        let metadata = try await stage.send("GET", "/.well-known/oauth-authorization-server")
        #expect(metadata.json["authorization_response_iss_parameter_supported"]?.bool == true)
        #expect(metadata.member("issuer") == "https://bridge.test")
    }
}
