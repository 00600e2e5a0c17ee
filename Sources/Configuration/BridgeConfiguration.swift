public import Bridge
public import HTTPServer
public import OAuthClient
import Operations
import Providers

/// The whole configuration, checked: what the file says, with what the environment says in its place.
public struct BridgeConfiguration: Sendable {
    /// The path of the file.
    public let file: String
    /// How devices and providers reach this bridge.
    public let issuer: IssuerIdentifier
    /// Where the bridge listens.
    public let listen: ListenAddress
    /// Where health and metrics are served; nil for nowhere.
    public let telemetry: ListenAddress?
    /// The files of the bridge's own certificate; nil where a proxy in front of it has one.
    public let tls: TLSFiles?
    /// The networks of the proxies whose word about a caller's address is taken.
    public let trustedProxies: [NetworkRange]
    /// The project that the custom tokens are for.
    public let project: String
    /// Where the keys are that sign custom tokens.
    public let keys: KeysLocation
    /// Where sessions are kept.
    public let store: StoreLocation
    /// What the custom tokens say.
    public let token: MintingPolicy
    /// The identity providers in the order of the file, none with the name of another.
    public let providers: [ProviderEntry]
    /// The clients in the order of the file, none with the identifier of another.
    public let clients: [RegisteredClient]
    /// How providers are reached.
    public let transport: TransportSettings
    /// What one network may ask for.
    public let limits: LimitSettings
    /// What is logged, and how.
    public let log: LogSettings
    /// Where custom tokens are noted; nil for nowhere.
    public let audit: AuditSettings?
    /// The origins whose pages may call the service by script.
    public let allowedOrigins: [String]
    /// The secret that all replicas share; nil where it follows from the key.
    public let stateSecret: StateSecret?
    /// What an operator should know at every start.
    public let warnings: [ConfigurationWarning]

    /// The provider of a name.
    ///
    /// - Parameter id: The name, compared byte for byte.
    /// - Returns: The provider; nil where there is none.
    public func provider(_ id: String) -> ProviderEntry? {
        providers.first { $0.provider.id.utf8.elementsEqual(id.utf8) }
    }

    /// The client of an identifier.
    ///
    /// - Parameter id: The client identifier, compared byte for byte.
    /// - Returns: The client; nil where there is none.
    public func client(_ id: String) -> RegisteredClient? {
        clients.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}
