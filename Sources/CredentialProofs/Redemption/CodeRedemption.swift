public import OAuthClient
import Providers

/// P1: an authorization code, redeemed with the credentials of our client, which alone can do so (RFC 6749, section
/// 4.1.3).
public struct CodeRedemption: Sendable {
    let connection: ProviderConnection

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
    ///   - response: The parameters of the authorization response, of which some providers want one back.
    /// - Returns: The identity and the tokens.
    /// - Throws: `CredentialError`. The code is used up all the same.
    public func redeem(
        _ grant: AuthorizationCodeGrant, nonce: CallerNonce, response: FormParameters = FormParameters()
    ) async throws(CredentialError) -> ProvenTokens {
        let provider = connection.provider
        try provider.require(.code)
        let metadata = try await connection.metadata()
        let endpoint = try provider.attempt { () throws(ProviderError) in try provider.tokenEndpoint(metadata) }
        let request = try provider.attempt { () throws(ProviderError) in
            try provider.codeRequest(grant, response: response)
        }
        let tokens = try await connection.tokens(for: request, at: endpoint)
        let binding = IDTokenBinding(nonce: .caller(nonce), code: grant.code)
        let identity = try await TokenAnswerProof(connection: connection, proof: .codeRedeemed)
            .identity(from: tokens, binding)
        return ProvenTokens(identity: identity, tokens: tokens, refreshToken: tokens.refreshToken)
    }
}
