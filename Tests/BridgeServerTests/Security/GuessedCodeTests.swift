import Operations
import Testing

@testable import BridgeServer

@Suite("Wrong user codes from everywhere")
struct GuessedCodeTests {
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")

    /// Enters five codes that are none from each of some networks.
    private static func guess(_ stage: TestService, networks: Int) async throws {
        for network in 0..<networks {
            var browser = TestBrowser(stage)
            browser.address = "10.\(network / 200).\(network % 200).1"
            for number in 0..<5 {
                let code = "BBBB-B\(letters[network / 20 % 20])\(letters[network % 20])\(letters[number])"
                _ = try await browser.submit(browser.get("/device"), [("user_code", code)])
            }
        }
    }

    private static func enter(_ code: String, _ stage: TestService) async throws -> Answer {
        var browser = TestBrowser(stage)
        return try await browser.submit(browser.get("/device"), [("user_code", code)])
    }

    @Test("8628-14: a hundred and more from many networks keep nobody from a right one")
    func standard() async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("user_code"))
        try await Self.guess(stage, networks: 60)
        #expect(await stage.metrics("bridge_user_code_failures_total") == ["bridge_user_code_failures_total 300"])
        #expect(try await Self.enter(code, stage).status == 200)
        #expect(await stage.metrics("bridge_rate_limited_total") == [])
        #expect(!stage.sink.text.contains("so many wrong user codes"))
    }

    @Test("8628-14: beyond the limit of the configuration none is looked at for a while; log and metrics say so")
    func configured() async throws {
        let stage = try TestService(#""limits": {"device_guesses_per_10_minutes": 100}"#)
        let code = try #require(try await stage.startDevice().member("user_code"))
        try await Self.guess(stage, networks: 20)
        #expect(!stage.sink.text.contains("so many wrong user codes"))
        for _ in 0..<30 {
            let refused = try await Self.enter(code, stage)
            #expect(refused.status == 429 && refused["Retry-After"] != nil)
        }
        #expect(
            await stage.metrics("bridge_rate_limited_total")
                == [#"bridge_rate_limited_total{limit="user_code_everywhere"} 30"#])
        let lines = stage.sink.text.split(separator: "\n").filter { $0.contains("so many wrong user codes") }
        // A few lines, not one for each request.
        #expect(1...15 ~= lines.count && lines.allSatisfy { $0.contains(#""level":"warning""#) }, "\(lines)")
        stage.clock.advance(611)
        let later = try #require(try await stage.startDevice().member("user_code"))
        #expect(try await Self.enter(later, stage).status == 200)
    }
}
