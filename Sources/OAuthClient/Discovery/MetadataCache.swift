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
    }

    private static let freshness = Duration.seconds(3600)
    private static let cooldown = Duration.seconds(30)
    private static let longestUse = Duration.seconds(86400)

    private let issuer: ExpectedIssuer
    private let location: DiscoveryLocation
    private let transport: any HTTPTransport
    private let clock: any MonotonicClock
    private let content = Locked(Content())

    /// Makes an empty cache; nothing is fetched before it is asked.
    ///
    /// - Parameters:
    ///   - issuer: Whose metadata it must be.
    ///   - location: Where it is.
    ///   - transport: What carries the requests.
    ///   - clock: The clock that age is measured with.
    public init(
        issuer: ExpectedIssuer, location: DiscoveryLocation, transport: any HTTPTransport, clock: any MonotonicClock
    ) {
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
    /// - Throws: `OAuthClientError`, the one of the last fetch, where there is no metadata that may be used.
    public func metadata() async throws(OAuthClientError) -> AuthorizationServerMetadata {
        let now = clock.now()
        let fetch = content.withLock { (content) -> Task<Void, Never>? in
            if let age = content.fetchedAt.map({ now - $0 }), age < Self.freshness { return nil }
            if let running = content.fetch { return running }
            if let failure = content.failure, now - failure.instant < Self.cooldown { return nil }
            content.fetch = Task { await self.fetch() }
            return content.fetch
        }
        await fetch?.value
        let later = clock.now()
        return try content.withLock { (content) throws(OAuthClientError) in
            if let metadata = content.metadata, let fetchedAt = content.fetchedAt,
                later - fetchedAt < Self.longestUse
            {
                return metadata
            }
            throw content.failure?.error
                ?? OAuthClientError(.providerUnavailable, "the metadata of the provider is not at hand")
        }
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
    }
}
