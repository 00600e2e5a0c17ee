import OAuthClient
import Providers

extension ProviderConnection {
    /// The address that is meant; nil where there is none.
    ///
    /// - Throws: `CredentialError` with code `providerUnavailable` or `providerMisconfigured`.
    func address(_ endpoint: ResolvedEndpoint) async throws(CredentialError) -> EndpointURL? { nil }

    func client() async throws(CredentialError) -> Client {
        let advertised = try await metadata()?.tokenEndpointAuthMethodsSupported
        return try provider.attempt { () throws(ProviderError) in try provider.client(advertised: advertised) }
    }

    func tokens(for grant: TokenRequest.Grant) async throws(CredentialError) -> TokenResponse { throw CredentialError(.providerMisconfigured, "") }
}
