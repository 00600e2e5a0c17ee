import OAuthClient
import StrictJSON
import Testing

extension ServiceTests {
    @Suite("Token exchange")
    struct ServiceExchangeTests {
        @Test(
            "8693, PRV-12: an ID token of ours brings a custom token once, whatever is sent with it",
            arguments: ServicePeer.Kind.available)
        func replay(kind: ServicePeer.Kind) async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await kind.running()
            let (token, nonce) = try await ServiceTests.idToken(of: "web", at: peer)
            let first = try await service.exchange("id_token", token, of: peer, nonce: nonce)
            #expect(try await ServiceTests.uid(of: first, from: service).hasPrefix("\(peer.name):"))
            #expect(try first.object()["profile"]?.object?["email"] == "alice@example.com")
            try await ServiceTests.expectRefusal(
                service.exchange("id_token", token, of: peer, nonce: nonce), "CREDENTIAL_REPLAYED")
        }

        @Test("the ID token of another party's client is refused", arguments: ServicePeer.Kind.available)
        func foreignIDToken(kind: ServicePeer.Kind) async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await kind.running()
            let (token, nonce) = try await ServiceTests.idToken(of: "attacker", at: peer)
            try await ServiceTests.expectRefusal(
                service.exchange("id_token", token, of: peer, nonce: nonce), "AUDIENCE_MISMATCH")
        }

        @Test(
            "PRV-01: the access token and the refresh token of another party's client are refused",
            arguments: ServicePeer.Kind.available)
        func foreignAccessToken(kind: ServicePeer.Kind) async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await kind.running()
            let tokens = try await PeerClient("attacker", at: peer.peer).signIn()
            // glewlwyd tells other clients nothing, django-oauth-toolkit tells them whose it is.
            try await ServiceTests.expectRefusal(
                service.exchange("access_token", tokens.accessToken.secretText, of: peer),
                kind == .glewlwyd ? "CREDENTIAL_INVALID" : "AUDIENCE_MISMATCH")
            let refresh = try #require(tokens.refreshToken)
            let answer = try await service.exchange("refresh_token", refresh.secretText, of: peer)
            #expect(answer.status >= 400)
            #expect(try answer.object()["access_token"] == nil)
        }

        @Test("an ID token under another nonce, or under none, is refused and still good for its own")
        func otherNonce() async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await #require(ServicePeer.Kind.available.first).running()
            let (token, nonce) = try await ServiceTests.idToken(of: "web", at: peer)
            try await ServiceTests.expectRefusal(
                service.exchange("id_token", token, of: peer, nonce: "\(nonce)x"), "NONCE_MISMATCH")
            try await ServiceTests.expectRefusal(service.exchange("id_token", token, of: peer), "NONCE_REQUIRED")
            let answer = try await service.exchange("id_token", token, of: peer, nonce: nonce)
            #expect(answer.status == 200, "\(answer.text)")
        }
    }
}
