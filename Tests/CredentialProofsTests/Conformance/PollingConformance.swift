import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

/// The suite has no device flow; what it asks of clients that poll holds for those of RFC 8628 as it stands.
@Suite("Conformance: clients that poll")
struct PollingConformance {
    /// Runs a device flow with these answers to the polls.
    private static func outcome(
        _ polls: [RoutedTransport.Answer], start changes: [String: JSONValue?] = [:]
    ) async throws -> (outcome: StartedDeviceCodeRedemption.Outcome, stage: Stage) {
        let stage = try Stage()
        var start = json([
            "device_code": "dc-fake", "user_code": "WDJB-MJHT", "verification_uri": "https://provider.test/enter",
            "expires_in": 900, "interval": 31,
        ])
        for (name, value) in changes { start[name] = value }
        stage.transport.publish(Stage.device, start)
        stage.transport.answers(Stage.token, polls)
        stage.transport.publish(Stage.userinfo, json(["sub": "user-0001", "name": "A"]))
        let started = try await DeviceCodeRedemption(stage.connection).start(clock: stage.clock)
        return (try await started.outcome(), stage)
    }

    private static func error(_ code: JSONValue) -> RoutedTransport.Answer { .json(json(["error": code]), status: 400) }

    private static func tokens(_ changes: [String: JSONValue?] = [:]) throws -> RoutedTransport.Answer {
        var answer = json([
            "access_token": "at-fake", "token_type": "Bearer", "expires_in": 3600,
            "id_token": .string(try Forge.token()),
        ])
        for (name, value) in changes { answer[name] = value }
        return .json(answer)
    }

    private static func isGranted(_ outcome: StartedDeviceCodeRedemption.Outcome) -> Bool {
        guard case .granted(let proven) = outcome else { return false }
        return proven.identity.subject.value == "user-0001" && proven.identity.proof == .deviceCodeRedeemed
    }

    @Test("fapi-ciba-id1-client-respects-interval-test")
    func interval() async throws {
        let pending = Self.error("authorization_pending")
        let (outcome, stage) = try await Self.outcome([pending, pending, Self.tokens()])
        #expect(Self.isGranted(outcome))
        #expect(stage.clock.sleeps == [.seconds(31), .seconds(31), .seconds(31)])
        #expect(stage.transport.requests(to: Stage.token).count == 3)
    }

    @Test("fapi-ciba-id1-client-slow-down-test")
    func slowDown() async throws {
        let (outcome, stage) = try await Self.outcome([
            Self.error("slow_down"), Self.error("authorization_pending"), Self.tokens(),
        ])
        #expect(Self.isGranted(outcome))
        #expect(stage.clock.sleeps == [.seconds(31), .seconds(36), .seconds(36)])
    }

    @Test("fapi-ciba-id1-client-invalid-access-denied-test")
    func denied() async throws {
        let (outcome, stage) = try await Self.outcome([Self.error("access_denied")])
        guard case .denied = outcome else {
            Issue.record("not denied")
            return
        }
        #expect(stage.transport.requests(to: Stage.token).count == 1)
    }

    @Test("fapi-ciba-id1-client-invalid-expired-token-test")
    func expired() async throws {
        let (outcome, stage) = try await Self.outcome([Self.error("expired_token")])
        guard case .expired = outcome else {
            Issue.record("not expired")
            return
        }
        #expect(stage.transport.requests(to: Stage.token).count == 1)
    }

    @Test("fapi-ciba-id1-client-invalid-request-test")
    func invalidRequest() async throws {
        let polls = [Self.error("invalid_request"), try Self.tokens()]
        let error = try await #require(throws: CredentialError.self) { _ = try await Self.outcome(polls) }
        #expect(error.providerCode == "invalid_request")
    }

    @Test("fapi-ciba-id1-client-no-scope-in-token-endpoint-response-test")
    func noScope() async throws {
        let (outcome, _) = try await Self.outcome([Self.tokens(["scope": nil])])
        #expect(Self.isGranted(outcome))
    }

    @Test("codes without a stated lifetime are good for 15 minutes, and then nobody polls any more")
    func noLifetime() async throws {
        let pending = Self.error("authorization_pending")
        let (outcome, stage) = try await Self.outcome([pending], start: ["expires_in": nil, "interval": 60])
        guard case .expired = outcome else {
            Issue.record("not expired")
            return
        }
        #expect(stage.transport.requests(to: Stage.token).count == 14)
    }
}
