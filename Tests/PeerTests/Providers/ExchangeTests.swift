import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite(
    "token-bridge exchange with the providers of others",
    .enabled(if: !PeerKind.available.isEmpty, "there are none here"))
struct ExchangeTests {
    @Test("an ID token of ours brings a custom token, another party's nothing", arguments: PeerKind.available)
    func idToken(kind: PeerKind) async throws {
        let peer = try kind.running()
        let ours = try await peer.registration(of: "web")
        let bridge = try ConfiguredBridge(peer, ours)
        let (token, nonce) = try await Self.idToken(PeerClient(ours, at: peer))
        let result = try bridge.exchange("--id-token", token, ["--nonce", nonce])
        try #require(result.status == 0, "\(result.errors)")
        let exchanged = try JSONObject(parsing: result.output, limits: .document)
        #expect(exchanged["proof"] == "id_token")
        #expect(exchanged["client_id"] == .string(ours.identifier))
        #expect(exchanged["uid"]?.string?.hasPrefix("peer:") == true)
        #expect(try bridge.explain(#require(exchanged["custom_token"]?.string)).status == 0)

        let (foreign, foreignNonce) = try await Self.idToken(PeerClient("attacker", at: peer))
        try Self.expectRefusal(bridge.exchange("--id-token", foreign, ["--nonce", foreignNonce]), "(aud), expected")
        try Self.expectRefusal(
            bridge.exchange("--id-token", token, ["--nonce", foreignNonce]),
            "the token's nonce is not the one that was sent")
        try Self.expectRefusal(bridge.exchange("--id-token", token), "the token is bound to a nonce")
    }

    @Test("an access token is refused where no check is configured", arguments: PeerKind.available)
    func accessToken(kind: PeerKind) async throws {
        let peer = try kind.running()
        let ours = try await peer.registration(of: "web")
        let token = try await PeerClient(ours, at: peer).signIn().accessToken.secretText
        let bridge = try ConfiguredBridge(peer, ours)
        try Self.expectRefusal(
            bridge.exchange("--access-token", token),
            "nothing tells which client an access token of this provider was issued to")
    }

    @Test(
        "with introspection an access token of ours brings a custom token, another party's nothing",
        .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
    func introspectedAccessToken() async throws {
        let peer = try Glewlwyd.shared()
        let bridge = try ConfiguredBridge(peer, peer.registration(of: "web"), accessTokens: "check_off_by_default")
        let token = try await PeerClient("web", at: peer).signIn().accessToken.secretText
        let result = try bridge.exchange("--access-token", token)
        #expect(result.status == 0, "\(result.errors)")
        let foreign = try await PeerClient("attacker", at: peer).signIn().accessToken.secretText
        try Self.expectRefusal(
            bridge.exchange("--access-token", foreign), "the access token: active is not true")
    }

    /// A refusal says why, and no custom token is printed.
    private static func expectRefusal(
        _ result: Subprocess, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == 4, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.errors.contains(reason), "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.text.isEmpty, sourceLocation: sourceLocation)
    }

    private static func idToken(_ client: PeerClient) async throws -> (token: String, nonce: String) {
        let response = try await client.authorize()
        let tokens = try await client.tokens(.authorizationCode(response.grant))
        guard case .sent(let nonce, _) = response.nonce else { throw PeerFailure("no nonce was sent") }
        return (try #require(tokens.idToken).secretText, nonce.secretText)
    }
}
