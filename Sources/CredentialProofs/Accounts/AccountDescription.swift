import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Fetches what a provider says about the account of an access token.
///
/// An answer proves no audience by itself (P6): only proofs that know the client of the token use this.
struct AccountDescription: Sendable {
    let connection: ProviderConnection
    let token: AccessToken
    /// The account as the token's answer or check named it, which some addresses want as a parameter.
    let account: SubjectID?

    /// The answer of one endpoint.
    ///
    /// - Throws: `CredentialError`.
    func answer(of endpoint: UserinfoEndpoint, at url: EndpointURL) async throws(CredentialError) -> JSONValue {
        let provider = connection.provider
        var request = AccountRequest(provider, token, in: endpoint.token, accept: nil)
        for parameter in endpoint.parameters {
            request.add(parameter.rawValue, try value(of: parameter), endpoint.method)
        }
        let response = try await connection.send(try request.httpRequest(endpoint.method, to: url))
        let answer = CheckedAnswer(response, from: url, provider: provider, token: token, .token)
        if answer.isSigned { return try await SignedUserinfo(connection: connection).claims(response.body) }
        return try answer.value()
    }

    private func value(of parameter: UserinfoEndpoint.Parameter) throws(CredentialError) -> String {
        let provider = connection.provider
        switch parameter {
        case .clientIdentifier: return provider.preset.audience.primary
        case .openID, .userID:
            guard let account else {
                throw CredentialError(
                    .credentialInvalid, "\(provider.id): the provider's answer does not name the account of the token")
            }
            return account.value
        case .appSecretProof:
            guard let secret = provider.credential.secret else {
                throw CredentialError(.providerMisconfigured, "\(provider.id): the client secret is not configured")
            }
            do {
                let secret = [UInt8](secret.secretText.utf8)
                return try HMACSHA256(of: [UInt8](token.secretText.utf8), secret: secret).hexadecimal
            } catch {
                throw CredentialError(error, provider.id)
            }
        }
    }
}
