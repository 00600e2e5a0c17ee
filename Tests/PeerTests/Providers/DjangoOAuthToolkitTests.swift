import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite(
    "django-oauth-toolkit",
    .enabled(if: Peers.hasDjangoOAuthToolkit, "django-oauth-toolkit cannot be installed here"))
struct DjangoOAuthToolkitTests {
    private let peer: DjangoOAuthToolkit
    private let ours: PeerClient

    init() async throws {
        peer = try DjangoOAuthToolkit.shared()
        ours = try await PeerClient("web", at: peer)
    }

    @Test("introspection answers any client and names the real one, which must be ours")
    func introspection() async throws {
        let attacker = try await PeerClient("attacker", at: peer)
        let token = IssuedToken.accessToken(try await ours.signIn().accessToken)
        #expect(try await ours.introspection(of: token).client == ours.client.identifier)
        let foreign = IssuedToken.accessToken(try await attacker.signIn().accessToken)
        await #expect(throws: OAuthClientError(.audienceMismatch, "")) { try await ours.introspection(of: foreign) }
        // It is right but for its client.
        #expect(try await attacker.introspection(of: foreign).client == attacker.client.identifier)
    }

    @Test("a revoked token is inactive, and one that never was")
    func inactive() async throws {
        let token = IssuedToken.accessToken(try await ours.signIn().accessToken)
        try await ours.revoke(token)
        for token in [token, .accessToken(AccessToken("never-issued"))] {
            let error = await #expect(throws: OAuthClientError.self) { try await ours.introspection(of: token) }
            #expect(error?.code == .tokenInactive, "\(String(describing: error))")
        }
    }

    @Test("a refresh token is redeemed once, and not by another party")
    func refresh() async throws {
        let attacker = try await PeerClient("attacker", at: peer)
        let first = try #require(try await ours.signIn().refreshToken)
        await #expect(throws: OAuthClientError(.refusedByProvider, "", providerCode: "invalid_grant")) {
            try await attacker.tokens(.refreshToken(first))
        }
        let second = try await ours.tokens(.refreshToken(first)).refreshToken(replacing: first)
        #expect(second.secretText != first.secretText)
        let error = await #expect(throws: OAuthClientError(.refusedByProvider, "", providerCode: "invalid_grant")) {
            try await ours.tokens(.refreshToken(first))
        }
        guard case .grantInvalid = error?.refusal else {
            Issue.record("it is for the person to sign in again")
            return
        }
    }

    @Test("PRV-10: an ID token under the client's secret (HS256) is refused")
    func symmetricSignature() async throws {
        let client = try await PeerClient("hs", at: peer)
        let token = try await client.idToken()
        await #expect(throws: JOSEError(.algorithmNotAllowed, "")) { try await client.verified(token) }
    }
}
