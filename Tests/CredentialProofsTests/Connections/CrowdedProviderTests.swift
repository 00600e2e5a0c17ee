import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing
import Threads

@Suite("Providers that are waited for, and those that cannot be asked")
struct CrowdedProviderTests {
    /// What a connection has told, in words.
    private final class Notes: Sendable {
        private let content = Locked<[String]>([])
        var all: [String] { content.withLock { $0 } }

        func note(_ event: ProviderEvent) {
            let text =
                switch event {
                case .keySet(.fetched): "keys"
                case .keySet(.failed): "keys failed"
                case .keySet(.staleKeysUsed): "stale keys"
                case .metadataFailed: "metadata failed"
                case .waitRefused: "refused"
                }
            content.withLock { $0.append(text) }
        }
    }

    private let notes = Notes()

    private func stage(_ change: (inout ConfiguredProvider) throws -> Void = { _ in }) throws -> Stage {
        let notes = notes
        return try Stage(maximumWaiting: 3, change: change, report: { notes.note($0) })
    }

    /// Lets 3 wait for the token endpoint, and looks at what goes on meanwhile.
    private func crowded(_ stage: Stage, _ meanwhile: () async throws -> Void) async throws {
        let gate = Gate()
        stage.transport.answer(Stage.token, .held(gate, .json(Array("{}".utf8), status: 400)))
        let waiting = (0..<3).map { number in Task { try await stage.refusalOfCode("code-\(number)") } }
        while stage.transport.requests(to: Stage.token).count < 3 { await Task.yield() }
        #expect(stage.connection.isCrowded)
        #expect(try await stage.refusalOfCode("one-more").code == .providerUnavailable)
        #expect(notes.all.last == "refused")
        try await meanwhile()
        #expect(notes.all.filter { $0 == "refused" }.count == 1)
        await gate.open()
        for task in waiting { #expect(try await task.value.code != .providerUnavailable) }
        #expect(!stage.connection.isCrowded)
        #expect(stage.transport.requests(to: Stage.token).count == 3)
    }

    @Test("a token endpoint that does not answer keeps nobody from keys and metadata that are known")
    func knownKeys() async throws {
        let stage = try stage()
        #expect(try await stage.identity(Forge.token()).subject.value == "user-0001")
        try await crowded(stage) { () async throws in
            for _ in 0..<5 { #expect(try await stage.identity(Forge.token()).subject.value == "user-0001") }
            let request = try await stage.connection.authorizationRequest(
                redirectURI: RedirectURI(Stage.redirect), random: FixedRandom(byte: 1))
            #expect(request.url.hasPrefix("https://provider.test/authorize?"))
        }
    }

    @Test("nor from those that are not known yet: what is fetched once for all has places of its own")
    func unknownKeys() async throws {
        let stage = try stage()
        try await crowded(stage) { () async throws in
            #expect(try await stage.identity(Forge.token()).subject.value == "user-0001")
        }
    }

    @Test("with keys out of a file nobody waits and nobody is refused, and nothing is ever said to have failed")
    func fixedKeys() async throws {
        let file = try FixedKeySet(parsing: Stage.standardKeys().compactBytes, format: .jwks)
        let stage = try stage { $0.keys = .file(file) }
        try await crowded(stage) { () async throws in
            for _ in 0..<5 { #expect(try await stage.identity(Forge.token()).subject.value == "user-0001") }
        }
        #expect(stage.connection.publicationFailure == nil)
        #expect(stage.transport.requests(to: Stage.keys).isEmpty)
    }

    @Test("keys that cannot be fetched, or are none, are known as that until they are there", arguments: [true, false])
    func keysFail(isDown: Bool) async throws {
        let stage = try stage()
        #expect(stage.connection.publicationFailure == nil)
        if isDown {
            stage.transport.answer(Stage.keys, .down)
        } else {
            stage.transport.answer(Stage.keys, .bytes(Array("<html>".utf8)))
        }
        _ = try await stage.refusal(Forge.token())
        #expect(stage.connection.publicationFailure?.code == (isDown ? .providerUnavailable : .answerMalformed))
        #expect(notes.all == ["keys failed"])
        stage.connection.retryAfterFailure()
        for _ in 0..<50 { await Task.yield() }
        #expect(notes.all == ["keys failed"])
        stage.transport.publish(Stage.keys, try Stage.standardKeys())
        stage.clock.advance(seconds: 30)
        stage.connection.retryAfterFailure()
        for _ in 0..<2000 where notes.all.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(notes.all == ["keys failed", "keys"] && stage.connection.publicationFailure == nil)
    }

    @Test("so is metadata, without which nobody knows where the keys are")
    func metadataFails() async throws {
        let stage = try stage()
        stage.transport.answer(Stage.discovery, .down)
        _ = try await stage.refusal(Forge.token())
        #expect(stage.connection.publicationFailure?.code == .providerUnavailable)
        #expect(notes.all == ["metadata failed"])
        stage.transport.publish(Stage.discovery, Stage.metadata())
        stage.clock.advance(seconds: 30)
        stage.connection.retryAfterFailure()
        for _ in 0..<2000 where stage.connection.publicationFailure != nil {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(stage.connection.publicationFailure == nil)
        // Only the metadata was asked for: keys are fetched for tokens.
        #expect(notes.all == ["metadata failed"] && stage.transport.requests(to: Stage.keys).isEmpty)
    }
}
