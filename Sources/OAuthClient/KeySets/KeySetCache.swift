import Threads
public import Cryptography
public import JOSE

/// The keys that a provider publishes, fetched when they are needed and kept while they are right.
///
/// Keys are fresh for 10 minutes, or as long as the answer says between a minute and a day. They are fetched again in
/// the background late in that time, before an answer after it, and once for a key identifier that is not among them;
/// never two at once, and never soon after the last fetch. When a fetch fails the last keys stay in use for a while, both
/// as `KeySetPatience` has it. A fetched key set replaces the last one: a key that is gone is not accepted any more.
///
/// That keys outlive their freshness while their issuer is down is meant, `must-revalidate` or not (RFC 9111, section
/// 4.2.4): else its outage would keep all its users out. It is bounded, and each such use is told.
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
    private let waitLimit: WaitLimit
    private let report: @Sendable (KeySetEvent) -> Void
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
    ///   - waitLimit: How many may wait for a fetch; those whose keys are known do not wait.
    ///   - report: Is told what becomes of the keys.
    public init(
        url: EndpointURL, format: KeySetFormat, transport: any HTTPTransport, clock: any MonotonicClock,
        random: any RandomSource, patience: KeySetPatience = .provider,
        waitLimit: WaitLimit = WaitLimit("the issuer of the keys"),
        report: @escaping @Sendable (KeySetEvent) -> Void = { _ in }
    ) {
        content = Locked(Content(state: KeySetState(patience: patience)))
        self.url = url
        self.format = format
        self.transport = transport
        self.clock = clock
        self.random = random
        self.waitLimit = waitLimit
        self.report = report
    }

    /// The keys to verify a token with.
    ///
    /// A fetch that others wait for too is not given up when the task is cancelled.
    ///
    /// - Parameter header: The header of the token.
    /// - Returns: The keys.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` where there are no keys now, or where the token's
    ///   key identifier is unknown and newer keys cannot be had, or too many wait for them.
    public func keys(for header: JOSEHeader) async throws(OAuthClientError) -> VerificationKeySet {
        let now = clock.now()
        let (decision, fetch, isStale) = content.withLock { content in
            let decision = content.state.decision(for: header, at: now)
            return (decision, self.fetch(for: decision, &content), content.state.isStale(at: now))
        }
        switch decision {
        case .answer(let keys), .answerAndRefresh(let keys): return noted(keys, isStale: isStale)
        case .refuse(let error): throw error
        case .wait: return try await awaited(fetch, for: header)
        }
    }

    /// The keys that there are after a fetch; who finds too many waiting for it, gets what is known already.
    private func awaited(
        _ fetch: Task<Void, Never>?, for header: JOSEHeader
    ) async throws(OAuthClientError) -> VerificationKeySet {
        do throws(OAuthClientError) {
            try await waitLimit.run { () async throws(OAuthClientError) in await fetch?.value }
        } catch {
            let now = clock.now()
            guard let keys = content.withLock({ $0.state.known(for: header, at: now) }) else { throw error }
            return noted(keys, isStale: true)
        }
        let now = clock.now()
        let (keys, isStale) = try content.withLock { (content) throws(OAuthClientError) in
            (try content.state.settled(for: header, at: now), content.state.isStale(at: now))
        }
        return noted(keys, isStale: isStale)
    }

    private func noted(_ keys: VerificationKeySet, isStale: Bool) -> VerificationKeySet {
        if isStale { report(.staleKeysUsed) }
        return keys
    }

    /// Begins a fetch where the last one failed and it is time for another.
    ///
    /// So `health` tells of now, even where no token asks for the keys any more.
    public func retryAfterFailure() {
        let now = clock.now()
        content.withLock { content in
            if content.state.mayRetry(at: now) { _ = begun(&content) }
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
        case .wait, .answerAndRefresh: return begun(&content)
        }
    }

    private func begun(_ content: inout Content) -> Task<Void, Never>? {
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
            report(.fetched)
        } catch {
            end { $0.end(error, at: $1) }
            report(.failed(health))
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
