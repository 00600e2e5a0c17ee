import Bridge
import CredentialProofs
import Cryptography
import OAuthClient
import StrictJSON
import Testing
import Threads

@testable import BridgeServer

/// The host of a client's keys, which answers nobody while it is held.
private final class HeldHost: HTTPTransport {
    private let keys: [UInt8]
    private let content = Locked((isHeld: false, requests: 0))

    init(_ keys: [UInt8]) { self.keys = keys }

    func hold() { content.withLock { $0.isHeld = true } }
    func release() { content.withLock { $0.isHeld = false } }
    var requests: Int { content.withLock { $0.requests } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        content.withLock { $0.requests += 1 }
        while content.withLock({ $0.isHeld }) { try? await Task.sleep(for: .milliseconds(5)) }
        return HTTPResponse(status: 200, fields: [], body: keys)
    }
}

@Suite("Those who wait for an answer are in nobody's way who needs none")
struct CrowdTests {
    private static let form = "grant_type=client_credentials&uid=svc:1"

    /// Lets as many wait for the token endpoint of `corp` as may.
    private static func crowd(_ stage: TestService) async throws -> [Task<Int, any Error>] {
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        stage.corp.hold()
        let tasks = (0..<WaitLimit.standard).map { number in
            Task { try await stage.exchange("made-up-\(number)", type: "refresh_token").status }
        }
        let connection = try stage.service.generation.providers.connection(named: "corp")
        for _ in 0..<4000 where !connection.isCrowded { try await Task.sleep(for: .milliseconds(2)) }
        #expect(connection.isCrowded)
        return tasks
    }

    @Test("with the token endpoint of a provider held up, ID tokens are exchanged and sign-ins begun as before")
    func tokenEndpoint() async throws {
        let stage = try TestService()
        func exchange(_ subject: String) async throws -> Int {
            try await stage.exchange(
                stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": .string(subject)])
            ).status
        }
        #expect(try await exchange("before") == 200)
        let waiting = try await Self.crowd(stage)
        for number in 0..<5 { #expect(try await exchange("user-\(number)") == 200) }
        var browser = TestBrowser(stage)
        #expect(
            try await browser.get(AuthorizeFlowTests.target()).onward().hasPrefix("https://corp.test/authorize?"))
        let refused = try await stage.exchange("one-more", type: "refresh_token")
        #expect(refused.status == 503 && refused.code == "PROVIDER_UNAVAILABLE" && refused["Retry-After"] == "1")
        stage.corp.release()
        for task in waiting { #expect(try await task.value != 503) }
    }

    @Test("a person who is back from the provider then is told to load the page again, and loses nothing")
    func callback() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        let waiting = try await Self.crowd(stage)
        let target = try browser.signedIn(at: stage.corp, onward)
        for _ in 0..<3 {
            let page = try await browser.get(target)
            #expect(page.status == 429 && page["Retry-After"] == "1")
        }
        #expect(
            await stage.metrics("bridge_rate_limited_total") == [#"bridge_rate_limited_total{limit="waiting"} 3"#])
        stage.corp.release()
        for task in waiting { _ = try await task.value }
        #expect(try await browser.get(target)["Location"] == "/device/done")
        #expect(try await stage.poll(try #require(started.member("device_code"))).status == 200)
        #expect(try await browser.get(target).status == 400)
    }

    @Test("assertions of nobody, which wait for the keys of a client, do not keep the client from its own")
    func clientKeys() async throws {
        let clock = MovedMonotonicClock()
        let host = HeldHost(try Keys.set(Keys.client.get().publicKey.material, id: "c").compactBytes)
        let stage = try TestService(clientTransport: host, monotonicClock: clock)
        try Fixture.take(
            Fixture.text(stage).replacing(
                #""jwks_file": "signer.json""#, with: #""jwks_uri": "https://client.test/jwks""#), in: stage)
        func post(_ assertion: String, from address: String = "192.0.2.1") async throws -> Answer {
            try await stage.post(
                "/token",
                "\(Self.form)&client_assertion=\(assertion)&client_assertion_type=\(TestService.assertionType)",
                from: address)
        }
        func forged(_ number: Int) throws -> String {
            try Keys.token(
                ["iss": "signer", "sub": "signer", "aud": "https://bridge.test", "jti": .string("j-\(number)")],
                algorithm: "ES256", id: "made-up-\(number)", by: Keys.client.get().signature)
        }
        #expect(try await post(stage.assertion(id: "1")).status == 200)
        for (round, seconds) in [(1, 31), (2, 700)] {
            clock.advance(Int64(seconds))
            host.hold()
            let asked = host.requests
            let waiting = try (0..<WaitLimit.standard + 10).map { number in
                let assertion = try forged(round * 1000 + number)
                return Task { try await post(assertion, from: "10.5.\(number / 100).\(number % 100)").status }
            }
            let refused = "bridge_rate_limited_total{limit=\"waiting\"} \(round * 10)"
            for _ in 0..<4000 where await stage.metrics("bridge_rate_limited_total") != [refused] {
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(await stage.metrics("bridge_rate_limited_total") == [refused])
            for number in 0..<5 {
                #expect(try await post(stage.assertion(id: "\(round)-\(number)")).status == 200, "\(round)")
            }
            host.release()
            var statuses: [Int: Int] = [:]
            for task in waiting { statuses[try await task.value, default: 0] += 1 }
            #expect(statuses == [401: WaitLimit.standard, 503: 10], "\(statuses)")
            #expect(host.requests == asked + 1)
        }
    }
}
