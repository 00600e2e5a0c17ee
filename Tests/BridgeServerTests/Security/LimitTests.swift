import BridgeServer
import HTTPServer
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
        let request = ServerRequest(method: "GET", path: "/metrics", peer: .local)
        let metrics = Answer(response: await TelemetryService(stage.service).response(to: request)).text
        #expect(metrics.contains("\nbridge_rate_limited_total{limit=\"network\"} 4\n"))
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

    /// How many of some networks of one /48 are answered with this status, each asking once.
    private static func count(
        _ status: Int, _ numbers: Range<Int>, _ ask: (String) async throws -> Answer
    ) async throws -> Int {
        var count = 0
        for number in numbers where try await ask("2001:db8:1:\(String(number, radix: 16))::1").status == status {
            count += 1
        }
        return count
    }

    @Test("the networks of one /48 of IPv6 have ten times as much together, whatever is asked for, and others go on")
    func subscribers() async throws {
        let stage = try TestService(
            #""limits": {"requests_per_minute": 80, "device_logins_per_minute": 3, "sign_ins_per_10_minutes": 4}"#)
        func start(_ address: String) async throws -> Answer {
            try await stage.post("/device_authorization", "client_id=tv", from: address)
        }
        #expect(try await Self.count(200, 0..<50, start) == 30)
        for other in ["2001:db8:2::1", "192.0.2.9"] { #expect(try await start(other).status == 200) }
        func begin(_ address: String) async throws -> Answer {
            try await stage.send("GET", AuthorizeFlowTests.target(), from: address)
        }
        #expect(try await Self.count(303, 100..<200, begin) >= 40)
        let refused = try await begin("2001:db8:1:ffff::1")
        #expect(try refused.status == 429 || refused.onward().contains("error=temporarily_unavailable"))
        #expect(try await begin("2001:db8:2:1::1").onward().hasPrefix("https://corp.test/authorize?"))
        func ask(_ address: String) async throws -> Answer {
            try await stage.send("GET", "/.well-known/jwks.json", from: address)
        }
        #expect(try await Self.count(200, 200..<600, ask) < 200)
        for other in ["2001:db8:2:2::1", "192.0.2.8"] { #expect(try await ask(other).status == 200) }
    }
}
