import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

/// A provider as it is configured and what it publishes, with the time: the stage of a test.
///
/// Where nothing else is said it is the generic provider `https://provider.test`, with the keys of `TestKey`.
struct Stage: Sendable {
    static let discovery = "https://provider.test/.well-known/openid-configuration"
    static let keys = "https://provider.test/jwks"
    static let token = "https://provider.test/token"
    static let userinfo = "https://provider.test/userinfo"
    static let introspection = "https://provider.test/introspect"
    static let device = "https://provider.test/device"
    static let redirect = "https://app.test/callback"
    static let secret = "a-client-secret-of-thirty-two-bytes-or-more"

    let transport = RoutedTransport()
    let clock = FakeClock()
    let connection: ProviderConnection

    init(
        _ preset: String = "oidc", clients: [String] = [Forge.client], credential: ClientCredential? = nil,
        parameters: [PresetPlaceholder: String]? = nil, now: Int64 = Forge.now,
        maximumWaiting: Int = WaitLimit.standard,
        configure: (inout PresetConfiguration) throws -> Void = { _ in },
        change: (inout ConfiguredProvider) throws -> Void = { _ in }
    ) throws {
        var configuration = PresetConfiguration(audience: try ClientIdentifiers(clients))
        let issuer: [PresetPlaceholder: String] = preset == "oidc" ? [.issuer: Forge.issuer] : [:]
        configuration.parameters = PresetParameters(parameters ?? issuer)
        try configure(&configuration)
        let resolved = try ResolvedPreset(try PresetTable.preset(preset), configuration: configuration)
        var provider = ConfiguredProvider(
            id: "example", preset: resolved, credential: credential ?? .secret(ClientSecret(Self.secret)),
            userIDs: try resolved.userIDMapping())
        try change(&provider)
        connection = try ProviderConnection(
            provider, transport: transport, clock: FixedWallClock(NumericDate(secondsSinceEpoch: now)),
            monotonicClock: clock, random: FixedRandom(byte: 0), maximumWaiting: maximumWaiting)
        transport.publish(Self.discovery, Self.metadata())
        if case .address(let url) = resolved.endpoints.keySet {
            transport.publish(url.textForMessages, try Self.standardKeys())
        } else {
            transport.publish(Self.keys, try Self.standardKeys())
        }
    }

    /// The public halves of the keys that tokens are signed with.
    static func standardKeys() throws -> JSONObject {
        try TestKey.set(TestKey.rsa.get(), TestKey.ellipticCurve.get())
    }

    /// The metadata of the generic provider, some members changed; nil leaves one out.
    static func metadata(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var metadata = json([
            "issuer": .string(Forge.issuer), "jwks_uri": .string(keys), "token_endpoint": .string(token),
            "authorization_endpoint": "https://provider.test/authorize", "userinfo_endpoint": .string(userinfo),
            "introspection_endpoint": .string(introspection), "device_authorization_endpoint": .string(device),
            "code_challenge_methods_supported": .array(["S256"]),
        ])
        for (name, value) in changes { metadata[name] = value }
        return metadata
    }

    /// Proves an identity by an ID token.
    func identity(_ token: String, nonce: CallerNonce = .none) async throws -> VerifiedIdentity {
        try await IDTokenProof(connection).identity(from: UnverifiedIDToken(token), nonce: nonce)
    }

    /// The error of an ID token that must be refused.
    func refusal(
        _ token: String, nonce: CallerNonce = .none, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CredentialError {
        try await #require(throws: CredentialError.self, sourceLocation: sourceLocation) {
            _ = try await identity(token, nonce: nonce)
        }
    }

    /// Proves an identity by an access token.
    func identity(accessToken: String) async throws -> VerifiedIdentity {
        try await AccessTokenProof(connection).identity(from: AccessToken(accessToken))
    }

    /// The error of an access token that must be refused.
    func refusal(
        accessToken: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CredentialError {
        try await #require(throws: CredentialError.self, sourceLocation: sourceLocation) {
            _ = try await identity(accessToken: accessToken)
        }
    }

    /// Redeems a code.
    func redeemed(
        code: String = "code-fake", nonce: CallerNonce = .none, response: FormParameters = FormParameters()
    ) async throws -> ProvenTokens {
        let grant = AuthorizationCodeGrant(
            code: AuthorizationCode(code), redirectURI: try RedirectURI(Self.redirect),
            proofKey: .s256(try ProofKey(random: FixedRandom(byte: 1))))
        return try await CodeRedemption(connection).redeem(grant, nonce: nonce, response: response)
    }

    /// The error of a code that must be refused.
    func refusalOfCode(
        _ code: String = "code-fake", nonce: CallerNonce = .none, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CredentialError {
        try await #require(throws: CredentialError.self, sourceLocation: sourceLocation) {
            _ = try await redeemed(code: code, nonce: nonce)
        }
    }

    /// Lets the token endpoint answer with tokens.
    func grant(_ changes: [String: JSONValue?] = [:], at address: String = Self.token) {
        var answer = json(["access_token": "at-fake", "token_type": "Bearer", "expires_in": 3600])
        for (name, value) in changes { answer[name] = value }
        transport.publish(address, answer)
    }
}
