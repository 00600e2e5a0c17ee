import Threads
public import Cryptography
public import JOSE

/// The keys that a provider publishes, fetched when they are needed and kept while they are right.
///
/// Keys are fresh for 10 minutes, or as long as the answer says between a minute and a day. They are fetched again in
/// the background late in that time, before an answer after it, and once for a key identifier that is not among them;
/// never two at once, and never soon after the last fetch. When a fetch fails the last keys stay in use for a while, both
/// as `KeySetPatience` has it. A fetched key set replaces the last one: a key that is gone is not accepted any more.
public final class KeySetCache: KeySource {
    private struct Content {
        var state: KeySetState
        var fetch: Task<Void, Never>?
    }

    private let url: EndpointURL
    private let format: KeySetFormat
    private let transport: any HTTPTransport
    private let clock: any MonotonicClock
    private let random: any RandomSource
    private let content: Locked<Content>

    /// Makes an empty cache; nothing is fetched before the first token, so the provider may be down by then.
    ///
    /// - Parameters:
    ///   - url: Where the keys are published.
    ///   - format: In which form.
    ///   - transport: What carries the requests.
    ///   - clock: The clock that freshness is measured with.
    ///   - random: What spreads the fetches of many caches.
    ///   - patience: How long the issuer is left in peace, and how long keys are used without it.
    public init(
        url: EndpointURL, format: KeySetFormat, transport: any HTTPTransport, clock: any MonotonicClock,
        random: any RandomSource, patience: KeySetPatience = .provider
    ) {
        content = Locked(Content(state: KeySetState(patience: patience)))
        self.url = url
        self.format = format
        self.transport = transport
        self.clock = clock
        self.random = random
    }

    /// The keys to verify a token with.
    ///
    /// A fetch that others wait for too is not given up when the task is cancelled.
    ///
    /// - Parameter header: The header of the token.
    /// - Returns: The keys.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` where there are no keys now, or where the token's
    ///   key identifier is unknown and newer keys cannot be had.
    public func keys(for header: JOSEHeader) async throws(OAuthClientError) -> VerificationKeySet {
        let now = clock.now()
        let (decision, fetch) = content.withLock { content in
            let decision = content.state.decision(for: header, at: now)
            return (decision, self.fetch(for: decision, &content))
        }
        switch decision {
        case .answer(let keys), .answerAndRefresh(let keys): return keys
        case .refuse(let error): throw error
        case .wait: break
        }
        await fetch?.value
        let later = clock.now()
        return try content.withLock { (content) throws(OAuthClientError) in
            try content.state.settled(for: header, at: later)
        }
    }

    /// How it stands with the keys.
    public var health: KeySetHealth {
        let now = clock.now()
        return content.withLock { $0.state.health(at: now) }
    }

    /// The fetch that a decision asks for: the running one, or a new one.
    private func fetch(for decision: KeySetState.Decision, _ content: inout Content) -> Task<Void, Never>? {
        switch decision {
        case .answer, .refuse: return nil
        case .wait, .answerAndRefresh: break
        }
        if content.state.begin() {
            let entityTag = content.state.entityTag
            content.fetch = Task { await self.fetch(entityTag: entityTag) }
        }
        return content.fetch
    }

    private func fetch(entityTag: String?) async {
        do throws(OAuthClientError) {
            let fetched = try await fetched(entityTag: entityTag)
            let jitter = (try? random.bytes(count: 1))?.first ?? 0
            end { $0.end(fetched, at: $1, jitter: jitter) }
        } catch {
            end { $0.end(error, at: $1) }
        }
    }

    private func end(_ change: (inout KeySetState, MonotonicInstant) -> Void) {
        let now = clock.now()
        content.withLock { content in
            content.fetch = nil
            change(&content.state, now)
        }
    }

    private func fetched(entityTag: String?) async throws(OAuthClientError) -> KeySetState.Fetched {
        let condition = entityTag.map { [HTTPField(name: "If-None-Match", value: $0)] } ?? []
        let response = try await transport.send(.document(url, fields: condition))
        let freshness = KeySetFreshness.bounded(CacheControl(response).freshness)
        if response.status == 304, entityTag != nil { return .unchanged(freshness: freshness) }
        let body = try response.documentBody("key set", from: url)
        let published = try PublishedKeySet(parsing: body, format: format)
        return .published(published, entityTag: Self.entityTag(response["ETag"]), freshness: freshness)
    }

    /// An entity tag that is safe to send back (RFC 9110, section 8.8.3).
    private static func entityTag(_ field: String?) -> String? {
        field.flatMap { 1...256 ~= $0.utf8.count && $0.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) ? $0 : nil }
    }
}
