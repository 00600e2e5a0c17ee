import JOSE
import OAuthClient
import Testing
import Transport

@Suite("glewlwyd over TLS", .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
struct GlewlwydTLSTests {
    private static let process = Result { try PeerProcess("glewlwyd/run.sh", environment: ["BRIDGE_PEER_TLS": "1"]) }

    @Test("a person signs in where our transport trusts the provider's authority")
    func trusted() async throws {
        let process = try Self.process.get()
        let transport = try PeerTransport.make(authorities: "\(process.folder)/authority.pem")
        let peer = Glewlwyd(process, "yahoo", over: transport, TurnTaking())
        #expect(peer.issuer.hasPrefix("https://localhost:"))
        let client = try await PeerClient("web", at: peer)
        #expect(try await client.verified(client.idToken()).issuer == peer.issuer)
    }

    @Test("without that authority nothing is sent, and keys are not had")
    func untrusted() async throws {
        let process = try Self.process.get()
        let transport = try PeerTransport.make()
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) {
            try await PeerClient("web", at: Glewlwyd(process, "yahoo", over: transport, TurnTaking()))
        }
    }

    @Test("another name of the same machine is not the certificate's")
    func otherName() async throws {
        let process = try Self.process.get()
        let transport = try PeerTransport.make(authorities: "\(process.folder)/authority.pem")
        let address = process.base.replacing("localhost", with: "127.0.0.1") + "/api/yahoo/jwks"
        let error = await #expect(throws: OAuthClientError.self) {
            try await transport.send(.get(EndpointURL(address)))
        }
        #expect(error?.code == .providerUnavailable)
        #expect(try await transport.send(.get(EndpointURL(process.base + "/api/yahoo/jwks"))).status == 200)
    }
}
