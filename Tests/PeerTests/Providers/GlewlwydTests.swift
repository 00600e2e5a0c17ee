import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("glewlwyd", .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
struct GlewlwydTests {
    @Test("a refresh token is redeemed once; the second answer is an empty one with status 400")
    func refresh() async throws {
        let client = try await PeerClient("web", at: Glewlwyd.shared())
        let first = try #require(try await client.signIn().refreshToken)
        let tokens = try await client.tokens(.refreshToken(first))
        // A refresh brings no ID token here, and a new refresh token.
        #expect(tokens.idToken == nil)
        #expect(tokens.refreshToken(replacing: first).secretText != first.secretText)
        await #expect(throws: OAuthClientError(.answerMalformed, "")) { try await client.tokens(.refreshToken(first)) }
    }

    @Test("the refresh token of another party's client is refused")
    func foreignRefreshToken() async throws {
        let peer = try Glewlwyd.shared()
        let (ours, attacker) = (try await PeerClient("web", at: peer), try await PeerClient("attacker", at: peer))
        let tokens = try [await attacker.signIn(), await attacker.signIn()].map { try #require($0.refreshToken) }
        await #expect(throws: OAuthClientError.self) { try await ours.tokens(.refreshToken(tokens[0])) }
        #expect(try await attacker.tokens(.refreshToken(tokens[1])).accessToken.secretText.isEmpty == false)
    }

    @Test("a code that was redeemed is refused with its own word, and its tokens end")
    func usedCode() async throws {
        let client = try await PeerClient("web", at: Glewlwyd.shared())
        let grant = try await client.authorize().grant
        let tokens = try await client.tokens(.authorizationCode(grant))
        #expect(try await client.userinfo(tokens.accessToken).status == 200)
        await #expect(throws: OAuthClientError(.refusedByProvider, "", providerCode: "invalid_code")) {
            try await client.tokens(.authorizationCode(grant))
        }
        #expect(try await client.userinfo(tokens.accessToken).status == 401)
    }

    @Test("introspection names our client, and calls another party's token inactive")
    func introspection() async throws {
        let peer = try Glewlwyd.shared()
        let (ours, attacker) = (try await PeerClient("web", at: peer), try await PeerClient("attacker", at: peer))
        let token = IssuedToken.accessToken(try await ours.signIn().accessToken)
        #expect(try await ours.introspection(of: token).client == ours.client.identifier)
        let foreign = IssuedToken.accessToken(try await attacker.signIn().accessToken)
        await #expect(throws: OAuthClientError(.tokenInactive, "")) { try await ours.introspection(of: foreign) }
        try await ours.revoke(token)
        await #expect(throws: OAuthClientError(.tokenInactive, "")) { try await ours.introspection(of: token) }
    }

    @Test("its access token is no ID token: another type, and scopes for an audience")
    func accessTokenForIDToken() async throws {
        let client = try await PeerClient("web", at: Glewlwyd.shared())
        let token = UnverifiedIDToken(try await client.signIn().accessToken.secretText)
        #expect(try CompactJWS(parsing: token.secretText).unverifiedHeader.type == "at+jwt")
        await #expect(throws: JOSEError(.typeMismatch, "")) { try await client.verified(token) }
    }

    @Test("the ID token of the other issuer in the same process is refused")
    func otherIssuer() async throws {
        let (ours, other) = (
            try await PeerClient("web", at: Glewlwyd.shared()), try await PeerClient("web", at: Glewlwyd.other())
        )
        let token = try await other.idToken()
        await #expect(throws: JOSEError(.keyNotFound, "")) { try await ours.verified(token) }
        // Even with that issuer's keys.
        await #expect(throws: JOSEError(.issuerMismatch, "")) { try await ours.verified(token, with: other.keys()) }
    }
}
