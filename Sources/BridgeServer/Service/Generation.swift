import Providers
import Bridge
import Configuration
import CredentialProofs
import Cryptography
import HTTPServer
import JOSE
import OAuthClient
import Operations
import StrictJSON

/// All that answers requests by one configuration; another configuration makes another.
///
/// A class, because each request holds it in several places: a copy of a value would count all of its parts anew.
final class Generation: Sendable {
    let configuration: BridgeConfiguration
    let keys: ServiceKeys
    let providers: ProviderRegistry
    let authenticator: ClientAuthenticator
    let clients: ClientRegistry
    let signer: WatchedSigner
    let issuer: CustomTokenIssuer
    let exchange: TokenExchange
    let minting: ServerMinting
    let deviceGrant: DeviceGrant
    let signIn: ProviderSignIn
    let endpoint: AuthorizationEndpoint
    let codes: AuthorizationCodes
    let trustedProxies: TrustedProxies
    let documents: PublishedDocuments

    /// Builds everything; nothing is sent, so providers may be down.
    ///
    /// What was fetched from a provider or a client stays known where the way to it is the same: whoever is down now is
    /// needed for nothing that was possible before.
    ///
    /// - Throws: `CredentialError`, `BridgeError`, or an error of JSON.
    convenience init(
        _ configuration: BridgeConfiguration, keys: ServiceKeys, resources: ServiceResources, metrics: BridgeMetrics,
        after other: Generation?, transport: (ProviderEntry) throws -> any HTTPTransport,
        clientTransport: any HTTPTransport
    ) throws {
        let (clock, monotonicClock, random) = (resources.clock, resources.monotonicClock, resources.random)
        let hasSameWays = other?.configuration.transport.fingerprint == configuration.transport.fingerprint
        let earlier = hasSameWays ? other : nil
        let reports = ProviderReports(metrics: metrics, resources: resources)
        let providers = ProviderRegistry(
            try configuration.providers.map { entry in
                if let connection = try earlier?.connection(ofSame: entry) { return connection }
                let (id, issuer) = (entry.provider.id, entry.provider.preset.issuer)
                return try ProviderConnection(
                    entry.provider, transport: try transport(entry), clock: clock, monotonicClock: monotonicClock,
                    random: random, report: { reports.note($0, at: id, issuer: issuer) })
            })
        let clients = try ClientRegistry(configuration.clients, keepingKeysOf: earlier?.clients) { url in
            KeySetCache(
                url: url, format: .jwks, transport: clientTransport, clock: monotonicClock, random: random,
                waitLimit: WaitLimit("the address of the client's keys", refused: { reports.waitRefused() }),
                report: { reports.note($0, ofClientKeysAt: url) })
        }
        try self.init(configuration, keys, resources, metrics, providers, clients)
    }

    /// The same with other keys: what was fetched from providers and clients stays known.
    ///
    /// - Throws: `CryptographyError` or `BridgeError`.
    convenience init(
        _ other: Generation, keys: ServiceKeys, resources: ServiceResources, metrics: BridgeMetrics
    ) throws {
        try self.init(other.configuration, keys, resources, metrics, other.providers, other.clients)
    }

    private init(
        _ configuration: BridgeConfiguration, _ keys: ServiceKeys, _ resources: ServiceResources,
        _ metrics: BridgeMetrics, _ providers: ProviderRegistry, _ clients: ClientRegistry
    ) throws {
        let (store, clock, random) = (resources.store, resources.clock, resources.random)
        self.configuration = configuration
        self.keys = keys
        self.providers = providers
        self.clients = clients
        let issuerText = configuration.issuer.text
        let base = issuerText.hasSuffix("/") ? String(issuerText.dropLast()) : issuerText
        authenticator = ClientAuthenticator(
            clients, identifiers: BridgeIdentifiers(issuer: issuerText, tokenEndpoint: "\(base)/token"), store: store,
            clock: clock)
        signer = WatchedSigner(keys.signer, metrics: metrics)
        issuer = CustomTokenIssuer(signer: signer, clock: clock)
        exchange = TokenExchange(
            providers: providers,
            targets: ExchangeTargets(project: configuration.project, tenantID: configuration.token.tenantID),
            policy: configuration.token, issuer: issuer, store: store, clock: clock)
        minting = ServerMinting(
            authenticator: authenticator,
            rules: MintingRules(policy: configuration.token, providerPrefixes: providers.userIDPrefixes),
            issuer: issuer)
        let providerIDs = configuration.providers.map(\.provider.id)
        deviceGrant = DeviceGrant(
            store: store, issuer: issuerText, secret: keys.stateSecret, providerIDs: providerIDs,
            settings: try DeviceGrantSettings(
                interval: resources.deviceInterval, startLimits: configuration.limits.deviceLogins,
                guessLimits: configuration.limits.deviceGuesses),
            clock: clock, random: random)
        signIn = ProviderSignIn(
            issuer: configuration.issuer, store: store, clock: clock, random: random,
            maximumPerNetwork: configuration.limits.signIns)
        endpoint = AuthorizationEndpoint(
            issuer: configuration.issuer, clients: configuration.clients, providers: providerIDs)
        codes = AuthorizationCodes(endpoint: endpoint, store: store, clock: clock, random: random)
        trustedProxies = TrustedProxies(
            configuration.trustedProxies, localPeers: configuration.isBehindLocalProxy ? .trusted : .untrusted)
        documents = try PublishedDocuments(configuration, keys: keys)
    }

    /// The providers whose keys, or the metadata that says where they are, could not be fetched the last time.
    ///
    /// Each is asked again, so that what is said of it is not of a time long gone; at most once in 30 s.
    func unreachableProviders() -> [String] {
        configuration.providers.map(\.provider.id).filter { id in
            guard let connection = try? providers.connection(named: id), connection.publicationFailure != nil else {
                return false
            }
            connection.retryAfterFailure()
            return true
        }
    }

    /// The path of the issuer; empty where it has none.
    var pathPrefix: String { documents.pathPrefix }

    /// What a person reads of a client: its name; its identifier where it is not registered any more.
    func displayName(ofClient id: String) -> String { clients.client(id)?.displayName ?? id }

    /// The client of an identifier.
    ///
    /// - Throws: `BridgeError` with code `clientInvalid`.
    func client(_ id: String) throws(BridgeError) -> RegisteredClient {
        guard let client = clients.client(id) else {
            throw BridgeError(.clientInvalid, "the client \(id.quotedExcerpt) is not registered any more")
        }
        return client
    }

    /// The way to a provider that was configured by the same entry; nil where there was none.
    private func connection(ofSame entry: ProviderEntry) throws -> ProviderConnection? {
        let id = entry.provider.id
        guard configuration.provider(id)?.fingerprint == entry.fingerprint else { return nil }
        return try providers.connection(named: id)
    }

    /// The providers that a client lets a person choose from, in the order of the configuration.
    func providerChoices(of client: RegisteredClient) -> [ProviderEntry] {
        configuration.providers.filter { client.providers.contains($0.provider.id) && $0.provider.canSignIn }
    }
}

extension BridgeConfiguration {
    /// Whether whoever comes by the socket in the file system is a proxy: where the operator names proxies.
    fileprivate var isBehindLocalProxy: Bool {
        switch listen {
        case .unix, .systemd: !trustedProxies.isEmpty
        case .tcp: false
        }
    }
}
