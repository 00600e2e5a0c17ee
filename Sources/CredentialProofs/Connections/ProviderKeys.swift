import Threads
import Cryptography
import JOSE
import OAuthClient
import Providers

/// The keys that a provider's tokens are verified with, wherever they are.
final class ProviderKeys: KeySource {
    private let provider: ConfiguredProvider
    private let metadata: MetadataCache?
    private let makeCache: @Sendable (EndpointURL) -> KeySetCache
    private let cache: Locked<(url: EndpointURL, keys: KeySetCache)?> = Locked(nil)

    /// Makes the source; nothing is fetched by it.
    init(
        provider: ConfiguredProvider, metadata: MetadataCache?,
        makeCache: @escaping @Sendable (EndpointURL) -> KeySetCache
    ) {
        self.provider = provider
        self.metadata = metadata
        self.makeCache = makeCache
    }

    func keys(for header: JOSEHeader) async throws(OAuthClientError) -> VerificationKeySet {
        switch provider.keys {
        case .file(let fixed): fixed.keys
        case .published: try await published(at: address()).keys(for: header)
        }
    }

    /// Why the keys could not be fetched the last time; nil where they could, or were not needed yet.
    var lastFailure: OAuthClientError? { cache.withLock { $0?.keys.health.lastFailure } }

    /// Begins to fetch the keys again where that failed and it is time.
    func retryAfterFailure() { cache.withLock { $0?.keys.retryAfterFailure() } }

    private func address() async throws(OAuthClientError) -> EndpointURL {
        switch provider.preset.endpoints.keySet {
        case .address(let url): return url
        case .discovered:
            let metadata = try await metadata?.metadata()
            do throws(ProviderError) {
                return try provider.endpoints(metadata).keySet
            } catch {
                let isForbidden = error.code == .endpointInvalid
                throw OAuthClientError(isForbidden ? .addressNotAllowed : .answerMalformed, error.reason)
            }
        case .none: throw OAuthClientError(.keySetUnusable, "the provider publishes no keys")
        }
    }

    /// The cache of an address; another one where the metadata names another address than before.
    private func published(at url: EndpointURL) -> KeySetCache {
        cache.withLock { cache in
            if let cache, cache.url == url { return cache.keys }
            let keys = makeCache(url)
            cache = (url, keys)
            return keys
        }
    }
}
