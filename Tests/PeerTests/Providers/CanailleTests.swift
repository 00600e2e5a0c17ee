import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("canaille", .enabled(if: Peers.hasCanaille, "canaille cannot be installed here"))
struct CanailleTests {
    private let peer: Canaille
    private let ours: PeerClient

    init() async throws {
        peer = try Canaille.shared()
        ours = try await PeerClient("web", at: peer)
    }

    @Test("an audience may be a list of one, and a time a fraction")
    func listsAndFractions() async throws {
        let verified = try await ours.verified(ours.idToken())
        #expect(verified.claims["aud"] == .array(["web"]))
        let time = try #require(verified.claims["auth_time"])
        #expect(time.integer == nil)
        #expect(throws: Never.self) { try NumericDate(time, claim: "auth_time") }
    }

    @Test("OIDC-05: an ID token with an empty list of audiences is refused")
    func noAudience() async throws {
        let client = try await PeerClient("noaud", at: peer)
        let token = try await client.idToken()
        let payload = try JSONObject(
            parsing: CompactJWS(parsing: token.secretText).unverifiedPayload, limits: .token)
        #expect(payload["aud"] == .array([]))
        await #expect(throws: JOSEError(.audienceMismatch, "")) { try await client.verified(token) }
    }

    @Test("OIDC-05: an ID token that names another client beside ours, and no authorized party, is refused to both")
    func sharedAudience() async throws {
        let client = try await PeerClient("shared", at: peer)
        let token = try await client.idToken()
        await #expect(throws: JOSEError(.audienceMismatch, "")) { try await client.verified(token) }
        let attacker = try await PeerClient("attacker", at: peer)
        await #expect(throws: JOSEError(.audienceMismatch, "")) { try await attacker.verified(token) }
    }

    @Test("userinfo may be a JWT that names us as its audience")
    func signedUserinfo() async throws {
        let client = try await PeerClient("signed", at: peer)
        let tokens = try await client.signIn()
        let answer = try await client.userinfo(tokens.accessToken)
        #expect(answer["Content-Type"]?.hasPrefix("application/jwt") == true)
        let token = String(decoding: answer.body, as: UTF8.self)
        let jws = try CompactJWS(parsing: token)
        let keys = try await client.keys().keys(for: jws.unverifiedHeader)
        let claims = try JSONObject(
            parsing: jws.verified(with: keys, algorithms: AcceptedAlgorithms(.rs256)).payload, limits: .token)
        #expect(claims["sub"] == "alice")
        // It has no end and is no ID token.
        await #expect(throws: JOSEError.self) { try await client.verified(UnverifiedIDToken(token)) }
    }

    @Test("introspection with fractions for times names our client; another party's token is not ours")
    func introspection() async throws {
        let attacker = try await PeerClient("attacker", at: peer)
        let token = IssuedToken.accessToken(try await ours.signIn().accessToken)
        let answer = try await ours.introspection(of: token)
        #expect(answer.client == ours.client.identifier)
        #expect(answer.expiration != nil)
        let foreign = IssuedToken.accessToken(try await attacker.signIn().accessToken)
        let error = await #expect(throws: OAuthClientError.self) { try await ours.introspection(of: foreign) }
        #expect(error?.code == .tokenInactive || error?.code == .audienceMismatch, "\(String(describing: error))")
        #expect(try await attacker.introspection(of: foreign).client == attacker.client.identifier)
    }

    @Test("a refresh token of another party is refused")
    func foreignRefreshToken() async throws {
        let attacker = try await PeerClient("attacker", at: peer)
        let token = try #require(try await attacker.signIn().refreshToken)
        let error = await #expect(throws: OAuthClientError.self) { try await ours.tokens(.refreshToken(token)) }
        #expect(error?.code == .refusedByProvider, "\(String(describing: error))")
        #expect(try await attacker.tokens(.refreshToken(token)).accessToken.secretText.isEmpty == false)
    }
}
