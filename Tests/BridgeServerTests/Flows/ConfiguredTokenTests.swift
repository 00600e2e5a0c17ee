import JOSE
import StrictJSON
import Testing

@Suite("Every grant mints as `token` of the configuration says")
struct ConfiguredTokenTests {
    private static let members = """
        "token": {"claims": {"who": "$provider", "level": 3}, "tenant": "tenant-7abcd", "lifetime": 900}
        """

    /// The claims of the custom token in an answer.
    private static func payload(
        _ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSONObject {
        let token = try #require(answer.member("access_token"), "\(answer.text)", sourceLocation: sourceLocation)
        let payload = try Base64URL.decode(Array(token.utf8).split(separator: UInt8(ascii: "."))[1])
        return try JSONObject(parsing: payload, limits: .token)
    }

    private static func check(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let payload = try payload(answer, sourceLocation: sourceLocation)
        #expect(payload["claims"]?.object?["who"] == "corp", sourceLocation: sourceLocation)
        #expect(payload["claims"]?.object?["level"] == 3, sourceLocation: sourceLocation)
        #expect(payload["tenant_id"] == "tenant-7abcd", sourceLocation: sourceLocation)
        #expect(
            (payload["exp"]?.integer ?? 0) - (payload["iat"]?.integer ?? 0) == 900, sourceLocation: sourceLocation)
    }

    @Test("token exchange, whose audience may be the project or its tenant (8693-04)")
    func exchange() async throws {
        let stage = try TestService(Self.members)
        for (subject, audience) in [("user-0001", "demo-bridge"), ("user-0002", "tenant-7abcd")] {
            let token = try stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": .string(subject)])
            try Self.check(try await stage.exchange(token, "&client_id=tv&provider=corp&audience=\(audience)"))
        }
        let token = try stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": "user-0003"])
        let other = try await stage.exchange(token, "&client_id=tv&provider=corp&audience=tenant-8abcd")
        #expect(other.status == 400 && other.error == "invalid_target")
    }

    @Test("device code")
    func device() async throws {
        let stage = try TestService(Self.members)
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
        try Self.check(try await stage.poll(try #require(started.member("device_code"))))
    }

    @Test("authorization code")
    func code() async throws {
        let stage = try TestService(Self.members)
        try Self.check(try await AuthorizeFlowTests.redeem(AuthorizeFlowTests.code(stage), stage))
    }

    @Test("client credentials: tenant and lifetime, and no claim that the client has not asked for")
    func minted() async throws {
        let payload = try Self.payload(try await TestService(Self.members).mint())
        #expect(payload["tenant_id"] == "tenant-7abcd" && payload["claims"] == nil)
        #expect((payload["exp"]?.integer ?? 0) - (payload["iat"]?.integer ?? 0) == 900)
    }
}
