import Cryptography
import JOSE
import Testing

/// What stands in the audit log of a token that the service handed out.
@Suite("The audit line of each grant")
struct AuditLineTests {
    /// Expects one line, of the token of an answer.
    private static func expect(
        _ stage: TestService, _ answer: Answer, uid: String, client: String, provider: String? = "corp", grant: String,
        proof: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let token = try #require(answer.member("access_token"), "\(answer.text)", sourceLocation: sourceLocation)
        let request = try #require(answer["X-Request-Id"], sourceLocation: sourceLocation)
        let lines = try stage.auditLines().map { line in
            String(line[(line.firstRange(of: #""kind":"#)?.lowerBound ?? line.startIndex)...])
        }
        let place = provider.map { #","provider":"\#($0)""# } ?? ""
        let expected =
            #""kind":"mint","time":"2026-11-30T04:12:04Z","request_id":"\#(request)","uid":"\#(uid)","client":"\#(client)""#
            + #"\#(place),"grant":"\#(grant)","proof":"\#(proof)","key_id":"none","token_sha256":"#
            + #""\#(try SHA256Digest(of: [UInt8](token.utf8)).hexadecimal)"}"#
        #expect(lines == [expected], sourceLocation: sourceLocation)
    }

    @Test("token exchange of an ID token")
    func idToken() async throws {
        let stage = try TestService()
        let answer = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds))
        try Self.expect(
            stage, answer, uid: "corp:user-0001", client: "tv", grant: "token_exchange", proof: "id_token")
    }

    @Test("token exchange of a refresh token, by a client with a secret")
    func refreshToken() async throws {
        let stage = try TestService()
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        let answer = try await stage.post(
            "/token",
            "grant_type=\(TestService.exchange)&subject_token=a-refresh-token-0001&provider=corp"
                + "&subject_token_type=urn:ietf:params:oauth:token-type:refresh_token", [TestService.basic()])
        try Self.expect(
            stage, answer, uid: "corp:user-0001", client: "backend", grant: "token_exchange", proof: "refresh_token")
    }

    @Test("a device's code")
    func device() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
        let answer = try await stage.poll(try #require(started.member("device_code")))
        try Self.expect(stage, answer, uid: "corp:user-0001", client: "tv", grant: "device_code", proof: "code")
    }

    @Test("an app's code")
    func code() async throws {
        let stage = try TestService()
        let answer = try await AuthorizeFlowTests.redeem(AuthorizeFlowTests.code(stage), stage)
        try Self.expect(
            stage, answer, uid: "corp:user-0001", client: "desktop", grant: "authorization_code", proof: "code")
    }

    @Test("a server's own credentials")
    func credentials() async throws {
        let stage = try TestService()
        try Self.expect(
            stage, try await stage.mint(), uid: "svc:1", client: "backend", provider: nil, grant: "client_credentials",
            proof: "client_credentials")
    }

    @Test("a server's assertion")
    func assertion() async throws {
        let stage = try TestService()
        let answer = try await stage.post(
            "/token", "grant_type=\(TestService.bearer)&assertion=\(stage.assertion(subject: "svc:1"))")
        try Self.expect(
            stage, answer, uid: "svc:1", client: "signer", provider: nil, grant: "jwt_bearer", proof: "jwt_bearer")
    }
}
