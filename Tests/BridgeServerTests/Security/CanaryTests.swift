import HTTPServer
import BridgeServer
import OAuthClient
import Operations
import StrictJSON
import TestSupport
import Testing

@Suite("No secret, token or code is in a log, a metric, the audit file or an answer that is not its own")
struct CanaryTests {
    /// Does one of everything with a canary in every credential, and returns what must be nowhere.
    private static func exercise(_ stage: TestService) async throws -> [String] {
        var secrets = [
            TestService.secret, "canary-of-our-secret-at-corp", FakeProvider.accessToken, FakeProvider.refreshToken,
            FakeProvider.rotatedToken, "canary-provider-code", "canary",
        ]
        let headers = [
            "Authorization", "Cookie", "User-Agent", "X-Api-Key", "Referer", "Origin", "X-Request-ID",
            "Traceparent", "Forwarded", "X-Forwarded-For", "Accept-Language", "Sec-Fetch-Site",
        ].map { ($0, "canary-in-a-header") }
        for target in [
            "/token?client_secret=canary-x", "/callback/corp?code=canary-x&state=canary-y", "/canary-path",
            "/authorize?client_id=desktop&state=canary-x", "/device?user_code=canary", "/callback/nobody",
        ] {
            _ = try await stage.send("GET", target, headers)
            _ = try await stage.send("POST", target, headers + TestService.formType, body: "code=canary-x&state=canary")
        }
        let minted = try await stage.mint()
        let started = try await stage.startDevice()
        let (device, user) = (
            try #require(started.member("device_code")), try #require(started.member("user_code"))
        )
        _ = try await stage.poll(device)
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(user)
        let asked = try onward.onwardParameters()
        secrets += [asked["state"], asked["nonce"], asked["code_challenge"]].compactMap { $0 }
        _ = try await browser.get(browser.signedIn(at: stage.corp, onward))
        stage.clock.advance(5)
        let polled = try await stage.poll(device)
        let code = try await AuthorizeFlowTests.code(stage)
        let redeemed = try await AuthorizeFlowTests.redeem(code, stage)
        let replayed = try await AuthorizeFlowTests.redeem(code, stage)
        #expect(replayed.status == 400)
        let idToken = try stage.corp.idToken(now: stage.clock.seconds)
        let exchanged = try await stage.exchange(idToken)
        _ = try await stage.exchange(idToken)
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds, refreshToken: FakeProvider.rotatedToken)
        _ = try await stage.exchange("canary-refresh-token", type: "refresh_token")
        _ = try await stage.exchange("canary-access-token", type: "access_token")
        let assertion = try stage.assertion(subject: "svc:1")
        _ = try await stage.post("/token", "grant_type=\(TestService.bearer)&assertion=\(assertion)")
        _ = try await stage.mint(proof: TestService.basic("backend:canary-wrong-secret"))
        for answer in [minted, polled, redeemed, exchanged] {
            #expect(answer.status == 200)
            secrets.append(try #require(answer.member("access_token")))
        }
        secrets += [device, user, code, idToken, assertion, AuthorizeFlowTests.verifier] + browser.cookies.values
        // The signatures alone would do as well as the whole tokens.
        secrets += [idToken, assertion].map { String($0.split(separator: ".")[2]) }
        return secrets
    }

    @Test("6819-04: in no line of the log, at any level", arguments: LogLevel.allCases)
    func logs(level: LogLevel) async throws {
        let stage = try TestService(level: level)
        let secrets = try await Self.exercise(stage)
        let log = stage.sink.text
        #expect(level > .info || log.contains("custom token issued"))
        for secret in secrets { #expect(!log.contains(secret), "\(secret)") }
    }

    @Test("in no metric and in no line of the audit file")
    func metrics() async throws {
        let stage = try TestService()
        let secrets = try await Self.exercise(stage)
        let telemetry = TelemetryService(stage.service)
        let metrics = Answer(
            response: await telemetry.response(to: .init(method: "GET", path: "/metrics", peer: .local)))
        #expect(metrics.status == 200 && metrics.text.contains("token_bridge") || metrics.text.contains("bridge_"))
        let audit = String(decoding: try Locations.bytes("\(stage.folder.path)/audit.jsonl"), as: UTF8.self)
        #expect(try stage.auditLines().count >= 5)
        for secret in secrets {
            #expect(!metrics.text.contains(secret), "\(secret)")
            #expect(!audit.contains(secret), "\(secret)")
        }
    }

    @Test("8628-13: codes of 256 bits, and none of them lies in the store")
    func deviceCodes() async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("device_code"))
        #expect(code.utf8.count == 43 && !stage.store.written.isEmpty && !stage.store.written.contains(code))
    }

    @Test("6819-06: no code, token, state or cookie lies in the store in clear")
    func store() async throws {
        let stage = try TestService()
        let secrets = try await Self.exercise(stage)
        let written = stage.store.written
        #expect(written.split(separator: "\n").count > 5)
        for secret in secrets { #expect(!written.contains(secret), "\(secret)") }
    }

    @Test("answers of errors quote no credential")
    func answers() async throws {
        let stage = try TestService()
        for form in [
            "grant_type=client_credentials&client_id=backend&client_secret=canary-secret&uid=svc:1",
            "grant_type=\(TestService.deviceCode)&client_id=tv&device_code=canary-code",
            "grant_type=authorization_code&client_id=desktop&code=canary-code&code_verifier=\(AuthorizeFlowTests.verifier)"
                + "&redirect_uri=\(AuthorizeFlowTests.redirect)",
            "grant_type=\(TestService.bearer)&assertion=canary.canary.canary",
            "grant_type=\(TestService.exchange)&client_id=tv&provider=corp&subject_token=canary.canary.canary"
                + "&subject_token_type=urn:ietf:params:oauth:token-type:id_token",
        ] {
            let answer = try await stage.post("/token", form)
            #expect(answer.status >= 400 && !answer.text.contains("canary"), "\(answer.text)")
        }
        let page = try await stage.send("GET", "/callback/corp?code=canary-code&state=canary-state")
        #expect(page.status == 400 && !page.text.contains("canary"))
    }

    @Test("nor one that has the form of a right one, and is looked for: unknown, another's, or used before")
    func formedAnswers() async throws {
        let stage = try TestService()
        let made = "canary\(String(repeating: "A", count: 37))"
        let code = try await AuthorizeFlowTests.code(stage)
        let assertion = try stage.assertion(subject: "svc:1")
        let bearer = "grant_type=\(TestService.bearer)&assertion="
        #expect(try await stage.post("/token", bearer + assertion).status == 200)
        #expect(try await AuthorizeFlowTests.redeem(code, stage).status == 200)
        let (lie, forged) = (
            try stage.assertion(subject: "svc:1", id: "2", issuer: "nobody"), "\(assertion.dropLast(8))AAAAAAAA"
        )
        let idToken = try stage.corp.idToken(now: stage.clock.seconds)
        #expect(try await stage.exchange(idToken).status == 200)
        var browser = TestBrowser(stage)
        _ = try await browser.get("/device")
        let answers = [
            try await AuthorizeFlowTests.redeem(made, stage), try await AuthorizeFlowTests.redeem(code, stage),
            try await stage.poll(made), try await stage.poll(Self.deviceCode(stage), "kiosk"),
            try await stage.post("/token", bearer + assertion), try await stage.post("/token", bearer + lie),
            try await stage.post("/token", bearer + forged), try await stage.exchange(idToken),
            try await browser.get("/callback/corp?code=\(made)&state=\(made)"),
        ]
        let secrets = [made, code, assertion, lie, forged, idToken].flatMap { $0.split(separator: ".").suffix(1) }
        for answer in answers {
            #expect(answer.status == 400, "\(answer.text)")
            for secret in secrets { #expect(!answer.text.contains(secret), "\(answer.text)") }
            #expect(!answer.text.contains("eyJ"), "\(answer.text)")
        }
        for secret in secrets { #expect(!stage.sink.text.contains(secret), "\(secret)") }
    }

    private static func deviceCode(_ stage: TestService) async throws -> String {
        try #require(try await stage.startDevice().member("device_code"))
    }
}
