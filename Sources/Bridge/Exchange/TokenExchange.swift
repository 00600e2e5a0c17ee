public import CredentialProofs
import CustomTokens
public import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Exchanges providers' credentials for custom tokens (RFC 8693): allowed, proven, decided, signed, noted, marked, in
/// this order.
///
/// The mark comes last, so that a signer or an audit log that is out of order does not use an ID token up. A token that
/// was signed for a credential that another request has marked meanwhile is thrown away.
///
/// An ID token is exchanged once (PRV-12). Codes and refresh tokens are redeemed once by the provider. An access token
/// may be exchanged again for as long as its provider says that it is good: it is a bearer token that its holder keeps
/// using, and each time it is proven anew.
public struct TokenExchange: Sendable {
    /// How long a custom token may outlive the ID token that it was made for, in seconds (8693-08).
    public static let graceSeconds: Int64 = 300

    private let providers: ProviderRegistry
    private let targets: ExchangeTargets
    private let policy: MintingPolicy
    private let issuer: CustomTokenIssuer
    private let marks: ReplayMarks
    private let clock: any WallClock

    /// Makes the use case.
    ///
    /// - Parameters:
    ///   - providers: The providers.
    ///   - targets: Whom custom tokens are for.
    ///   - policy: What they say.
    ///   - issuer: What signs them.
    ///   - store: Where used credentials are remembered.
    ///   - clock: The clock.
    public init(
        providers: ProviderRegistry, targets: ExchangeTargets, policy: MintingPolicy, issuer: CustomTokenIssuer,
        store: any Store, clock: any WallClock
    ) {
        self.providers = providers
        self.targets = targets
        self.policy = policy
        self.issuer = issuer
        marks = ReplayMarks(store)
        self.clock = clock
    }

    /// Exchanges a credential.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - client: Who sends it.
    ///   - keeper: Keeps the refresh token that is good from now on before anything else is done.
    ///   - note: Notes what was signed; where it throws, nothing is handed out and an ID token is not used up.
    /// - Returns: The custom token with what belongs to it.
    /// - Throws: `BridgeError` for what is not allowed, used up or cannot be remembered, `CredentialError` where nothing
    ///   was proven, `CustomTokenError` where signing failed, and what `note` throws. A code or refresh token that the
    ///   provider has redeemed by then is used up all the same.
    public func answer(
        to request: TokenExchangeRequest, from client: AuthenticatedClient, keeper: some RefreshTokenKeeper,
        note: (IssuedCustomToken) async throws -> Void
    ) async throws -> ExchangeAnswer {
        // All that can be refused is refused before a code or refresh token is used up.
        try client.require(.tokenExchange)
        try targets.check(request)
        let connection = try connection(for: request, client)
        let evidence = try await CredentialVerifier(connection).evidence(
            from: Self.credential(of: request, keeper: keeper))
        let identity = evidence.identity
        let now = try clock.bridgeTime()
        let decision = try MintingDecision(for: identity, policy: policy(for: identity, client, now))
        // Replays are refused here, mostly: the mark decides, but only once there is something to hand out.
        if let mark = identity.replayMark, try await marks.contains(.credential(mark), now: now) {
            throw Self.replayed
        }
        let issued = try await issuer.token(for: decision, client: client.registration)
        try await note(issued)
        // Whoever was told meanwhile that it took too long can try again.
        try Task.checkCancellation()
        if let mark = identity.replayMark { try await take(mark, now) }
        return ExchangeAnswer(
            issued: issued, providerID: identity.providerID, profile: identity.profile,
            providerTokens: client.registration.providerTokens == .handedOn ? evidence.tokens : nil,
            refreshToken: Self.rotated(evidence, request), scope: request.grantedScope)
    }

    private func connection(
        for request: TokenExchangeRequest, _ client: AuthenticatedClient
    ) throws -> ProviderConnection {
        let connection: ProviderConnection
        switch (request.provider, request.subject) {
        case (let name?, _): connection = try providers.connection(named: name)
        case (nil, .idToken(let token)):
            connection = try providers.connection(issuing: token, among: client.registration.providers)
        case (nil, .accessToken), (nil, .refreshToken), (nil, .authorizationCode):
            throw BridgeError(.requestInvalid, "the parameter provider is missing: nothing else tells whose this is")
        }
        try client.require(provider: connection.provider.id)
        return connection
    }

    private static func credential(
        of request: TokenExchangeRequest, keeper: some RefreshTokenKeeper
    ) -> Credential {
        switch request.subject {
        case .idToken(let token): .idToken(token, nonce: request.nonce)
        case .accessToken(let token): .accessToken(token)
        case .refreshToken(let token): .refreshToken(token, keeper: keeper)
        case .authorizationCode(let grant): .code(grant, nonce: request.nonce)
        }
    }

    /// The policy for one answer: no longer than the client may ask for, and not much longer than the ID token.
    private func policy(
        for identity: VerifiedIdentity, _ client: AuthenticatedClient, _ now: NumericDate
    ) -> MintingPolicy {
        let policy = policy.shortened(to: client.registration.maximumLifetime.seconds)
        guard let mark = identity.replayMark else { return policy }
        return policy.shortened(
            to: mark.expiration.secondsSinceEpoch - now.secondsSinceEpoch + Self.graceSeconds)
    }

    private func take(_ mark: ReplayMark, _ now: NumericDate) async throws(BridgeError) {
        switch try await marks.insert(.credential(mark), until: mark.expiration, now: now) {
        case .inserted: return
        case .exists: throw Self.replayed
        }
    }

    private static let replayed = BridgeError(
        .credentialReplayed, "the credential was exchanged before: get a new one from the provider")

    private static func rotated(
        _ evidence: CredentialVerifier.Evidence, _ request: TokenExchangeRequest
    ) -> RefreshToken? {
        guard case .refreshToken(let sent) = request.subject, let kept = evidence.refreshToken,
            !kept.secretText.hasSameBytes(as: sent.secretText)
        else { return nil }
        return kept
    }
}
