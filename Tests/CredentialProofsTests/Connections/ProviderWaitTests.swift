import CredentialProofs
import OAuthClient
import StrictJSON
import Testing

@Suite("A provider that does not answer holds back no more than may wait for it (ERR-02)")
struct ProviderWaitTests {
    /// What is asked for when an address does not answer.
    enum Place: String, Sendable, CaseIterable {
        case metadata = "https://provider.test/.well-known/openid-configuration"
        case keys = "https://provider.test/jwks"
        case tokens = "https://provider.test/token"
        case check = "https://oauth2.googleapis.com/tokeninfo"
        case description = "https://openidconnect.googleapis.com/v1/userinfo"
    }

    /// A provider that one may wait for, with right answers everywhere.
    private static func stage(_ place: Place) throws -> (Stage, JSONObject) {
        switch place {
        case .metadata, .keys, .tokens:
            let stage = try Stage(maximumWaiting: 1)
            let answer = json([
                "access_token": "at-fake", "token_type": "Bearer", "id_token": .string(try Forge.token()),
            ])
            stage.transport.publish(Stage.token, answer)
            stage.transport.publish(Stage.userinfo, json(["sub": "user-0001"]))
            return (
                stage, place == .metadata ? Stage.metadata() : place == .keys ? try Stage.standardKeys() : answer
            )
        case .check, .description:
            let stage = try Stage("google", maximumWaiting: 1)
            let check = json(["aud": "client-ours", "azp": "client-ours", "sub": "555", "expires_in": "3000"])
            let description = json(["sub": "555", "name": "A"])
            stage.transport.publish(Place.check.rawValue, check)
            stage.transport.publish(Place.description.rawValue, description)
            return (stage, place == .check ? check : description)
        }
    }

    private static func prove(_ place: Place, _ stage: Stage) async throws {
        switch place {
        case .keys: _ = try await stage.identity(Forge.token())
        case .metadata, .tokens: _ = try await stage.redeemed()
        case .check, .description: _ = try await stage.identity(accessToken: "at-fake")
        }
    }

    @Test(
        "at each of its addresses: the next one is told at once to come again, and with room there is a place again",
        arguments: Place.allCases)
    func places(_ place: Place) async throws {
        let (stage, answer) = try Self.stage(place)
        let gate = Gate()
        stage.transport.answer(place.rawValue, .held(gate, .json(answer.compactBytes)))
        // Where nobody is told to come again, nobody is to wait for ever either.
        let patience = Task {
            try await Task.sleep(for: .seconds(20))
            await gate.open()
        }
        let first = Task { try await Self.prove(place, stage) }
        while stage.transport.requests(to: place.rawValue).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        let error = await #expect(throws: CredentialError.self) { try await Self.prove(place, stage) }
        #expect(error?.code == .providerUnavailable && error?.retryAfterSeconds == 1)
        patience.cancel()
        await #expect(throws: CancellationError.self, "at once") { try await patience.value }
        await gate.open()
        try await first.value
        try await Self.prove(place, stage)
    }
}
