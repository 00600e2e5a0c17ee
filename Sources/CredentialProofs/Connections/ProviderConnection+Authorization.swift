public import Cryptography
public import OAuthClient
import Providers

extension ProviderConnection {
    /// A request for a code, to be opened in a browser, made with what the provider says of itself.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the response goes.
    ///   - random: Where state, nonce and verifier come from.
    /// - Returns: The request, with what must be kept until the response.
    /// - Throws: `CredentialError` with code `providerUnavailable`, `providerMisconfigured` or
    ///   `credentialTypeNotAccepted` where the provider has no codes.
    public func authorizationRequest(
        redirectURI: RedirectURI, random: some RandomSource
    ) async throws(CredentialError) -> AuthorizationRequest {
        let metadata = try await metadata()
        return try provider.attempt { () throws(ProviderError) in
            try provider.authorizationRequest(redirectURI: redirectURI, metadata: metadata, random: random)
        }
    }
}
