import JOSE
import OAuthClient
import Testing

@Suite("Key sets: how long an issuer is waited for")
struct KeySetPatienceTests {
    @Test("FB-19: Firebase's keys are used for an hour after they were fresh, and not longer, while they cannot be had")
    func grace() async throws {
        let provider = try KeySetProvider(patience: .firebase)
        provider.publish(try KeySets.before.get(), fields: [("Cache-Control", "public, max-age=600")])
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 600)
        provider.fail()
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 3_599)
        provider.fail()
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 1)
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k1") }
    }

    @Test("FB-19: an unknown key is fetched for once in 60 s")
    func cooldown() async throws {
        let provider = try KeySetProvider(patience: .firebase)
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 59.5)
        #expect(try await !provider.has("k2"))
        #expect(provider.requests == 1)
        provider.clock.advance(seconds: 0.5)
        provider.publish(try KeySets.after.get())
        #expect(try await provider.has("k2"))
        #expect(provider.requests == 2)
    }
}
