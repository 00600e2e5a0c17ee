import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("How device flows of providers end")
struct DeviceOutcomeTests {
    /// The outcome of a flow whose polls are answered so.
    private func outcome(
        _ id: String, _ uri: String, _ polls: [(status: Int, body: String)]
    ) async throws -> (outcome: StartedDeviceSignIn.Outcome, requests: Int) {
        let signIn = try RequestSamples.provider(id).deviceSignIn(metadata: RequestSamples.metadata())
        let requests = try #require(ExpectedDeviceRequests.all.first { $0.id == id })
        let script = ProviderScript(
            [(requests.start.url, 200, ExpectedDeviceRequests.codes(uri))]
                + polls.map { (requests.poll.url, $0.status, $0.body) })
        let outcome = try await signIn.start(over: script, clock: JumpingClock()).outcome()
        return (outcome, script.requests.count)
    }

    @Test("GitHub: pending and slower with status 200, then tokens")
    func gitHub() async throws {
        let result = try await outcome(
            "github", "https://github.com/login/device",
            [
                (200, #"{"error":"authorization_pending"}"#), (200, #"{"error":"slow_down","interval":10}"#),
                (200, #"{"access_token":"gho_x","token_type":"bearer","scope":"read:user,user:email"}"#),
            ])
        guard case .granted(let tokens) = result.outcome else { throw Unexpected() }
        #expect(tokens.accessToken.secretText == "gho_x")
        #expect(tokens.scopes?.scopes == ["read:user", "user:email"])
        #expect(result.requests == 4)
    }

    @Test("Facebook: pending by number, then a token that does not say its type")
    func facebook() async throws {
        let result = try await outcome(
            "facebook", "https://www.facebook.com/device",
            [
                (400, #"{"error":{"message":"m","code":31,"error_subcode":1349174}}"#),
                (200, #"{"access_token":"EAA","expires_in":"5183944","data_access_expiration_time":1}"#),
            ])
        guard case .granted(let tokens) = result.outcome else { throw Unexpected() }
        #expect(tokens.expiresIn == 5_183_944)
    }

    @Test("Twitch: pending by message, then scopes in an array")
    func twitch() async throws {
        let result = try await outcome(
            "twitch", "https://www.twitch.tv/activate",
            [
                (400, #"{"status":400,"message":"authorization_pending"}"#),
                (200, #"{"access_token":"t","refresh_token":"r","scope":["openid"],"token_type":"bearer"}"#),
            ])
        guard case .granted(let tokens) = result.outcome else { throw Unexpected() }
        #expect(tokens.scopes?.scopes == ["openid"])
    }

    @Test(
        "a person who said no, and a code that is too old",
        arguments: [
            ("github", "https://github.com/d", 200, #"{"error":"access_denied"}"#, "denied"),
            ("microsoft", "https://microsoft.com/d", 400, #"{"error":"authorization_declined"}"#, "denied"),
            ("facebook", "https://www.facebook.com/d", 400, #"{"error":{"error_subcode":1349173}}"#, "denied"),
            ("facebook", "https://www.facebook.com/d", 400, #"{"error":{"error_subcode":1349152}}"#, "expired"),
            ("twitch", "https://www.twitch.tv/d", 400, #"{"status":400,"message":"invalid device code"}"#, "expired"),
            ("amazon", "https://amazon.com/d", 400, #"{"error":"expired"}"#, "expired"),
            ("github", "https://github.com/d", 200, #"{"error":"device_flow_disabled"}"#, "failed"),
            ("discord", "https://discord.com/d", 400, #"{"error":"invalid_client"}"#, "failed"),
        ])
    func refusals(_ id: String, _ uri: String, _ status: Int, _ body: String, _ word: String) async throws {
        let result = try await outcome(id, uri, [(status, body)])
        switch result.outcome {
        case .denied: #expect(word == "denied")
        case .expired: #expect(word == "expired")
        case .failed(let error):
            #expect(word == "failed")
            #expect(error.code == .refusedByProvider && !error.reason.contains("canary"))
        case .granted: throw Unexpected()
        }
    }

    @Test(
        "tokens that break the preset's rules are none",
        arguments: [
            ("github", "https://github.com/d", #"{"access_token":"at"}"#),
            ("github", "https://github.com/d", #"{"access_token":"at","token_type":"mac"}"#),
            ("microsoft", "https://microsoft.com/d", #"{"access_token":"at","token_type":"Bearer"}"#),
            ("google", "https://www.google.com/d", #"{"access_token":"a t","token_type":"Bearer"}"#),
            ("google", "https://www.google.com/d", #"{"access_token":"at","token_type":"Bearer","scope":["a"]}"#),
        ])
    func malformed(_ id: String, _ uri: String, _ body: String) async throws {
        let result = try await outcome(id, uri, [(200, body)])
        guard case .failed(let error) = result.outcome else { throw Unexpected() }
        #expect(error.code == .answerMalformed)
    }

    @Test("a start that is refused is an error with the provider's code")
    func startRefused() async throws {
        let signIn = try RequestSamples.provider("github").deviceSignIn()
        let script = ProviderScript([
            ("https://github.com/login/device/code", 200, #"{"error":"device_flow_disabled"}"#)
        ])
        await #expect(throws: OAuthClientError(.refusedByProvider, "", providerCode: "device_flow_disabled")) {
            _ = try await signIn.start(over: script, clock: JumpingClock())
        }
    }

    /// Another outcome than the one that was expected.
    private struct Unexpected: Error {}
}
