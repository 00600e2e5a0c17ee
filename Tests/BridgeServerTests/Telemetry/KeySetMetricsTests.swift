import OAuthClient
import StrictJSON
import Operations
import Testing

@testable import BridgeServer

@Suite("What is told of the keys of providers: metrics, readiness, log")
struct KeySetMetricsTests {
    private let clock = MovedMonotonicClock()
    private let stage: TestService

    init() throws {
        stage = try TestService(monotonicClock: clock)
    }

    private static func fetches(_ result: String, _ count: Int) -> String {
        "bridge_jwks_fetch_total{issuer=\"https://corp.test\",result=\"\(result)\"} \(count)"
    }

    private func exchange(_ subject: String) async throws -> Int {
        try await stage.exchange(
            stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": .string(subject)])
        ).status
    }

    private func ready() async -> String {
        let answer = await stage.telemetry("/healthz/ready")
        #expect(answer.status == 200)
        return answer.text
    }

    /// Time goes on by both clocks.
    private func advance(_ seconds: Int64) {
        clock.advance(seconds)
        stage.clock.advance(seconds)
    }

    @Test("metadata is no key set: a sign-in that is begun fetches no keys")
    func metadataAlone() async throws {
        var browser = TestBrowser(stage)
        #expect(try await browser.get(AuthorizeFlowTests.target()).status == 303)
        #expect(await stage.metrics("bridge_jwks_fetch_total") == [])
        #expect(await stage.metrics("bridge_jwks_age_seconds") == [])
        #expect(await ready() == "ready\n")
    }

    @Test(
        "what is no key set is a failure, and has no age, though its status is 200",
        arguments: ["<html>busy</html>", #"{"keys":[]}"#, "{}", ""])
    func noKeySet(_ body: String) async throws {
        stage.corp.publish(HTTPResponse(status: 200, fields: [], body: Array(body.utf8)))
        #expect(try await exchange("a") == 503)
        #expect(await stage.metrics("bridge_jwks_fetch_total") == [Self.fetches("failure", 1)])
        #expect(await stage.metrics("bridge_jwks_age_seconds") == [])
        #expect(await ready() == "degraded: PROVIDER_UNAVAILABLE: corp\n")
        let line = try #require(stage.sink.text.split(separator: "\n").first { $0.contains("keys of a provider") })
        #expect(line.contains(#""provider":"corp""#) && line.contains(#""code":"ANSWER_MALFORMED""#), "\(line)")
        #expect(line.contains(#""keys_in_use":0"#), "\(line)")
        // It is asked again by whoever looks, after 30 s.
        stage.corp.publish(nil)
        advance(30)
        #expect(await ready() == "degraded: PROVIDER_UNAVAILABLE: corp\n")
        for _ in 0..<2000 where await stage.metrics("bridge_jwks_age_seconds") == [] {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(await ready() == "ready\n")
        #expect(
            await stage.metrics("bridge_jwks_fetch_total") == [Self.fetches("failure", 1), Self.fetches("success", 1)])
        #expect(try await exchange("b") == 200)
    }

    @Test(
        "keys that can be fetched no more: their age goes on, each use is counted, readiness names the provider (JWKS-03, CACHE-03)",
        arguments: ["<html>busy</html>", nil])
    func staleKeys(_ body: String?) async throws {
        #expect(try await exchange("a") == 200)
        #expect(
            await stage.metrics("bridge_jwks_age_seconds") == [
                #"bridge_jwks_age_seconds{issuer="https://corp.test"} 0"#
            ])
        #expect(await ready() == "ready\n")
        if let body {
            stage.corp.publish(HTTPResponse(status: 200, fields: [], body: Array(body.utf8)))
        } else {
            stage.corp.fail()
        }
        advance(600)
        for subject in ["b", "c"] { #expect(try await exchange(subject) == 200) }
        #expect(
            await stage.metrics("bridge_jwks_age_seconds")
                == [#"bridge_jwks_age_seconds{issuer="https://corp.test"} 600"#])
        #expect(
            await stage.metrics("bridge_jwks_stale_uses_total")
                == [#"bridge_jwks_stale_uses_total{issuer="https://corp.test"} 2"#])
        #expect(
            await stage.metrics("bridge_jwks_fetch_total") == [Self.fetches("failure", 1), Self.fetches("success", 1)])
        #expect(await ready() == "degraded: PROVIDER_UNAVAILABLE: corp\n")
        let lines = stage.sink.text.split(separator: "\n").filter { $0.contains("keys of a provider") }
        #expect(lines.count == 1 && lines[0].contains(#""keys_in_use":1"#), "\(lines)")
    }

    @Test("a provider whose metadata cannot be had is named as well; other faults come first")
    func metadata() async throws {
        stage.corp.fail()
        var browser = TestBrowser(stage)
        _ = try await browser.get(AuthorizeFlowTests.target())
        #expect(await ready() == "degraded: PROVIDER_UNAVAILABLE: corp\n")
        stage.other.fail()
        let asked = AuthorizeFlowTests.target(["client_id": "chooser", "redirect_uri": "https://app.test/done"])
        let choice = try await browser.get(asked)
        _ = try await browser.submit(choice, [("provider", "other")])
        #expect(await ready() == "degraded: PROVIDER_UNAVAILABLE: corp, other\n")
        #expect(stage.sink.text.contains("the metadata of a provider cannot be fetched"))
        stage.service.readiness.note(fault: "CONFIGURATION_INVALID")
        #expect(await ready() == "degraded: CONFIGURATION_INVALID\n")
    }
}
