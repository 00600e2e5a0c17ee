import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Connections to providers")
struct ProviderConnectionTests {
    @Test("making a connection sends nothing, and the provider may be down by then and up later")
    func downAtStart() async throws {
        let stage = try Stage()
        #expect(stage.transport.requests.isEmpty)
        stage.transport.answer(Stage.discovery, .down)
        #expect(try await stage.refusal(Forge.token()).code == .providerUnavailable)
        stage.transport.publish(Stage.discovery, Stage.metadata())
        stage.clock.advance(seconds: 30)
        #expect(try await stage.identity(Forge.token()).subject.value == "user-0001")
    }

    @Test("keys that move with the metadata are fetched from the new address, and the old ones are forgotten")
    func movedKeys() async throws {
        let stage = try Stage()
        _ = try await stage.identity(Forge.token())
        let moved = "https://provider.test/jwks-moved"
        var next = try TestKey.otherRSA.get()
        next.keyID = "next"
        stage.transport.publish(Stage.discovery, Stage.metadata(["jwks_uri": .string(moved)]))
        stage.transport.publish(moved, TestKey.set(next))
        stage.clock.advance(seconds: 3600)
        #expect(try await stage.identity(Forge.token(by: next)).subject.value == "user-0001")
        #expect(try await stage.refusal(Forge.token()).code == .credentialInvalid)
    }

    @Test(
        "metadata that names no keys, or keys at an address that must not be called, is of no use",
        arguments: [
            nil, JSONValue.null, "", "http://provider.test/jwks", "file:///etc/passwd",
            "https://user@provider.test/jwks", .integer(1),
        ])
    func noKeys(_ address: JSONValue?) async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.discovery, Stage.metadata(["jwks_uri": address]))
        _ = try await stage.refusal(Forge.token())
        #expect(stage.transport.requests.map(\.url.text) == [Stage.discovery])
    }

    @Test("PRV-10: connections share nothing: what one provider published is nothing to another")
    func separate() async throws {
        let first = try Stage()
        let second = try Stage()
        _ = try await first.identity(Forge.token())
        #expect(second.transport.requests.isEmpty)
        second.transport.publish(Stage.keys, TestKey.set(try TestKey.otherRSA.get()))
        #expect(try await second.refusal(Forge.token()).code == .credentialInvalid)
    }
}
