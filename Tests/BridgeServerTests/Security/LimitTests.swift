import BridgeServer
import Testing

@Suite("What one network may ask for, as the operator has set it")
struct LimitTests {
    private static func answered(_ stage: TestService, _ attempts: Int) async throws -> Int {
        var count = 0
        for _ in 0..<attempts where try await stage.send("GET", "/.well-known/jwks.json").status == 200 { count += 1 }
        return count
    }

    @Test("requests: a quarter of a minute's at once; another limit holds from the reload on")
    func requests() async throws {
        let stage = try TestService(#""limits": {"requests_per_minute": 4}"#)
        #expect(try await Self.answered(stage, 5) == 1)
        let wider = try TestService.configuration(#""limits": {"requests_per_minute": 400000}"#, in: stage.folder)
        try stage.service.reload(wider, keys: TestService.keys(stage.clock))
        #expect(try await Self.answered(stage, 500) == 500)
    }

    @Test("device logins in a minute, and in the life of a code")
    func deviceLogins() async throws {
        let minute = try TestService(#""limits": {"device_logins_per_minute": 2}"#)
        let lifetime = try TestService(
            #""limits": {"device_logins_per_minute": 50, "device_logins_per_10_minutes": 3}"#)
        for (stage, count) in [(minute, 2), (lifetime, 3)] {
            for _ in 0..<count { #expect(try await stage.startDevice().status == 200) }
            let refused = try await stage.startDevice()
            #expect(refused.status == 429 && refused["Retry-After"] != nil && refused.code == "RATE_LIMITED")
        }
        // Time that passes lets the one start again that is limited by the minute alone.
        for stage in [minute, lifetime] { stage.clock.advance(61) }
        #expect(try await minute.startDevice().status == 200)
        #expect(try await lifetime.startDevice().status == 429)
    }

    @Test("sign-ins that are begun at providers")
    func signIns() async throws {
        let stage = try TestService(#""limits": {"sign_ins_per_10_minutes": 2}"#)
        for _ in 0..<2 {
            var browser = TestBrowser(stage)
            #expect(try await browser.get(AuthorizeFlowTests.target()).status == 303)
        }
        var browser = TestBrowser(stage)
        let refused = try await browser.get(AuthorizeFlowTests.target())
        #expect(refused["Location"]?.contains("error=temporarily_unavailable") == true || refused.status == 429)
    }
}
