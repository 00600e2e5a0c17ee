public import OAuthClient
import Providers

/// P3: tokens that a provider gave in answer to a device code of our own (RFC 8628, section 3.5).
///
/// Tokens of a flow that somebody else ran are none of this: they are access tokens like any other (PRV-29).
public struct DeviceCodeRedemption: Sendable {
    private let connection: ProviderConnection

    /// Makes the proof of a provider.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Proves who somebody is.
    ///
    /// Where the provider can be asked about access tokens it is asked, though the flow was ours (PRV-29).
    ///
    /// - Parameter tokens: The tokens, as the poll that this process sent was answered.
    /// - Returns: The identity and the tokens.
    /// - Throws: `CredentialError`.
    public func identity(from tokens: TokenResponse) async throws(CredentialError) -> ProvenTokens {
        let provider = connection.provider
        try provider.require(.deviceCode)
        let identity: VerifiedIdentity
        if tokens.idToken == nil, provider.preset.accessTokenCheck != nil {
            identity = try await AccessTokenProof(connection).identity(from: tokens.accessToken)
        } else {
            identity = try await TokenAnswerProof(connection: connection, proof: .deviceCodeRedeemed)
                .identity(from: tokens, IDTokenBinding(nonce: .unknown))
        }
        return ProvenTokens(identity: identity, tokens: tokens, refreshToken: tokens.refreshToken)
    }
}
