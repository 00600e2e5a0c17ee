public import OAuthClient
public import Providers

/// P4: a refresh token, redeemed with the credentials of our client, to which it is bound (RFC 6749, section 6).
public struct RefreshTokenRedemption: Sendable {
    /// Whose refresh token it must be.
    public enum Account: Sendable {
        /// Whoever's it is.
        case any
        /// This account's, which is known from an earlier proof (OpenID Connect Core, section 12.2).
        case known(SubjectID)
    }

    private let connection: ProviderConnection

    /// Makes the proof of a provider.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Redeems a refresh token, once, and proves who somebody is.
    ///
    /// - Parameters:
    ///   - token: The refresh token.
    ///   - account: Whose it must be.
    ///   - keeper: Keeps the refresh token that is good from then on, before anything else is done: the old one may be
    ///     void, and what follows may fail.
    /// - Returns: The identity, the tokens, and the refresh token to keep.
    /// - Throws: `CredentialError`; with code `providerUnavailable` the token may still be good.
    public func redeem(
        _ token: RefreshToken, of account: Account = .any, keeper: some RefreshTokenKeeper
    ) async throws(CredentialError) -> ProvenTokens {
        let provider = connection.provider
        try provider.require(.refreshToken)
        let metadata = try await connection.metadata()
        let endpoint = try provider.attempt { () throws(ProviderError) in try provider.refreshEndpoint(metadata) }
        let request = try request(token)
        let tokens = try await connection.tokens(for: request, at: endpoint)
        let kept = tokens.refreshToken(replacing: token)
        try await keeper.keep(kept)
        let identity = try await TokenAnswerProof(connection: connection, proof: .refreshTokenRedeemed)
            .identity(from: tokens, IDTokenBinding(nonce: .unknown))
        if case .known(let subject) = account, subject != identity.subject {
            throw CredentialError(
                .subjectMismatch,
                "\(provider.id): the refreshed tokens are of the account \(identity.subject), expected \(subject)"
            )
        }
        return ProvenTokens(identity: identity, tokens: tokens, refreshToken: kept)
    }

    private func request(_ token: RefreshToken) throws(CredentialError) -> TokenRequest {
        let provider = connection.provider
        do throws(ProviderError) {
            return try provider.refreshRequest(token, redirectURI: provider.redirectURI)
        } catch {
            // What is missing here is none of the caller's: only the configuration can give it.
            guard error.code == .parameterMissing else { throw CredentialError(error, provider.id) }
            throw CredentialError(.providerMisconfigured, "\(error.reason) (redirect_uri)")
        }
    }
}
