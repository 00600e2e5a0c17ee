public import OAuthClient
import Providers

/// P1: an authorization code, redeemed with the credentials of our client, which alone can do so (RFC 6749, section
/// 4.1.3).
public struct CodeRedemption: Sendable {
    private let connection: ProviderConnection

    /// Makes the proof of a provider.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Redeems a code, once, and proves who somebody is.
    ///
    /// - Parameters:
    ///   - grant: The code with the redirect address and proof key of its request.
    ///   - nonce: What an ID token must be bound to.
    /// - Returns: The identity and the tokens.
    /// - Throws: `CredentialError`. The code is used up all the same.
    public func redeem(
        _ grant: AuthorizationCodeGrant, nonce: CallerNonce
    ) async throws(CredentialError) -> ProvenTokens {
        try connection.provider.require(.code)
        let tokens = try await connection.tokens(for: .authorizationCode(grant))
        let binding = IDTokenBinding(nonce: .caller(nonce), code: grant.code)
        let identity = try await TokenAnswerProof(connection: connection, proof: .codeRedeemed)
            .identity(from: tokens, binding)
        return ProvenTokens(identity: identity, tokens: tokens, refreshToken: tokens.refreshToken)
    }
}
