import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("oidc-provider-mock", .enabled(if: Peers.hasOIDCProviderMock, "oidc-provider-mock cannot be installed here"))
struct OIDCProviderMockTests {
    @Test("a token without key identifier is verified with the one key there is; its audience is a list")
    func noKeyID() async throws {
        let client = try await PeerClient("web", at: OIDCProviderMock.shared())
        let verified = try await client.verified(client.idToken())
        #expect(verified.header.keyID == nil)
        #expect(verified.claims["aud"] == .array([.string(client.client.identifier.text)]))
    }

    @Test("it calls itself what the caller calls it: under another name, metadata and tokens are another issuer's")
    func issuerByHost() async throws {
        let peer = try OIDCProviderMock.shared()
        let client = try await PeerClient("web", at: peer)
        let elsewhere = peer.issuer.replacing("127.0.0.1", with: "localhost")
        await #expect(throws: OAuthClientError(.issuerMismatch, "")) {
            try await MetadataDiscovery(transport: client.transport).metadata(
                of: .exactly(IssuerIdentifier(peer.issuer)), at: .openIDConnect(IssuerIdentifier(elsewhere)))
        }
        let endpoint = try PeerClient.found(client.metadata.tokenEndpoint).text
            .replacing("127.0.0.1", with: "localhost")
        let tokens = try await TokenEndpoint(
            url: EndpointURL(endpoint), client: client.client, rules: TokenResponseRules(idToken: .required)
        ).tokens(
            for: TokenRequest(.authorizationCode(client.authorize().grant)),
            over: client.transport)
        await #expect(throws: JOSEError(.issuerMismatch, "")) {
            try await client.verified(#require(tokens.idToken))
        }
    }

    @Test("it does not look at proof keys, so the code of a public client is bound to nothing there")
    func proofKeyIgnored() async throws {
        let client = try await PeerClient("web", at: OIDCProviderMock.shared())
        let grant = try await client.authorize().grant
        let wrong = AuthorizationCodeGrant(
            code: grant.code, redirectURI: grant.redirectURI, proofKey: .s256(try ProofKey(random: SecureRandom())))
        // What its tests of others cannot show is shown with the other peers.
        #expect(try await client.tokens(.authorizationCode(wrong)).idToken != nil)
    }

    @Test("JWKS-03: while it is down its keys stay in use for a day, and a key identifier nobody knows is no verdict")
    func down() async throws {
        let process = try PeerProcess("oidc-provider-mock/run.sh")
        let client = try await PeerClient("web", at: OIDCProviderMock(process))
        let clock = ShiftedClock()
        let keys = try client.keys(clock: clock)
        let token = try await client.idToken()
        #expect(try await client.verified(token, with: keys).header.keyID == nil)
        process.stop()
        clock.advance(seconds: 601)
        #expect(try await client.verified(token, with: keys).header.keyID == nil)
        #expect(keys.health.state == .degraded)
        let unknown = try JOSEHeader(parsing: [UInt8](#"{"alg":"RS256","kid":"unknown"}"#.utf8))
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) { try await keys.keys(for: unknown) }
        clock.advance(seconds: 24 * 3600)
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) {
            try await client.verified(token, with: keys)
        }
        #expect(keys.health.state == .unavailable)
    }
}
