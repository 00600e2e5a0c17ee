import Bridge
import OAuthClient
import StrictJSON
import Testing

/// Every test of a rule bears its identifier: `make conformance` prints what became of each.
@Suite("RFC 6749 at the token endpoint")
struct OAuthRuleTests {
    @Test("6749-01: unknown parameters do no harm, an empty one is absent, a repeated one is refused")
    func parameters() async throws {
        let stage = try TestService()
        #expect(try await stage.mint("&unheard-of=1&tenant_id=&ttl=").status == 200)
        for twice in ["&uid=svc:1", "&uid=svc:2", "&grant_type=client_credentials", "&odd=1&odd=1"] {
            let answer = try await stage.mint(twice)
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(twice)")
        }
        let empty = try await stage.mint(uid: "")
        #expect(empty.error == "invalid_request")
        #expect(try stage.auditLines().count == 1)
    }

    @Test("6749-02: POST with a form and nothing else", arguments: ["/token", "/device_authorization"])
    func method(path: String) async throws {
        let stage = try TestService()
        for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "post", "PATCH"] {
            let answer = try await stage.send(method, "\(path)?client_id=tv", TestService.formType)
            #expect(answer.status == 405 && answer["Allow"] == "POST", "\(method)")
        }
        let form = "grant_type=client_credentials&uid=svc:1&client_id=tv"
        for type in ["application/json", "text/plain", "multipart/form-data; boundary=x", ""] {
            let answer = try await stage.send("POST", path, [("Content-Type", type), TestService.basic()], body: form)
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(type)")
        }
        #expect(try await stage.send("POST", path, body: form).status == 400)
        let twice = try await stage.post(path, form, TestService.formType)
        #expect(twice.status == 400)
    }

    @Test("6749-03: confidential clients authenticate; Basic is form-decoded first")
    func authentication() async throws {
        let stage = try TestService()
        #expect(try await stage.mint().status == 200)
        let encoded = try await stage.mint(proof: TestService.basic("web%7Eapp:\(TestService.secret)"))
        #expect(encoded.status == 200)
        #expect(try await stage.mint(proof: TestService.basic("web%7eapp:%63anary-of-the-backend")).status == 200)
        let raw = try await stage.post(
            "/token", "grant_type=client_credentials&uid=svc:1&client_id=backend&client_secret=\(TestService.secret)")
        #expect(raw.status == 200)
        let unproven = try await stage.post("/token", "grant_type=client_credentials&uid=svc:1&client_id=backend")
        #expect(unproven.status == 401 && unproven.error == "invalid_client")
        let nobody = try await stage.post("/token", "grant_type=client_credentials&uid=svc:1")
        #expect(nobody.status == 401 && nobody.error == "invalid_client")
    }

    @Test("6749-04: one way to authenticate at a time, and no secret in the address")
    func oneWay() async throws {
        let stage = try TestService()
        for more in [
            "&client_id=backend&client_secret=\(TestService.secret)",
            "&client_assertion=a.b.c&client_assertion_type=\(TestService.assertionType)",
        ] {
            let answer = try await stage.mint(more)
            #expect(answer.status == 400 && answer.error == "invalid_request")
        }
        let twice = try await stage.post(
            "/token", "grant_type=client_credentials&uid=svc:1", [TestService.basic(), TestService.basic()])
        #expect(twice.status == 400 && twice.error == "invalid_request")
        for query in [
            "client_secret=\(TestService.secret)&client_id=backend", "grant_type=client_credentials",
            "%63lient_secret=x",
        ] {
            let answer = try await stage.post(
                "/token?\(query)", "grant_type=client_credentials&uid=svc:1", [TestService.basic()])
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(query)")
            #expect(!answer.text.contains(TestService.secret))
        }
        #expect(try stage.auditLines() == [])
    }

    @Test("6749-05: each wrong secret is answered later than the one before, a right one at once")
    func guessing() async throws {
        let stage = try TestService()
        var waits: [Duration] = []
        for _ in 0..<3 {
            let start = ContinuousClock.now
            #expect(try await stage.mint(proof: TestService.basic("backend:wrong-secret-of-16")).status == 401)
            waits.append(start.duration(to: .now))
        }
        // Lower bounds only: a busy machine may take longer.
        #expect(waits[0] >= .milliseconds(125) && waits[1] >= .milliseconds(250) && waits[2] >= .milliseconds(500))
        var right: [Duration] = []
        for _ in 0..<5 {
            let start = ContinuousClock.now
            #expect(try await stage.mint().status == 200)
            right.append(start.duration(to: .now))
        }
        // The quickest of some: it has waited for nobody, while another wrong one would wait for 1 s.
        #expect(right.contains { $0 < .milliseconds(500) })
    }

    @Test("6749-06: failed authentication is 401 with a challenge")
    func challenge() async throws {
        let stage = try TestService()
        for header in [TestService.basic("backend:wrong-secret-of-16"), ("Authorization", "Bearer canary")] {
            let answer = try await stage.mint(proof: header)
            #expect(answer.status == 401 && answer.error == "invalid_client")
            #expect(answer["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true)
        }
    }

    @Test("6749-07: token answers are JSON that nobody keeps, refusals too")
    func caching() async throws {
        let stage = try TestService()
        let answers = [
            try await stage.mint(), try await stage.mint(uid: "other:1"),
            try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds)), try await stage.startDevice(),
        ]
        #expect(answers.map(\.status) == [200, 400, 200, 200])
        for answer in answers {
            #expect(answer["Cache-Control"] == "no-store" && answer["Pragma"] == "no-cache")
            #expect(answer["Content-Type"] == "application/json" && !answer.json.isEmpty)
        }
    }

    @Test("6749-08: each refusal has the error of the RFC, and status 400")
    func errors() async throws {
        let stage = try TestService()
        for (form, error) in [
            ("uid=svc:1", "invalid_request"), ("grant_type=password&username=a&password=b", "unsupported_grant_type"),
            ("grant_type=refresh_token&refresh_token=x", "unsupported_grant_type"),
            ("grant_type=client_credentials%20&uid=svc:1", "unsupported_grant_type"),
            ("grant_type=\(TestService.deviceCode)&device_code=x", "unauthorized_client"),
            ("grant_type=authorization_code&code=x&redirect_uri=https://app.test/done", "unauthorized_client"),
            ("grant_type=client_credentials&uid=other:1", "invalid_request"),
        ] {
            let answer = try await stage.post("/token", form, [TestService.basic()])
            #expect(answer.status == 400 && answer.error == error, "\(form): \(answer.text)")
        }
    }

    @Test("6749-09: descriptions have no character but those that may stand there, whatever was sent")
    func descriptions() async throws {
        let stage = try TestService()
        let hostile = "%22%5C%0D%0ASet-Cookie:%20a=b%00%C3%A9%F0%9F%98%80%7F%3Cscript%3E"
        for form in [
            "grant_type=\(hostile)", "grant_type=client_credentials&uid=\(hostile)",
            "grant_type=client_credentials&uid=svc:1&claims=\(hostile)",
            "grant_type=client_credentials&uid=svc:1&ttl=\(hostile)",
            "grant_type=client_credentials&uid=svc:1&tenant_id=\(hostile)",
            "grant_type=\(TestService.exchange)&subject_token=a&subject_token_type=\(hostile)",
            "grant_type=\(TestService.exchange)&subject_token=\(hostile)&subject_token_type=urn:ietf:params:oauth:token-type:id_token",
            "grant_type=\(TestService.exchange)&subject_token=a.b.c&provider=\(hostile)"
                + "&subject_token_type=urn:ietf:params:oauth:token-type:id_token",
        ] {
            let answer = try await stage.post("/token", form, [TestService.basic()])
            let description = try #require(answer.member("error_description"))
            #expect(answer.status == 400, "\(form)")
            #expect(description.utf8.allSatisfy { 0x20...0x21 ~= $0 || 0x23...0x5B ~= $0 || 0x5D...0x7E ~= $0 })
            #expect(answer.all("Set-Cookie") == [])
        }
        let page = try await stage.send("GET", "/callback/\(hostile.replacing("%00", with: ""))")
        #expect(page.status >= 400 && !page.text.contains("<script"))
    }

    @Test("6749-10: a scope that was asked for is answered with the one that is granted: none")
    func scope() async throws {
        let stage = try TestService()
        let asked = try await stage.mint("&scope=openid+email")
        #expect(asked.status == 200 && asked.member("scope") == "")
        #expect(try await stage.mint().json["scope"] == nil)
        let exchanged = try await stage.exchange(
            stage.corp.idToken(now: stage.clock.seconds), "&client_id=tv&provider=corp&scope=openid")
        #expect(exchanged.member("scope") == "")
        let code = try await AuthorizeFlowTests.code(stage, ["scope": "openid"])
        #expect(try await AuthorizeFlowTests.redeem(code, stage).member("scope") == "")
        for (asked, granted) in [("&scope=openid", ""), ("", nil)] {
            let started = try await stage.startDevice("tv", asked)
            let code = try #require(started.member("device_code"))
            var browser = TestBrowser(stage)
            let onward = try await browser.approve(try #require(started.member("user_code")))
            #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
            #expect(try await stage.poll(code).member("scope") == granted)
        }
    }

    @Test("6749-11: codes and cookies have 256 random bits, and none comes twice")
    func entropy() async throws {
        let stage = try TestService()
        var secrets: Set<String> = []
        for _ in 0..<4 {
            let code = try #require(try await stage.startDevice().member("device_code"))
            let cookie = try #require(try await stage.send("GET", "/device")["Set-Cookie"]).prefix { $0 != ";" }
            let issued = try await AuthorizeFlowTests.code(stage)
            for secret in [code, String(cookie.drop { $0 != "=" }.dropFirst()), issued] {
                #expect(secret.utf8.count >= 43)
                secrets.insert(secret)
            }
        }
        #expect(secrets.count == 12)
    }

    @Test(
        "6749-18: with a wrong client or redirect address there is a page and no redirect",
        arguments: [
            ["redirect_uri": "https://evil.test/"], ["redirect_uri": ""], ["client_id": "nobody"], ["client_id": ""],
            ["redirect_uri": "http://127.0.0.1:1/callback/"], ["redirect_uri": "http://127.0.0.1@evil.test/callback"],
            ["redirect_uri": "javascript:alert(1)"], ["redirect_uri": "//evil.test"], ["client_id": "tv"],
        ])
    func noRedirect(changes: [String: String]) async throws {
        let stage = try TestService()
        let answer = try await stage.send("GET", AuthorizeFlowTests.target(changes))
        #expect([400, 401].contains(answer.status) && answer["Location"] == nil)
        #expect(answer["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(!answer.text.contains("http-equiv=\"refresh\""))
    }
}
