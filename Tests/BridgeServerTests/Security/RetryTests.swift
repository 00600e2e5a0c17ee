import Bridge
import Cryptography
import OAuthClient
import Operations
import StrictJSON
import Testing

@testable import BridgeServer

@Suite("503 with Retry-After means that the same request can be sent again")
struct RetryTests {
    /// What makes a token impossible for a while.
    enum Cause: String, Sendable, CaseIterable {
        case signer = "SIGNER_UNAVAILABLE"
        case audit = "LOG_UNWRITABLE"
    }

    /// A service with something that fails when it is armed.
    private struct Play: Sendable {
        let stage: TestService
        let fault = Fault()

        init(_ cause: Cause, _ members: String = "") throws {
            stage = try TestService(members, disk: cause == .audit ? fault : nil)
            guard cause == .signer else { return }
            let keys = try TestService.keys(stage.clock)
            try stage.service.reload(
                TestService.configuration(members, in: stage.folder),
                keys: ServiceKeys(
                    signer: FaultySigner(signer: keys.signer, fault: fault), published: keys.published,
                    stateSecret: try StateSecret(bytes: [UInt8](repeating: 7, count: 32))))
        }

        /// Sends a request while something fails, three times, and then when it works again; and once more.
        func run(
            _ cause: Cause, replay: String, sourceLocation: SourceLocation = #_sourceLocation,
            _ send: () async throws -> Answer
        ) async throws {
            fault.arm(3)
            for _ in 0..<3 {
                let answer = try await send()
                #expect(answer.status == 503 && answer["Retry-After"] != nil, sourceLocation: sourceLocation)
                #expect(answer.code == cause.rawValue, "\(answer.text)", sourceLocation: sourceLocation)
                #expect(
                    answer.json["access_token"] == nil && answer.json["uid"] == nil, sourceLocation: sourceLocation)
            }
            #expect(!stage.sink.text.contains("custom token issued"), sourceLocation: sourceLocation)
            let answer = try await send()
            #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
            #expect(answer.member("access_token") != nil, sourceLocation: sourceLocation)
            let again = try await send()
            #expect(again.status == 400 || again.status == 401, sourceLocation: sourceLocation)
            #expect(again.code == replay, "\(again.text)", sourceLocation: sourceLocation)
            #expect(again.json["access_token"] == nil, sourceLocation: sourceLocation)
            let text = stage.sink.text
            #expect(text.ranges(of: "custom token issued").count == 1, sourceLocation: sourceLocation)
        }
    }

    @Test("PRV-12: an ID token is exchanged when it works again, and then not once more", arguments: Cause.allCases)
    func idToken(_ cause: Cause) async throws {
        let play = try Play(cause)
        let token = try play.stage.corp.idToken(now: play.stage.clock.seconds)
        try await play.run(cause, replay: "CREDENTIAL_REPLAYED") { try await play.stage.exchange(token) }
    }

    @Test(
        "8628-19: an approved device gets its token when it works again, and then no other", arguments: Cause.allCases)
    func device(_ cause: Cause) async throws {
        let play = try Play(cause)
        let started = try await play.stage.startDevice()
        var browser = TestBrowser(play.stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: play.stage.corp, onward)).status == 303)
        let code = try #require(started.member("device_code"))
        try await play.run(cause, replay: "GRANT_INVALID") { try await play.stage.poll(code) }
        #expect(try play.stage.auditLines().count >= 1)
    }

    @Test("9700-04: an app's code is redeemed when it works again, and then not once more", arguments: Cause.allCases)
    func code(_ cause: Cause) async throws {
        let play = try Play(cause)
        let code = try await AuthorizeFlowTests.code(play.stage)
        try await play.run(cause, replay: "GRANT_INVALID") { try await AuthorizeFlowTests.redeem(code, play.stage) }
    }

    @Test("7523-04: an assertion mints when it works again, and then not once more", arguments: Cause.allCases)
    func assertion(_ cause: Cause) async throws {
        let play = try Play(cause)
        let assertion = try play.stage.assertion(subject: "svc:1")
        try await play.run(cause, replay: "GRANT_INVALID") {
            try await play.stage.post("/token", "grant_type=\(TestService.bearer)&assertion=\(assertion)")
        }
    }

    private static func proof(_ assertion: String) -> String {
        "client_assertion=\(assertion)&client_assertion_type=\(TestService.assertionType)"
    }

    @Test(
        "7523-04: an assertion that authenticates does so when it works again, and then not once more",
        arguments: Cause.allCases)
    func authentication(_ cause: Cause) async throws {
        let play = try Play(cause)
        let proof = try Self.proof(play.stage.assertion())
        try await play.run(cause, replay: "CLIENT_INVALID") {
            try await play.stage.post("/token", "grant_type=client_credentials&uid=svc:1&\(proof)")
        }
    }

    @Test("7523-04: a request that is refused for the client's fault uses the assertion up that proved the client")
    func refused() async throws {
        let play = try Play(.signer)
        let proof = try Self.proof(play.stage.assertion())
        let refused = try await play.stage.post("/token", "grant_type=client_credentials&uid=other:1&\(proof)")
        #expect(refused.status == 400 && refused.code == "UID_NOT_ALLOWED")
        let again = try await play.stage.post("/token", "grant_type=client_credentials&uid=svc:1&\(proof)")
        #expect(again.status == 401 && again.code == "CLIENT_INVALID")
    }

    /// A service whose client `signer` may do more, and by its assertion alone.
    private static func widened(_ disk: Fault? = nil, _ members: String = "") throws -> TestService {
        let stage = try TestService(members, disk: disk)
        try Fixture.take(
            Fixture.text(stage).replacing(
                #""grants": ["jwt_bearer", "client_credentials"]"#,
                with: #""grants": ["client_credentials", "device_code", "token_exchange"], "providers": ["corp"]"#),
            in: stage)
        return stage
    }

    @Test("7523-04: the assertion is good again also where the 503 brings news: a code is used up, a token replaced")
    func news() async throws {
        for type in [
            "urn:token-bridge:token-type:authorization_code", "urn:ietf:params:oauth:token-type:refresh_token",
        ] {
            let fault = Fault()
            let stage = try Self.widened(fault)
            try stage.corp.grant(nonce: nil, now: stage.clock.seconds, refreshToken: FakeProvider.rotatedToken)
            let proof = try Self.proof(stage.assertion())
            let code = "&redirect_uri=https://app.test/done&code_verifier=\(String(repeating: "v", count: 43))"
            fault.arm(1)
            let answer = try await stage.post(
                "/token",
                "grant_type=\(TestService.exchange)&subject_token=theirs&subject_token_type=\(type)&provider=corp"
                    + "\(type.contains("code") ? code : "")&\(proof)")
            #expect(answer.status == 503 && answer.code == "LOG_UNWRITABLE", "\(answer.text)")
            #expect(stage.corp.tokenRequests.count == 1)
            let next = "grant_type=client_credentials&uid=svc:1&\(proof)"
            #expect(try await stage.post("/token", next).status == 200)
            #expect(try await stage.post("/token", next).code == "CLIENT_INVALID")
        }
    }

    @Test("7523-04: so is that of a request which came too often, when its time has come")
    func tooOften() async throws {
        let stage = try Self.widened(nil, #""limits": {"device_logins_per_minute": 1}"#)
        let first = try Self.proof(stage.assertion())
        #expect(try await stage.post("/device_authorization", first).status == 200)
        let proof = try Self.proof(stage.assertion(id: "jti-2"))
        for _ in 0..<3 {
            let answer = try await stage.post("/device_authorization", proof)
            #expect(answer.status == 429 && answer["Retry-After"] != nil, "\(answer.text)")
        }
        stage.clock.advance(61)
        #expect(try await stage.post("/device_authorization", proof).status == 200)
        #expect(try await stage.post("/device_authorization", proof).code == "CLIENT_INVALID")
    }

    @Test("A refusal is no failure: a wrong verifier uses the code up, while the signer is away too")
    func wrongVerifier() async throws {
        let play = try Play(.signer)
        let code = try await AuthorizeFlowTests.code(play.stage)
        play.fault.arm(5)
        let wrong = try await AuthorizeFlowTests.redeem(
            code, play.stage, ["code_verifier": String(repeating: "x", count: 43)])
        #expect(wrong.status == 400 && wrong.error == "invalid_grant")
        play.fault.arm(0)
        #expect(try await AuthorizeFlowTests.redeem(code, play.stage).error == "invalid_grant")
        #expect(try play.stage.auditLines() == [])
    }

    @Test("What a device polls for at once on all sides is handed out once, and logged and counted once")
    func atOnce() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
        let code = try #require(started.member("device_code"))
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<16 { group.addTask { try await stage.poll(code) } }
            return try await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        let tokens = answers.compactMap { $0.member("access_token") }
        #expect(tokens.count == 1)
        #expect(answers.filter { $0.error == "invalid_grant" }.count == 15)
        #expect(stage.sink.text.ranges(of: "custom token issued").count == 1)
        let digest = try SHA256Digest(of: [UInt8](try #require(tokens.first).utf8)).hexadecimal
        // Those that were thrown away were signed in the same second: they are the same token.
        #expect(try !stage.auditLines().filter { $0.contains(digest) }.isEmpty, "what is handed out was noted")
    }

    @Test("A provider's code is used up at the provider: the 503 says so, and that of another credential does not")
    func providerCode() async throws {
        let play = try Play(.signer)
        let stage = play.stage
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        play.fault.arm(2)
        let verifier = String(repeating: "v", count: 43)
        let answer = try await stage.post(
            "/token",
            "grant_type=\(TestService.exchange)&subject_token=provider-code"
                + "&subject_token_type=urn:token-bridge:token-type:authorization_code&client_id=tv&provider=corp"
                + "&redirect_uri=https://app.test/done&code_verifier=\(verifier)")
        let text = try #require(answer.member("error_description"))
        let other = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds))
        #expect(other.status == 503 && other.member("error_description")?.contains("sign in again") == false)
        #expect(answer.status == 503 && text.contains("used the authorization code up"), "\(answer.text)")
        #expect(stage.corp.tokenRequests.count == 1)
        #expect(stage.sink.text.contains("SIGNER_UNAVAILABLE"))
    }
}
