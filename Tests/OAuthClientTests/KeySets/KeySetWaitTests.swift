import OAuthClient
import Testing
import Threads

@Suite("Key sets: how many wait for them")
struct KeySetWaitTests {
    /// Tells how many were refused a place.
    private final class Refusals: Sendable {
        private let content = Locked(0)
        var count: Int { content.withLock { $0 } }
        func note() { content.withLock { $0 += 1 } }
    }

    private let refusals = Refusals()
    private let provider: KeySetProvider
    private let gate = Gate()

    init() throws {
        let refusals = refusals
        provider = try KeySetProvider(
            waitLimit: WaitLimit("provider.test", maximum: 3, refused: { refusals.note() }))
    }

    private func hold(_ keys: Result<[UInt8], any Error>) throws {
        provider.answer(.held(gate, KeySetProvider.response(try keys.get())))
    }

    /// Lets so many wait for the fetch that is held.
    private func waiting(_ keyID: String, _ count: Int = 3) async throws -> [Task<Bool, any Error>] {
        let provider = provider
        let waiting = (0..<count).map { number in Task { try await provider.has("\(keyID)\(number)") } }
        while provider.transport.remaining > 0 { await Task.yield() }
        for _ in 0..<200 { await Task.yield() }
        return waiting
    }

    private func refusal(_ keyID: String) async -> OAuthClientError? {
        do {
            _ = try await provider.has(keyID)
            return nil
        } catch {
            return error as? OAuthClientError
        }
    }

    @Test("those whose key is known do not wait, and are not refused, however many wait for unknown ones")
    func knownKeys() async throws {
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 31)
        try hold(KeySets.after)
        let waiting = try await waiting("unknown-")
        for _ in 0..<50 {
            #expect(try await provider.has("k1"))
            let error = try #require(await refusal("unknown"))
            #expect(error.code == .providerUnavailable && error.retryAfterSeconds == 1)
            #expect(error.reason.hasPrefix("provider.test "))
        }
        #expect(refusals.count == 50)
        await gate.open()
        for task in waiting { #expect(try await !task.value) }
        #expect(try await provider.has("k2"))
        #expect(provider.requests == 2 && refusals.count == 50)
    }

    @Test("nor are they when the keys are fresh no longer: who finds no place, gets the keys that are there")
    func staleKeys() async throws {
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 600)
        try hold(KeySets.withoutK1)
        let waiting = try await waiting("unknown-")
        for _ in 0..<50 { #expect(try await provider.has("k1")) }
        #expect(await refusal("k2")?.code == .providerUnavailable)
        await gate.open()
        for task in waiting { #expect(try await !task.value) }
        // JWKS-04 holds as soon as there is an answer.
        #expect(try await !provider.has("k1"))
        #expect(try await provider.has("k2"))
        #expect(provider.requests == 2)
    }

    @Test("keys that are too old to be used are not used for want of a place either")
    func tooOld() async throws {
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 86_400)
        try hold(KeySets.before)
        let waiting = try await waiting("unknown-")
        #expect(await refusal("k1")?.code == .providerUnavailable)
        await gate.open()
        for task in waiting { #expect(try await !task.value) }
        #expect(try await provider.has("k1"))
    }

    @Test("with nothing known yet, more than may wait are refused at once, and share one fetch")
    func empty() async throws {
        try hold(KeySets.before)
        let waiting = try await waiting("k")
        for _ in 0..<20 { #expect(await refusal("k1")?.code == .providerUnavailable) }
        await gate.open()
        var found = 0
        for task in waiting where try await task.value { found += 1 }
        #expect(found == 1)
        #expect(provider.requests == 1 && refusals.count == 20)
        #expect(try await provider.has("k1"))
    }
}
