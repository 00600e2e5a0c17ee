import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Metadata: what is kept of it")
struct MetadataCacheTests {
    /// An issuer that publishes metadata, a cache of it, and a clock.
    private struct Publisher: Sendable {
        let transport = RoutedTransport()
        let clock = FakeClock()
        let cache: MetadataCache

        init(waitLimit: WaitLimit = WaitLimit("provider.test")) throws {
            cache = MetadataCache(
                issuer: .exactly(try IssuerIdentifier(Forge.issuer)),
                location: DiscoveryLocation(configured: try EndpointURL(Stage.discovery)), transport: transport,
                clock: clock, waitLimit: waitLimit)
            publish("https://provider.test/jwks-1")
        }

        func publish(_ keys: String) {
            transport.publish(Stage.discovery, Stage.metadata(["jwks_uri": .string(keys)]))
        }

        func fail() { transport.answer(Stage.discovery, .down) }

        var requests: Int { transport.requests.count }

        func keys() async throws -> String? { try await cache.metadata().jwksURI?.text }

        func refusal(sourceLocation: SourceLocation = #_sourceLocation) async throws -> OAuthClientError {
            try await #require(throws: OAuthClientError.self, sourceLocation: sourceLocation) { _ = try await keys() }
        }
    }

    @Test("nothing is fetched before it is asked for, and then once an hour")
    func freshness() async throws {
        let publisher = try Publisher()
        #expect(publisher.requests == 0)
        for _ in 0..<5 { #expect(try await publisher.keys() == "https://provider.test/jwks-1") }
        publisher.publish("https://provider.test/jwks-2")
        publisher.clock.advance(seconds: 3599)
        #expect(try await publisher.keys() == "https://provider.test/jwks-1")
        #expect(publisher.requests == 1)
        publisher.clock.advance(seconds: 1)
        #expect(try await publisher.keys() == "https://provider.test/jwks-2")
        #expect(publisher.requests == 2)
    }

    @Test("many that ask at once wait for one fetch")
    func singleFlight() async throws {
        let publisher = try Publisher()
        let gate = Gate()
        publisher.transport.answer(Stage.discovery, .held(gate, .json(Stage.metadata().compactBytes)))
        let askers = (0..<20).map { _ in Task { try await publisher.keys() } }
        while publisher.requests < 1 { await Task.yield() }
        for _ in 0..<50 { await Task.yield() }
        await gate.open()
        for asker in askers { #expect(try await asker.value == Stage.keys) }
        #expect(publisher.requests == 1)
    }

    @Test("many that ask at once all hear of one failure")
    func sharedFailure() async throws {
        let publisher = try Publisher()
        publisher.fail()
        let askers = (0..<20).map { _ in Task { try await publisher.refusal().code } }
        for asker in askers { #expect(try await asker.value == .providerUnavailable) }
        #expect(publisher.requests == 1)
    }

    @Test("one that gives up spoils the fetch for no other")
    func cancelled() async throws {
        let publisher = try Publisher()
        let gate = Gate()
        publisher.transport.answer(Stage.discovery, .held(gate, .json(Stage.metadata().compactBytes)))
        let quitter = Task { try await publisher.keys() }
        while publisher.requests < 1 { await Task.yield() }
        let other = Task { try await publisher.keys() }
        quitter.cancel()
        await gate.open()
        #expect(try await other.value == Stage.keys)
        #expect(publisher.requests == 1)
    }

    @Test("with the provider down at the start it says so, asks every 30 s, and works as soon as the provider does")
    func downAtStart() async throws {
        let publisher = try Publisher()
        publisher.fail()
        for _ in 0..<5 {
            let error = try await publisher.refusal()
            #expect(error.code == .providerUnavailable)
            #expect(error.reason.contains("connection refused"))
        }
        publisher.clock.advance(seconds: 29.5)
        #expect(try await publisher.refusal().isTemporary)
        #expect(publisher.requests == 1)
        publisher.clock.advance(seconds: 0.5)
        #expect(try await publisher.refusal().isTemporary)
        #expect(publisher.requests == 2)
        publisher.publish("https://provider.test/jwks-1")
        publisher.clock.advance(seconds: 30)
        #expect(try await publisher.keys() == "https://provider.test/jwks-1")
        #expect(publisher.requests == 3)
    }

    @Test("after a failure the last metadata stays in use for a day since it was fetched, and not longer")
    func stale() async throws {
        let publisher = try Publisher()
        _ = try await publisher.keys()
        publisher.fail()
        publisher.clock.advance(seconds: 3600)
        for _ in 0..<5 { #expect(try await publisher.keys() == "https://provider.test/jwks-1") }
        #expect(publisher.requests == 2)
        publisher.clock.advance(seconds: 82_799)
        #expect(try await publisher.keys() == "https://provider.test/jwks-1")
        #expect(publisher.requests == 3)
        publisher.clock.advance(seconds: 1)
        #expect(try await publisher.refusal().isTemporary)
        publisher.publish("https://provider.test/jwks-2")
        publisher.clock.advance(seconds: 30)
        #expect(try await publisher.keys() == "https://provider.test/jwks-2")
    }

    /// Lets so many wait for the fetch that is held.
    private static func waiting(_ count: Int, for publisher: Publisher, requests: Int) async -> [Task<
        String?, any Error
    >] {
        let tasks = (0..<count).map { _ in Task { try await publisher.keys() } }
        while publisher.requests < requests { await Task.yield() }
        for _ in 0..<200 { await Task.yield() }
        return tasks
    }

    @Test("more than may wait are refused at once where nothing is known; else they get what is known")
    func crowd() async throws {
        let publisher = try Publisher(waitLimit: WaitLimit("provider.test", maximum: 3))
        let (first, second) = (Gate(), Gate())
        let metadata = { (keys: String) in
            RoutedTransport.Answer.held(
                keys == "1" ? first : second,
                .json(Stage.metadata(["jwks_uri": .string("https://provider.test/jwks-\(keys)")]).compactBytes))
        }
        publisher.transport.answer(Stage.discovery, metadata("1"), metadata("2"))
        let early = await Self.waiting(3, for: publisher, requests: 1)
        for _ in 0..<10 {
            let error = try await publisher.refusal()
            #expect(error.code == .providerUnavailable && error.retryAfterSeconds == 1)
        }
        await first.open()
        for task in early { #expect(try await task.value == "https://provider.test/jwks-1") }
        publisher.clock.advance(seconds: 3600)
        let late = await Self.waiting(3, for: publisher, requests: 2)
        for _ in 0..<10 { #expect(try await publisher.keys() == "https://provider.test/jwks-1") }
        await second.open()
        for task in late { #expect(try await task.value == "https://provider.test/jwks-2") }
        #expect(publisher.requests == 2)
    }

    @Test("what is known is never older than a day, for want of a place either")
    func crowdAfterADay() async throws {
        let publisher = try Publisher(waitLimit: WaitLimit("provider.test", maximum: 1))
        _ = try await publisher.keys()
        publisher.clock.advance(seconds: 86_400)
        let gate = Gate()
        publisher.transport.answer(Stage.discovery, .held(gate, .json(Stage.metadata().compactBytes)))
        let waiting = await Self.waiting(1, for: publisher, requests: 2)
        #expect(try await publisher.refusal().retryAfterSeconds == 1)
        await gate.open()
        for task in waiting { #expect(try await task.value == Stage.keys) }
    }

    @Test("a failed fetch is known as that, and tried again when somebody asks for it, 30 s after it and not before")
    func retry() async throws {
        let publisher = try Publisher()
        publisher.cache.retryAfterFailure()
        #expect(publisher.cache.lastFailure == nil && publisher.requests == 0)
        publisher.fail()
        _ = try await publisher.refusal()
        #expect(publisher.cache.lastFailure?.code == .providerUnavailable)
        publisher.clock.advance(seconds: 29.5)
        publisher.cache.retryAfterFailure()
        for _ in 0..<50 { await Task.yield() }
        #expect(publisher.requests == 1)
        publisher.publish("https://provider.test/jwks-1")
        publisher.clock.advance(seconds: 0.5)
        for _ in 0..<5 { publisher.cache.retryAfterFailure() }
        for _ in 0..<2000 where publisher.cache.lastFailure != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(publisher.cache.lastFailure == nil && publisher.requests == 2)
        publisher.cache.retryAfterFailure()
        #expect(publisher.requests == 2)
    }

    @Test("OIDC-20: metadata of another issuer is refused, and does not replace what is there")
    func otherIssuer() async throws {
        let publisher = try Publisher()
        publisher.transport.publish(Stage.discovery, Stage.metadata(["issuer": "https://evil.example"]))
        #expect(try await publisher.refusal().code == .issuerMismatch)
        publisher.publish("https://provider.test/jwks-1")
        publisher.clock.advance(seconds: 30)
        _ = try await publisher.keys()
        publisher.transport.publish(
            Stage.discovery,
            Stage.metadata(["issuer": "https://evil.example", "jwks_uri": "https://evil.example/jwks"]))
        publisher.clock.advance(seconds: 3600)
        #expect(try await publisher.keys() == "https://provider.test/jwks-1")
    }

    @Test(
        "what is no metadata is a failure like any other",
        arguments: ["", "[]", "{}", "<html>", #"{"issuer":"https://provider.test","issuer":"https://provider.test"}"#])
    func malformed(_ text: String) async throws {
        let publisher = try Publisher()
        publisher.transport.answer(Stage.discovery, .bytes(Array(text.utf8)))
        #expect(try await publisher.refusal().code == .answerMalformed)
        #expect(try await publisher.refusal().code == .answerMalformed)
        #expect(publisher.requests == 1)
    }
}
