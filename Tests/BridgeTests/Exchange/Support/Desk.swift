@testable import Bridge
import CredentialProofs
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import Providers
import Storage
import StrictJSON
import Testing

/// The token endpoint without HTTP: clients, a provider and a store, at one time.
struct Desk: Sendable {
    static let issuer = "https://bridge.example"
    static let tokenEndpoint = "https://bridge.example/token"
    static let secret = "a-secret-with-%3A-and-+-in-it"
    static let form = "application/x-www-form-urlencoded"

    let store: any Store
    let signer: SpySigner
    let transport = ScriptedTransport()
    let registry: ClientRegistry
    let authenticator: ClientAuthenticator
    let exchange: TokenExchange
    let minting: ServerMinting

    init(
        store: any Store = MemoryStore(), now: Int64 = DeskToken.now, policy: MintingPolicy = MintingPolicy(),
        providers ids: [String] = ["example", "other"], clients: [RegisteredClient]? = nil,
        keySource: (EndpointURL) -> any KeySource = { _ in UnreachableKeys() }
    ) throws {
        self.store = store
        let clock = FixedWallClock(NumericDate(secondsSinceEpoch: now))
        signer = try SpySigner(now: now)
        registry = try ClientRegistry(try clients ?? Self.clients(), keySource: keySource)
        authenticator = ClientAuthenticator(
            registry, identifiers: BridgeIdentifiers(issuer: Self.issuer, tokenEndpoint: Self.tokenEndpoint),
            store: store, clock: clock)
        let transport = transport
        let providers = ProviderRegistry(
            try ids.map { id in
                // The second provider is another issuer.
                let issuer = id == "other" ? "https://other.test" : DeskToken.providerIssuer
                return try ProviderConnection(
                    Self.provider(id, issuer: issuer), transport: transport, clock: clock)
            })
        let tokens = CustomTokenIssuer(signer: signer, clock: clock)
        exchange = TokenExchange(
            providers: providers, targets: ExchangeTargets(project: "demo-bridge", tenantID: policy.tenantID),
            policy: policy, issuer: tokens, store: store, clock: clock)
        minting = ServerMinting(
            authenticator: authenticator,
            rules: MintingRules(policy: policy, providerPrefixes: providers.userIDPrefixes), issuer: tokens)
    }

    static func clients() throws -> [RegisteredClient] {
        let keys = try FixedKeySet(
            parsing: DeskToken.keySet(try DeskToken.clientKey.get().publicKey.material), format: .jwks)
        return [
            RegisteredClient(id: "tv", kind: .publicClient, grants: [.tokenExchange, .deviceCode]),
            RegisteredClient(
                id: "narrow", kind: .publicClient, grants: [.tokenExchange], providers: .only(["other"])),
            RegisteredClient(id: "app", kind: .publicClient, grants: [.authorizationCode]),
            RegisteredClient(
                id: "backend",
                kind: .confidential(secret: ClientSecret(secret), keys: nil, ways: [.basic, .post]),
                grants: [.clientCredentials, .tokenExchange], userIDPrefixes: ["svc:", "caf\u{E9}"],
                claimNames: ["role", "deep"], tenants: [try TenantID("t-2")],
                maximumLifetime: try TokenLifetime(seconds: 600), providerTokens: .handedOn),
            RegisteredClient(
                id: "poster", kind: .confidential(secret: ClientSecret(secret), keys: nil, ways: [.post]),
                grants: [.tokenExchange]),
            RegisteredClient(
                id: "signer", kind: .confidential(secret: nil, keys: .file(keys), ways: [.privateKeyJWT]),
                grants: [.jwtBearer, .clientCredentials], userIDPrefixes: ["svc:"], claimNames: ["role"]),
            RegisteredClient(
                id: "published",
                kind: .confidential(
                    secret: nil, keys: .published(try EndpointURL("https://client.example/jwks")),
                    ways: [.privateKeyJWT]), grants: [.tokenExchange]),
        ]
    }

    private static let providerKeys = Result {
        let key = try RSAPrivateKey(parsing: DeskToken.pem("rsa-2048"))
        return try FixedKeySet(parsing: DeskToken.keySet(key.publicKey.material), format: .jwks)
    }

    static func provider(_ id: String, issuer: String) throws -> ConfiguredProvider {
        var configuration = PresetConfiguration(audience: try ClientIdentifiers([DeskToken.providerClient]))
        configuration.parameters = PresetParameters([.issuer: issuer])
        if id == "inspected" {
            configuration.accessTokens = .introspection(
                client: try JSONPath(parsing: "client_id"), subject: try JSONPath(parsing: "sub"))
        }
        let preset = try ResolvedPreset(try PresetTable.preset("oidc"), configuration: configuration)
        var provider = ConfiguredProvider(
            id: id, preset: preset, credential: .secret(ClientSecret("secret-at-the-provider")),
            userIDs: try preset.userIDMapping(prefix: id))
        provider.keys = .file(try providerKeys.get())
        return provider
    }

    /// The client that a request proves.
    func client(_ form: String, authorization: [String] = []) async throws -> AuthenticatedClient {
        try await authenticator.client(
            for: ClientClaim(authorization: authorization, form: Self.parameters(form)))
    }

    /// The error of a request whose client must be refused.
    func refusal(
        _ form: String, authorization: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> BridgeError {
        try await #require(throws: BridgeError.self, sourceLocation: sourceLocation) {
            _ = try await client(form, authorization: authorization)
        }
    }

    /// A client that has named itself or proven itself, for tests of what comes after.
    func known(_ id: String) throws -> AuthenticatedClient {
        let client = try #require(registry.client(id))
        switch client.kind {
        case .publicClient: return AuthenticatedClient(client, way: nil)
        case .confidential(_, _, let ways): return AuthenticatedClient(client, way: ways.first)
        }
    }

    static func parameters(_ form: String) throws -> TokenRequestParameters {
        try TokenRequestParameters(contentType: [Self.form], body: [UInt8](form.utf8))
    }

    /// The value of `Authorization` for an identifier and a secret that are encoded already.
    static func basic(_ pair: String, scheme: String = "Basic") -> String {
        basic([UInt8](pair.utf8), scheme: scheme)
    }

    static func basic(_ pair: [UInt8], scheme: String = "Basic") -> String {
        let digits = Base64URL.encode(pair).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return "\(scheme) \(String(digits))\(String(repeating: "=", count: (4 - digits.count % 4) % 4))"
    }

    /// The form of an exchange of an ID token.
    static func exchangeForm(_ token: String, _ more: String = "") -> String {
        exchangeForm(token, type: "urn:ietf:params:oauth:token-type:id_token", more)
    }

    static func exchangeForm(_ token: String, type: String, _ more: String = "") -> String {
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=\(token)&subject_token_type=\(type)"
            + (more.isEmpty ? "" : "&\(more)")
    }

    /// What an exchange answers.
    func exchanged(
        _ form: String, by client: String = "tv", keeper: RotatedRefreshToken = RotatedRefreshToken(),
        note: (IssuedCustomToken) async throws -> Void = { _ in }
    ) async throws -> ExchangeAnswer {
        guard case .tokenExchange(let request) = try TokenEndpointRequest(Self.parameters(form)) else {
            throw BridgeError(.requestInvalid, "no exchange")
        }
        return try await exchange.answer(to: request, from: known(client), keeper: keeper, note: note)
    }

    /// What minting by a client's own credentials answers.
    func minted(_ form: String, by client: String = "backend") async throws -> IssuedCustomToken {
        let parameters = try Self.parameters("grant_type=client_credentials&\(form)")
        guard case .clientCredentials(let request) = try TokenEndpointRequest(parameters) else {
            throw BridgeError(.requestInvalid, "no minting")
        }
        return try await minting.token(for: request, from: known(client))
    }

    /// What minting by an assertion answers.
    func minted(
        assertion: String, _ more: String = "", authorization: [String] = [],
        note: (IssuedCustomToken) async throws -> Void = { _ in }
    ) async throws -> IssuedCustomToken {
        let form = try Self.parameters(
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=\(assertion)&\(more)")
        guard case .jwtBearer(let assertion) = try TokenEndpointRequest(form) else {
            throw BridgeError(.requestInvalid, "no assertion")
        }
        return try await minting.token(
            for: assertion, claim: ClientClaim(authorization: authorization, form: form), note: note)
    }
}
