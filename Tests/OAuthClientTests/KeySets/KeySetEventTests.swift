import OAuthClient
import Testing
import Threads

@Suite("Key sets: what is told of them")
struct KeySetEventTests {
    /// What was told, in words.
    private final class Notes: Sendable {
        private let content = Locked<[String]>([])
        var taken: [String] {
            content.withLock { notes in
                defer { notes = [] }
                return notes
            }
        }

        func note(_ event: KeySetEvent) {
            let text =
                switch event {
                case .fetched: "fetched"
                case .failed(let health):
                    "failed: \(health.lastFailure?.code.rawValue ?? ""), \(health.usableKeys) left"
                case .staleKeysUsed: "stale"
                }
            content.withLock { $0.append(text) }
        }
    }

    private let notes = Notes()
    private let provider: KeySetProvider

    init() throws {
        let notes = notes
        provider = try KeySetProvider(report: { notes.note($0) })
    }

    private static let mustRevalidate = [("Cache-Control", "max-age=300, must-revalidate")]

    @Test("CACHE-03: keys with must-revalidate are used stale while they cannot be had: a day at most, and all is told")
    func stale() async throws {
        provider.publish(try KeySets.before.get(), fields: Self.mustRevalidate)
        #expect(try await provider.has("k1"))
        #expect(notes.taken == ["fetched"])
        provider.clock.advance(seconds: 299)
        provider.publish(try KeySets.before.get(), fields: Self.mustRevalidate)
        #expect(try await provider.has("k1"))
        try await provider.settle(fetches: 2)
        #expect(notes.taken == ["fetched"])
        provider.clock.advance(seconds: 300)
        provider.fail()
        for _ in 0..<3 { #expect(try await provider.has("k1")) }
        #expect(notes.taken == ["failed: PROVIDER_UNAVAILABLE, 1 left", "stale", "stale", "stale"])
        provider.clock.advance(seconds: 86_400 - 300)
        provider.fail()
        await #expect(throws: OAuthClientError.self) { _ = try await provider.has("k1") }
        #expect(notes.taken == ["failed: PROVIDER_UNAVAILABLE, 0 left"])
        provider.clock.advance(seconds: 30)
        provider.publish(try KeySets.before.get(), fields: Self.mustRevalidate)
        #expect(try await provider.has("k1"))
        #expect(notes.taken == ["fetched"])
    }

    @Test("CACHE-03: an answer without a wait, in the pause after a failed fetch, is told as stale too")
    func staleInPause() async throws {
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 590)
        provider.fail()
        #expect(try await provider.has("k1"))
        try await provider.settle(fetches: 2)
        #expect(notes.taken == ["fetched", "failed: PROVIDER_UNAVAILABLE, 1 left"])
        #expect(try await provider.has("k1"))
        #expect(notes.taken == [])
        provider.clock.advance(seconds: 10)
        #expect(try await provider.has("k1"))
        #expect(notes.taken == ["stale"])
        #expect(provider.requests == 2)
    }

    @Test(
        "what is no key set is a failed fetch, whatever its status; a 304 that was asked for is a good one",
        arguments: [
            ("<html>busy</html>", 200), (#"{"keys":[]}"#, 200), ("{}", 200), ("", 200), ("[]", 200), ("", 304),
            (#"{"keys":[]}"#, 503), ("", 302),
        ])
    func failures(_ body: String, _ status: Int) async throws {
        provider.publish(try KeySets.before.get(), fields: [("ETag", #""v1""#)])
        #expect(try await provider.has("k1"))
        #expect(notes.taken == ["fetched"])
        provider.clock.advance(seconds: 600)
        provider.answer(.response(KeySetProvider.response(Array(body.utf8), status: status)))
        #expect(try await provider.has("k1"))
        let told = notes.taken
        if status == 304 {
            #expect(told == ["fetched"])
        } else {
            #expect(told.count == 2 && told[0].hasPrefix("failed: ") && told[1] == "stale", "\(told)")
        }
    }

    @Test("a failed fetch is tried again when somebody asks for that, 30 s after it and not before; a good one is not")
    func retry() async throws {
        provider.cache.retryAfterFailure()
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 700)
        provider.cache.retryAfterFailure()
        #expect(provider.requests == 1)
        provider.fail()
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 29.5)
        provider.cache.retryAfterFailure()
        for _ in 0..<50 { await Task.yield() }
        #expect(provider.requests == 2)
        provider.clock.advance(seconds: 0.5)
        let gate = Gate()
        provider.answer(.held(gate, KeySetProvider.response(try KeySets.after.get())))
        for _ in 0..<5 { provider.cache.retryAfterFailure() }
        await gate.open()
        try await provider.settle(fetches: 3)
        #expect(provider.requests == 3 && provider.cache.health.state == .good)
        #expect(try await provider.has("k2"))
    }
}
