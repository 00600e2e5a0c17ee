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
    let keys: any KeySource
    /// Whom the provider's ID tokens must be issued to.
    let idTokenAudience: ExpectedAudience
    private let metadataCache: MetadataCache?
    /// How many may wait for the provider at once.
    let waitLimit: WaitLimit

    /// Makes a connection; nothing is sent before the first credential, so the provider may be down by then.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - transport: What carries requests to it.
    ///   - clock: The clock that tokens are held against.
    ///   - monotonicClock: The clock that the age of keys and metadata is measured with.
    ///   - random: What spreads the fetches of keys.
    ///   - maximumWaiting: How many may wait for the provider at once; for more it is `providerUnavailable` at once.
    /// - Throws: `CredentialError` with code `providerMisconfigured`.
    public init(
        _ provider: ConfiguredProvider, transport: any HTTPTransport, clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(), random: any RandomSource = SecureRandom(),
        maximumWaiting: Int = WaitLimit.standard
    ) throws(CredentialError) {
        self.provider = provider
        idTokenAudience = ExpectedAudience(provider.preset)
        self.transport = transport
        self.clock = clock
        let cache = try Self.metadataCache(provider, transport, monotonicClock)
        metadataCache = cache
        waitLimit = WaitLimit(provider.id, maximum: maximumWaiting)
        keys = LimitedKeySource(
            ProviderKeys(provider: provider, metadata: cache) { url in
                KeySetCache(url: url, format: .jwks, transport: transport, clock: monotonicClock, random: random)
            }, waitLimit)
    }

    /// What the provider says about itself; nil where nothing of it is needed, for all is known or configured.
    func metadata() async throws(CredentialError) -> AuthorizationServerMetadata? {
        guard let metadataCache else { return nil }
        do throws(OAuthClientError) {
            return try await waitLimit.run { () async throws(OAuthClientError) in try await metadataCache.metadata() }
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
        _ provider: ConfiguredProvider, _ transport: any HTTPTransport, _ clock: any MonotonicClock
    ) throws(CredentialError) -> MetadataCache? {
        guard provider.preset.needsMetadata, let url = provider.preset.endpoints.discovery else { return nil }
        do throws(OAuthClientError) {
            return MetadataCache(
                issuer: try provider.preset.expectedMetadataIssuer(), location: DiscoveryLocation(configured: url),
                transport: transport, clock: clock)
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
