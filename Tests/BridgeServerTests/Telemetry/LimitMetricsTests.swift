import OAuthClient
import Testing

@testable import Bridge
@testable import BridgeServer

@Suite("Each request that a limit refuses is counted, by the limit's name")
struct LimitMetricsTests {
    private static func counted(_ stage: TestService) async -> [String] {
        await stage.metrics("bridge_rate_limited_total")
    }

    private static func line(_ limit: LimitName, _ count: Int) -> String {
        "bridge_rate_limited_total{limit=\"\(limit.rawValue)\"} \(count)"
    }

    @Test("requests of a network, and of a client")
    func requests() async throws {
        let network = try TestService(#""limits": {"requests_per_minute": 1}"#)
        var stopped = 0
        for _ in 0..<20 where stopped < 2 { stopped += try await network.send("GET", "/device").status == 429 ? 1 : 0 }
        #expect(stopped == 2)
        #expect(await Self.counted(network) == [Self.line(.network, stopped)])
        let client = try TestService(#""limits": {"client_requests_per_minute": 1}"#)
        // On a machine that is busy with other tests a minute may go by between two of them.
        var refused = 0
        for _ in 0..<20 where refused < 2 { refused += try await client.mint().status == 429 ? 1 : 0 }
        #expect(refused == 2)
        #expect(await Self.counted(client) == [Self.line(.client, refused)])
    }

    @Test("device logins, sign-ins of apps and of devices, wrong user codes")
    func signIns() async throws {
        let stage = try TestService(#""limits": {"device_logins_per_minute": 2, "sign_ins_per_10_minutes": 1}"#)
        let code = try #require(try await stage.startDevice().member("user_code"))
        for _ in 0..<3 { _ = try await stage.startDevice() }
        #expect(await Self.counted(stage) == [Self.line(.deviceLogins, 2)])
        var browser = TestBrowser(stage)
        for _ in 0..<3 { _ = try await browser.get(AuthorizeFlowTests.target()) }
        #expect(await Self.counted(stage) == [Self.line(.deviceLogins, 2), Self.line(.signIns, 2)])
        // That a browser is told by the page of the codes does not make it one of the codes' limits.
        #expect(try await browser.approve(code).status == 429)
        #expect(await Self.counted(stage) == [Self.line(.deviceLogins, 2), Self.line(.signIns, 3)])
        for letter in ["B", "C", "D", "F", "G", "H"] {
            _ = try await browser.submit(browser.get("/device"), [("user_code", "BBBB-BBB\(letter)")])
        }
        #expect(
            await Self.counted(stage) == [
                Self.line(.deviceLogins, 2), Self.line(.signIns, 3), Self.line(.userCode, 1),
            ])
    }

    @Test("clients that fail to prove who they are, beyond those that wait already")
    func failures() async throws {
        let stage = try TestService()
        let form = "grant_type=client_credentials&uid=svc:1"
        let wrong = TestService.basic("backend:wrong")
        // So many at once that some find too many waiting, however slow the machine is: an answer waits for seconds.
        let refused = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<600 {
                group.addTask {
                    try await stage.post("/token", form, [wrong], from: "10.0.\(number / 200).\(number % 200)").status
                }
            }
            return try await group.reduce(0) { $0 + ($1 == 429 ? 1 : 0) }
        }
        #expect(refused > 0)
        #expect(await Self.counted(stage) == [Self.line(.clientFailures, refused)])
    }

    @Test("requests that would have to wait for a provider with too many others")
    func waiting() async throws {
        let stage = try TestService()
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        stage.corp.hold()
        let waiting = (0..<WaitLimit.standard + 4).map { number in
            Task { try await stage.exchange("r-\(number)", type: "refresh_token").status }
        }
        for _ in 0..<2000 where await Self.counted(stage) != [Self.line(.waiting, 4)] {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(await Self.counted(stage) == [Self.line(.waiting, 4)])
        stage.corp.release()
        var refused = 0
        for task in waiting where try await task.value == 503 { refused += 1 }
        #expect(refused == 4)
        #expect(await Self.counted(stage) == [Self.line(.waiting, 4)])
    }

    @Test("a request that no limit refuses is counted nowhere, whatever becomes of it")
    func others() async throws {
        let stage = try TestService()
        #expect(try await stage.mint().status == 200)
        #expect(try await stage.exchange("no.to.ken").status == 400)
        #expect(try await stage.poll("unknown").status == 400)
        stage.store.fail()
        #expect(try await stage.startDevice().status == 503)
        #expect(await Self.counted(stage) == [])
    }
}
