import OAuthClient
import StrictJSON
import Synchronization
import Testing

@Suite("A provider that does not answer holds up those alone who need it")
struct SlowProviderTests {
    private static let asked = 600

    /// Sends many requests that need `corp`, from many networks, and notes those that were answered.
    private final class Crowd: Sendable {
        let answered = Atomic<Int>(0)
        let refused = Atomic<Int>(0)

        func ask(_ number: Int, _ request: (String) async throws -> Answer) async throws {
            let answer = try await request("10.1.\(number / 250).\(number % 250 + 1)")
            let isRefused =
                answer.status == 503 && answer.code == "PROVIDER_UNAVAILABLE" && answer["Retry-After"] == "1"
                && answer.error == "temporarily_unavailable"
            if isRefused { refused.add(1, ordering: .relaxed) }
            answered.add(1, ordering: .relaxed)
        }

        var counts: (answered: Int, refused: Int) {
            (answered.load(ordering: .relaxed), refused.load(ordering: .relaxed))
        }
    }

    @Test(
        "of many requests a share waits, the rest is told at once to come again, and all else is served (ERR-02)",
        arguments: ["refresh_token", "id_token"])
    func share(type: String) async throws {
        let stage = try TestService()
        let token = type == "id_token" ? try stage.corp.idToken(now: stage.clock.seconds) : "a-refresh-token"
        let body =
            "grant_type=\(TestService.exchange)&subject_token=\(token)&client_id=tv&provider=corp"
            + "&subject_token_type=urn:ietf:params:oauth:token-type:\(type)"
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        stage.corp.hold()
        let crowd = Crowd()
        let expected = Self.asked - WaitLimit.standard
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Self.asked {
                group.addTask { try await crowd.ask(number) { try await stage.post("/token", body, from: $0) } }
            }
            for _ in 0..<6000 where crowd.counts.answered < expected { try await Task.sleep(for: .milliseconds(10)) }
            #expect(crowd.counts == (expected, expected))
            // Where that is wrong, what comes next could wait for ever.
            if crowd.counts.refused < expected { stage.corp.release() }
            defer { stage.corp.release() }
            // Meanwhile: minting, pages, documents, device sign-in, and another provider.
            #expect(try await stage.mint().status == 200)
            #expect(try await stage.send("GET", "/device").status == 200)
            #expect(try await stage.send("GET", "/.well-known/jwks.json").status == 200)
            #expect(try await stage.startDevice().status == 200)
            let app = ["client_id": "chooser", "redirect_uri": "https://app.test/done"]
            var browser = TestBrowser(stage)
            let choice = try await browser.get(AuthorizeFlowTests.target(app))
            let onward = try await browser.submit(choice, [("provider", "other")])
            #expect(try onward.onward().hasPrefix("https://other.test/authorize?"))
            let held = try await browser.submit(choice, [("provider", "corp")])
            #expect(held.status == 303 && held["Location"]?.contains("error=temporarily_unavailable") == true)
            #expect(crowd.counts == (expected, expected))
            stage.corp.release()
            try await group.waitForAll()
        }
        #expect(crowd.counts == (Self.asked, expected))
        // The places are free again.
        let good = try stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": "user-0007"])
        #expect(try await stage.exchange(good).status == 200)
    }
}
