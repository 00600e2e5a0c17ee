public import CustomTokens
public import OAuthClient

/// A client of this bridge, as the operator has registered it.
public struct RegisteredClient: Sendable {
    /// What a client may ask for a token with.
    public enum Grant: String, Sendable, CaseIterable {
        /// A device code of ours (RFC 8628).
        case deviceCode = "device_code"
        /// A credential of a provider (RFC 8693).
        case tokenExchange = "token_exchange"
        /// An authorization code of ours (RFC 6749, section 4.1).
        case authorizationCode = "authorization_code"
        /// Its own credentials: it mints (RFC 6749, section 4.4).
        case clientCredentials = "client_credentials"
        /// An assertion that it has signed: it mints (RFC 7523, section 2.1).
        case jwtBearer = "jwt_bearer"

        /// Whether the client itself says whom a token is for.
        public var isMinting: Bool {
            switch self {
            case .clientCredentials, .jwtBearer: true
            case .deviceCode, .tokenExchange, .authorizationCode: false
            }
        }
    }

    /// How a confidential client proves who it is.
    public enum Authentication: String, Sendable, CaseIterable {
        /// Identifier and secret in `Authorization: Basic` (RFC 6749, section 2.3.1).
        case basic = "client_secret_basic"
        /// Identifier and secret in the form (RFC 6749, section 2.3.1).
        case post = "client_secret_post"
        /// An assertion signed with its key (RFC 7523, section 2.2).
        case privateKeyJWT = "private_key_jwt"
    }

    /// What a client can prove itself with.
    public enum Kind: Sendable {
        /// Nothing: a public client.
        case publicClient
        /// A secret, keys, or both, in these ways; never without any.
        case confidential(secret: ClientSecret?, keys: ClientKeys?, ways: Set<Authentication>)
    }

    /// Which providers a client may use.
    public enum Providers: Sendable, Equatable {
        /// All.
        case all
        /// These.
        case only([String])

        /// Whether a provider is among them.
        ///
        /// - Parameter id: The provider's name.
        /// - Returns: Whether it is.
        public func contains(_ id: String) -> Bool {
            switch self {
            case .all: true
            case .only(let ids): ids.contains { $0.utf8.elementsEqual(id.utf8) }
            }
        }
    }

    /// Whether a client gets the provider's own tokens.
    public enum ProviderTokens: Sendable {
        /// It does not.
        case withheld
        /// It does, beside the custom token.
        case handedOn
    }

    /// Its client identifier.
    public let id: String
    /// What persons read in the place of the identifier.
    public let displayName: String
    /// What it can prove itself with.
    public let kind: Kind
    /// What it may ask for a token with; never empty.
    public let grants: Set<Grant>
    /// The providers that it may use.
    public let providers: Providers
    /// Where it may be sent back to.
    public let redirectURIs: [RedirectURI]
    /// What the uids begin with that it may mint for.
    public let userIDPrefixes: [String]
    /// The names of the claims that it may set.
    public let claimNames: [String]
    /// The tenants that it may mint for, beside the configured one.
    public let tenants: [TenantID]
    /// The longest lifetime of a token that it may ask for.
    public let maximumLifetime: TokenLifetime
    /// Whether it gets the provider's own tokens, too.
    public let providerTokens: ProviderTokens

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - id: Its client identifier.
    ///   - displayName: What persons read in the place of the identifier; nil for the identifier itself.
    ///   - kind: What it can prove itself with.
    ///   - grants: What it may ask for a token with; never empty.
    ///   - providers: The providers that it may use.
    ///   - redirectURIs: Where it may be sent back to.
    ///   - userIDPrefixes: What the uids begin with that it may mint for.
    ///   - claimNames: The names of the claims that it may set.
    ///   - tenants: The tenants that it may mint for, beside the configured one.
    ///   - maximumLifetime: The longest lifetime of a token that it may ask for.
    ///   - providerTokens: Whether it gets the provider's own tokens, too.
    public init(
        id: String, displayName: String? = nil, kind: Kind, grants: Set<Grant>, providers: Providers = .all,
        redirectURIs: [RedirectURI] = [], userIDPrefixes: [String] = [], claimNames: [String] = [],
        tenants: [TenantID] = [],
        maximumLifetime: TokenLifetime = .standard, providerTokens: ProviderTokens = .withheld
    ) {
        self.id = id
        self.displayName = displayName ?? id
        self.kind = kind
        self.grants = grants
        self.providers = providers
        self.redirectURIs = redirectURIs
        self.userIDPrefixes = userIDPrefixes
        self.claimNames = claimNames
        self.tenants = tenants
        self.maximumLifetime = maximumLifetime
        self.providerTokens = providerTokens
    }
}
