import OAuthClient
import Providers

extension ProviderConnection {
    /// The provider's addresses.
    func endpoints() async throws(CredentialError) -> ProviderEndpoints {
        provider.endpoints(try await metadata())
    }

    /// Our client as the token endpoint knows it.
    ///
    /// - Throws: `CredentialError` with code `providerUnavailable` or `providerMisconfigured`.
    func client() async throws(CredentialError) -> Client {
        let advertised = try await metadata()?.tokenEndpointAuthMethodsSupported
        return try provider.attempt { () throws(ProviderError) in try provider.client(advertised: advertised) }
    }

    /// Sends a token request, once.
    ///
    /// - Throws: `CredentialError`.
    func tokens(for request: TokenRequest, at endpoint: TokenEndpoint) async throws(CredentialError) -> TokenResponse {
        do throws(OAuthClientError) {
            return try await waitLimit.run { () async throws(OAuthClientError) in
                try await endpoint.tokens(for: request, over: transport)
            }
        } catch {
            throw CredentialError(error, provider.id)
        }
    }
}
