import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

/// What every preset refuses before it sends anything (PRV-01, PRV-02).
@Suite("Kinds that are not accepted") struct RefusalTests {
    private static let starts: [(kind: ProviderCredentialKind, start: @Sendable () throws -> Flow.Start)] = [
        (.code, { try .code() }), (.idToken, { try .idToken(Plays.Yahoo.claims(.right)) }),
        (.refreshToken, { .refreshToken }), (.accessToken, { .accessToken() }), (.deviceCode, { .deviceFlow }),
    ]

    @Test("Each preset refuses each kind that it does not accept before any request", arguments: Plays.all)
    func kinds(_ play: Play) async throws {
        let provider = try play.provider()
        let accepted = provider.preset.acceptedCredentials
        for (kind, start) in Self.starts where !accepted.contains(kind) {
            let ending = try await Stage.run(provider, start(), [])
            let check = provider.preset.preset.accessTokenCheck
            let isUnprovable = kind == .accessToken && !(check.method.isProof && check.activation == .byDefault)
            #expect(ending.code == (isUnprovable ? .audienceUnprovable : .credentialTypeNotAccepted), "\(kind)")
            #expect(ending.script.requests.isEmpty)
            // The refusal says what would be accepted.
            if accepted.contains(.code), kind != .deviceCode {
                #expect(ending.error?.reason.contains("; send the authorization code with its code_verifier") == true)
            }
        }
    }

    @Test("Access tokens can be switched off everywhere", arguments: ["github", "google", "line", "okta"])
    func switchedOff(_ id: String) async throws {
        let parameters: [PresetPlaceholder: String] = id == "okta" ? [.issuer: Plays.oktaTenant.issuer] : [:]
        let provider = try Setup.provider(id, parameters: parameters, configure: { $0.accessTokens = .refuse })
        #expect(try await Stage.refusal(provider, .accessToken()) == .credentialTypeNotAccepted)
    }
}
