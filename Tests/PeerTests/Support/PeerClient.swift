import Cryptography
import JOSE
import OAuthClient

/// What this library does as one client of a peer.
struct PeerClient: Sendable {
    static let redirectAddress = "http://127.0.0.1:8765/callback"

    let peer: any OpenIDPeer
    let client: Client
    let metadata: AuthorizationServerMetadata
    var transport: any HTTPTransport { peer.transport }

    /// Fetches the metadata of a peer and becomes one of its clients.
    ///
    /// - Parameters:
    ///   - name: The client's name: `web` and `native` are ours, `attacker` is another party's.
    ///   - peer: The peer.
    /// - Throws: What finding its metadata throws.
    init(_ name: String, at peer: any OpenIDPeer) async throws {
        try await self.init(peer.registration(of: name), at: peer)
    }

    /// Fetches the metadata of a peer and becomes the client of a registration, whether or not its secret is right.
    init(_ registration: ClientRegistration, at peer: any OpenIDPeer) async throws {
        self.peer = peer
        client = try Client(
            ClientIdentifier(registration.identifier),
            authentication: registration.secret.map { .clientSecretBasic(ClientSecret($0)) } ?? .none)
        let issuer = try IssuerIdentifier(peer.issuer)
        metadata = try await MetadataDiscovery(transport: peer.transport).metadata(
            of: .exactly(issuer), at: .openIDConnect(issuer))
    }

    // MARK: Authorization code

    /// An authorization request with state, nonce and proof key.
    func authorizationRequest() throws -> AuthorizationRequest {
        let random = SecureRandom()
        return try AuthorizationRequest(
            to: Self.found(metadata.authorizationEndpoint), for: client,
            scopes: ScopeSet(["openid", "email", "profile"]),
            pending: PendingAuthorization(
                state: AuthorizationState(random: random), nonce: .sent(Nonce(random: random), .raw),
                proofKey: .s256(ProofKey(random: random)), redirectURI: RedirectURI(Self.redirectAddress),
                responseMode: .query,
                issuer: peer.responseIssuer(metadata)),
            parameters: AuthorizationParameters())
    }

    /// A code for us, of a person who signs in.
    func authorize(as person: Person = .alice) async throws -> AuthorizationResponse {
        let request = try authorizationRequest()
        let address = try await peer.approve(request.url, as: person)
        return try AuthorizationResponse(.pastedAddress(address), to: request.pending)
    }

    /// The tokens for a grant.
    func tokens(_ grant: TokenRequest.Grant) async throws -> TokenResponse {
        let endpoint = TokenEndpoint(
            url: try Self.found(metadata.tokenEndpoint), client: client, rules: TokenResponseRules())
        return try await endpoint.tokens(for: TokenRequest(grant), over: transport)
    }

    /// The tokens of a person who signs in.
    func signIn(as person: Person = .alice) async throws -> TokenResponse {
        try await tokens(.authorizationCode(authorize(as: person).grant))
    }

    /// The ID token of a person who signs in.
    func idToken(of person: Person = .alice) async throws -> UnverifiedIDToken {
        guard let token = try await signIn(as: person).idToken else { throw PeerFailure("there is no ID token") }
        return token
    }

    // MARK: Verification

    /// A new cache of the peer's keys.
    func keys(clock: any MonotonicClock = SystemMonotonicClock()) throws -> KeySetCache {
        KeySetCache(
            url: try Self.found(metadata.jwksURI), format: .jwks, transport: transport, clock: clock,
            random: SecureRandom(), waitLimit: WaitLimit("the peer", maximum: 1000))
    }

    /// An ID token that was issued to this client.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - source: Where the keys come from; nil for a new cache.
    /// - Returns: The evidence.
    /// - Throws: `JOSEError`, or why there are no keys.
    func verified(_ token: UnverifiedIDToken, with source: (any KeySource)? = nil) async throws -> VerifiedJWT {
        let bytes = [UInt8](token.secretText.utf8)
        let keys = try await (source ?? self.keys()).keys(for: CompactJWS(parsing: bytes).unverifiedHeader)
        return try JWTVerifier(
            algorithms: AcceptedAlgorithms(.rs256), keys: keys, issuer: .exactly(peer.issuer),
            audience: .client(identifier: client.identifier.text), type: .plain, clock: SystemWallClock(),
            leeway: .standard
        ).verify(bytes)
    }

    // MARK: Other endpoints

    /// What the peer says of a token, read as one that must be this client's.
    func introspection(of token: IssuedToken) async throws -> IntrospectionAnswer {
        let url = try address(of: .introspection)
        let response = try await transport.send(IntrospectionRequest(token).httpRequest(from: client, to: url))
        return try IntrospectionAnswer(
            parsing: response, from: url, issuedTo: client.identifier, now: SystemWallClock().now())
    }

    /// Revokes a token.
    func revoke(_ token: IssuedToken) async throws {
        let url = try address(of: .revocation)
        let response = try await transport.send(RevocationRequest(token).httpRequest(from: client, to: url))
        _ = try RevocationAnswer(parsing: response, from: url)
    }

    /// The answer of userinfo to an access token.
    func userinfo(_ token: AccessToken) async throws -> HTTPResponse {
        let bearer = HTTPField(name: "Authorization", value: "Bearer \(token.secretText)")
        return try await transport.send(.get(Self.found(metadata.userinfoEndpoint), fields: [bearer]))
    }

    /// The address of an endpoint that metadata may leave out.
    func address(of endpoint: OptionalEndpoint) throws -> EndpointURL {
        try peer.address(of: endpoint, metadata)
    }

    /// An endpoint that the metadata must have.
    static func found(_ endpoint: EndpointURL?) throws -> EndpointURL {
        guard let endpoint else { throw PeerFailure("the metadata lacks an endpoint") }
        return endpoint
    }
}
