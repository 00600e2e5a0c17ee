public import OAuthClient
import Providers

/// Proves credentials of every kind of one provider.
public struct CredentialVerifier: Sendable {
    /// The provider.
    public let connection: ProviderConnection

    /// Makes a verifier.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// What a credential proved.
    public struct Evidence: Sendable {
        /// Who somebody is.
        public let identity: VerifiedIdentity
        /// The provider's tokens; nil where none were had.
        public let tokens: TokenResponse?
        /// The refresh token to keep from now on; nil where none was had.
        public let refreshToken: RefreshToken?
    }

    /// Proves who somebody is.
    ///
    /// - Parameter credential: The credential.
    /// - Returns: The evidence.
    /// - Throws: `CredentialError`; kinds that are not accepted are refused before anything is sent (PRV-01).
    public func evidence(from credential: Credential) async throws(CredentialError) -> Evidence {
        switch credential {
        case .code(let grant, let nonce, let response):
            return Evidence(try await CodeRedemption(connection).redeem(grant, nonce: nonce, response: response))
        case .refreshToken(let token, let keeper):
            return Evidence(try await RefreshTokenRedemption(connection).redeem(token, keeper: keeper))
        case .idToken(let token, let nonce):
            let identity = try await IDTokenProof(connection).identity(from: token, nonce: nonce)
            return Evidence(identity: identity, tokens: nil, refreshToken: nil)
        case .accessToken(let token):
            let identity = try await AccessTokenProof(connection).identity(from: token)
            return Evidence(identity: identity, tokens: nil, refreshToken: nil)
        }
    }
}

extension CredentialVerifier.Evidence {
    fileprivate init(_ proven: ProvenTokens) {
        self.init(identity: proven.identity, tokens: proven.tokens, refreshToken: proven.refreshToken)
    }
}
