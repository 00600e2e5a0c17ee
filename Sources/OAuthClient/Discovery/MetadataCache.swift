import Threads
import Cryptography

/// The metadata of an issuer, fetched when it is needed and kept for an hour.
///
/// Never two fetches at once, and never two within 30 s. When a fetch fails the last metadata stays in use until 24 h
/// after it was fetched; the provider may be down when the program starts.
public final class MetadataCache: Sendable {
    private struct Content {
        var metadata: AuthorizationServerMetadata?
        var fetchedAt: MonotonicInstant?
        var failure: (error: OAuthClientError, instant: MonotonicInstant)?
        var fetch: Task<Void, Never>?

        /// The metadata, unless it is too old.
        func usable(at now: MonotonicInstant) -> AuthorizationServerMetadata? {
            guard let metadata, let fetchedAt, now - fetchedAt < MetadataCache.longestUse else { return nil }
            return metadata
        }
    }

    private static let freshness = Duration.seconds(3600)
    private static let cooldown = Duration.seconds(30)
    private static let longestUse = Duration.seconds(86400)

    private let issuer: ExpectedIssuer
    private let location: DiscoveryLocation
    private let transport: any HTTPTransport
    private let clock: any MonotonicClock
    private let waitLimit: WaitLimit
    private let failed: @Sendable (OAuthClientError) -> Void
    private let content = Locked(Content())

    /// Makes an empty cache; nothing is fetched before it is asked.
    ///
    /// - Parameters:
    ///   - issuer: Whose metadata it must be.
    ///   - location: Where it is.
    ///   - transport: What carries the requests.
    ///   - clock: The clock that age is measured with.
    ///   - waitLimit: How many may wait for a fetch; where the metadata is known nobody waits.
    ///   - failed: Is told of each fetch that fails.
    public init(
        issuer: ExpectedIssuer, location: DiscoveryLocation, transport: any HTTPTransport, clock: any MonotonicClock,
        waitLimit: WaitLimit = WaitLimit("the issuer of the metadata"),
        failed: @escaping @Sendable (OAuthClientError) -> Void = { _ in }
    ) {
        self.waitLimit = waitLimit
        self.failed = failed
        self.issuer = issuer
        self.location = location
        self.transport = transport
        self.clock = clock
    }

    /// The metadata.
    ///
    /// A fetch that others wait for too is not given up when the task is cancelled.
    ///
    /// - Returns: The metadata.
    /// - Throws: `OAuthClientError`, the one of the last fetch, where there is no metadata that may be used; with code
    ///   `providerUnavailable` where too many wait for it.
    public func metadata() async throws(OAuthClientError) -> AuthorizationServerMetadata {
        let now = clock.now()
        let fetch = content.withLock { (content) -> Task<Void, Never>? in
            if let age = content.fetchedAt.map({ now - $0 }), age < Self.freshness { return nil }
            if let running = content.fetch { return running }
            return begun(&content, at: now)
        }
        if let fetch {
            do throws(OAuthClientError) {
                try await waitLimit.run { () async throws(OAuthClientError) in await fetch.value }
            } catch {
                // Who would wait with too many others goes on with what is known, as if the fetch had failed.
                guard let metadata = content.withLock({ $0.usable(at: now) }) else { throw error }
                return metadata
            }
        }
        let later = clock.now()
        return try content.withLock { (content) throws(OAuthClientError) in
            if let metadata = content.usable(at: later) { return metadata }
            throw content.failure?.error
                ?? OAuthClientError(.providerUnavailable, "the metadata of the provider is not at hand")
        }
    }

    /// Why the last fetch failed; nil where it did not.
    public var lastFailure: OAuthClientError? { content.withLock { $0.failure?.error } }

    /// Begins a fetch where the last one failed and it is time for another.
    ///
    /// So `lastFailure` tells of now, even where nobody asks for the metadata any more.
    public func retryAfterFailure() {
        let now = clock.now()
        content.withLock { content in
            if content.failure != nil, content.fetch == nil { _ = begun(&content, at: now) }
        }
    }

    /// A fetch that begins now; nil where the last one failed a moment ago.
    private func begun(_ content: inout Content, at now: MonotonicInstant) -> Task<Void, Never>? {
        if let failure = content.failure, now - failure.instant < Self.cooldown { return nil }
        content.fetch = Task { await self.fetch() }
        return content.fetch
    }

    private func fetch() async {
        let result: Result<AuthorizationServerMetadata, OAuthClientError>
        do throws(OAuthClientError) {
            result = .success(try await MetadataDiscovery(transport: transport).metadata(of: issuer, at: location))
        } catch {
            result = .failure(error)
        }
        let now = clock.now()
        content.withLock { content in
            content.fetch = nil
            switch result {
            case .success(let metadata): (content.metadata, content.fetchedAt, content.failure) = (metadata, now, nil)
            case .failure(let error): content.failure = (error, now)
            }
        }
        if case .failure(let error) = result { failed(error) }
    }
}
