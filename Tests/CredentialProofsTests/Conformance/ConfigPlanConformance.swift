import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Conformance: configuration plan of relying parties")
struct ConfigPlanConformance {
    @Test("oidcc-client-test-discovery-openid-config")
    func discovery() async throws {
        let party = try RelyingParty()
        try party.grant()
        _ = try await party.signIn()
        #expect(party.stage.transport.requests.first?.url.text == Stage.discovery)
        #expect(party.request.url.hasPrefix("https://provider.test/authorize?"))
        #expect(party.stage.transport.requests(to: Stage.token).count == 1)
    }

    @Test("oidcc-client-test-discovery-jwks-uri-keys")
    func keys() async throws {
        let party = try RelyingParty(metadata: ["jwks_uri": "https://provider.test/other-jwks"])
        party.stage.transport.publish("https://provider.test/other-jwks", TestKey.set(try TestKey.rsa.get()))
        try party.grant()
        _ = try await party.signIn()
        #expect(party.stage.transport.requests(to: "https://provider.test/other-jwks").count == 1)
        #expect(party.stage.transport.requests(to: Stage.keys).isEmpty)
    }

    @Test("oidcc-client-test-discovery-issuer-mismatch")
    func issuer() async throws {
        let party = try RelyingParty()
        try party.grant()
        party.stage.transport.publish(Stage.discovery, Stage.metadata(["issuer": "https://provider.test/other"]))
        #expect(try await party.refusal().code == .providerMisconfigured)
        #expect(party.stage.transport.requests(to: Stage.token).isEmpty)
    }

    @Test("oidcc-client-test-signing-key-rotation-just-before-signing")
    func rotationJustBefore() async throws {
        let party = try RelyingParty()
        var next = try TestKey.rsa.get()
        next.keyID = "next"
        try party.grant()
        _ = try await party.signIn()
        party.stage.clock.advance(seconds: 31)
        party.stage.transport.publish(Stage.keys, TestKey.set(next))
        try party.grant(idToken: party.idToken(by: next))
        #expect(try await party.signIn().identity.subject.value == "user-0001")
        #expect(party.stage.transport.requests(to: Stage.keys).count == 2)
    }

    @Test("oidcc-client-test-signing-key-rotation")
    func rotation() async throws {
        let party = try RelyingParty()
        var next = try TestKey.otherRSA.get()
        next.keyID = "next"
        try party.grant()
        _ = try await party.signIn()
        party.stage.clock.advance(seconds: 600)
        party.stage.transport.publish(Stage.keys, TestKey.set(next))
        try party.grant(idToken: party.idToken(by: next))
        #expect(try await party.signIn().identity.subject.value == "user-0001")
        try party.grant()
        #expect(try await party.refusal().code == .credentialInvalid)
    }
}
