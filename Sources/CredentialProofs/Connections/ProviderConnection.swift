public import Cryptography
public import JOSE
public import OAuthClient
public import Providers

/// A configured provider and the way to it: what every proof works with.
///
/// It keeps what the provider publishes, its metadata and its keys, and nothing of any request (PRV-10). It never
/// changes, and is a class because every proof holds one: a copy of all that is configured would cost more than a rule.
public final class ProviderConnection: Sendable {
    /// The provider.
    public let provider: ConfiguredProvider
    let clock: any WallClock
    let transport: any HTTPTransport
    let keys: ProviderKeys
    /// Whom the provider's ID tokens must be issued to.
    let idTokenAudience: ExpectedAudience
    let metadataCache: MetadataCache?
    /// How many may wait at once for answers of the provider that are for each of them alone.
    let waitLimit: WaitLimit

    /// Makes a connection; nothing is sent before the first credential, so the provider may be down by then.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - transport: What carries requests to it.
    ///   - clock: The clock that tokens are held against.
    ///   - monotonicClock: The clock that the age of keys and metadata is measured with.
    ///   - random: What spreads the fetches of keys.
    ///   - maximumWaiting: How many may wait at once for answers of the provider, and how many more for its keys and its
    ///     metadata where these are not known; for others it is `providerUnavailable` at once.
    ///   - report: Is told what happens between us and the provider.
    /// - Throws: `CredentialError` with code `providerMisconfigured`.
    public init(
        _ provider: ConfiguredProvider, transport: any HTTPTransport, clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(), random: any RandomSource = SecureRandom(),
        maximumWaiting: Int = WaitLimit.standard, report: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
    ) throws(CredentialError) {
        self.provider = provider
        idTokenAudience = ExpectedAudience(provider.preset)
        self.transport = transport
        self.clock = clock
        let refused: @Sendable () -> Void = { report(.waitRefused) }
        waitLimit = WaitLimit(provider.id, maximum: maximumWaiting, refused: refused)
        // What is fetched once for all takes no place from those who send something of their own, and the other way.
        let documentLimit = WaitLimit(provider.id, maximum: maximumWaiting, refused: refused)
        let cache = try Self.metadataCache(provider, transport, monotonicClock, documentLimit, report)
        metadataCache = cache
        keys = ProviderKeys(provider: provider, metadata: cache) { url in
            KeySetCache(
                url: url, format: .jwks, transport: transport, clock: monotonicClock, random: random,
                waitLimit: documentLimit, report: { report(.keySet($0)) })
        }
    }

    /// What the provider says about itself; nil where nothing of it is needed, for all is known or configured.
    func metadata() async throws(CredentialError) -> AuthorizationServerMetadata? {
        guard let metadataCache else { return nil }
        do throws(OAuthClientError) {
            return try await metadataCache.metadata()
        } catch {
            throw CredentialError(document: error, provider.id)
        }
    }

    func now() throws(CredentialError) -> NumericDate {
        do throws(JOSEError) {
            return try clock.now()
        } catch {
            throw CredentialError(error, provider.id)
        }
    }

    func send(_ request: HTTPRequest) async throws(CredentialError) -> HTTPResponse {
        do throws(OAuthClientError) {
            return try await waitLimit.run { () async throws(OAuthClientError) in try await transport.send(request) }
        } catch {
            throw CredentialError(error, provider.id)
        }
    }

    private static func metadataCache(
        _ provider: ConfiguredProvider, _ transport: any HTTPTransport, _ clock: any MonotonicClock,
        _ waitLimit: WaitLimit, _ report: @escaping @Sendable (ProviderEvent) -> Void
    ) throws(CredentialError) -> MetadataCache? {
        guard provider.preset.needsMetadata, let url = provider.preset.endpoints.discovery else { return nil }
        do throws(OAuthClientError) {
            return MetadataCache(
                issuer: try provider.preset.expectedMetadataIssuer(), location: DiscoveryLocation(configured: url),
                transport: transport, clock: clock, waitLimit: waitLimit, failed: { report(.metadataFailed($0)) })
        } catch {
            throw CredentialError(.providerMisconfigured, "\(provider.id): \(error.reason)")
        }
    }
}

extension ExpectedAudience {
    /// Whom a provider's ID tokens must be issued to.
    fileprivate init(_ preset: ResolvedPreset) {
        self =
            switch preset.preset.idToken?.audience {
            case .anyConfiguredIdentifier?:
                .client(identifier: preset.audience.primary, or: [String](preset.audience.all.dropFirst()))
            case .clientIdentifier?, nil: .client(identifier: preset.audience.primary)
            }
    }
}

extension CredentialError {
    /// What a failure to fetch what a provider publishes means: nothing about the credential.
    init(document error: OAuthClientError, _ subject: String) {
        let code: Code =
            switch error.code {
            case .issuerMismatch, .addressNotAllowed, .keySetUnusable, .requestNotAllowed, .transportNotUsable:
                .providerMisconfigured
            case .cancelled: .cancelled
            case .cryptographyFailed: .cryptographyFailed
            case .providerUnavailable, .answerMalformed, .answerTooLarge, .refusedByProvider, .parameterInvalid,
                .reservedParameter, .scopeNotPreconfigured, .clientMisconfigured, .stateMismatch, .tokenInactive,
                .audienceMismatch, .audienceUnprovable:
                .providerUnavailable
            }
        self.init(
            code, "\(subject): \(error.reason)", retryAfterSeconds: error.retryAfterSeconds,
            connectionFault: error.connectionFault)
    }
}
