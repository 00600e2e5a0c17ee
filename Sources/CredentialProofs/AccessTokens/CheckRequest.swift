import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Asks a provider which client an access token was issued to.
struct CheckRequest: Sendable {
    let connection: ProviderConnection
    let check: ResolvedAccessTokenCheck

    /// The provider's answer, and where it came from; the claims of the token itself where it is looked at here.
    ///
    /// - Throws: `CredentialError`.
    func answer(for token: AccessToken) async throws(CredentialError) -> (JSONValue, EndpointURL?) {
        guard let rule = check.check.request else {
            return (.object(try await LocalAccessToken(connection: connection).claims(of: token)), nil)
        }
        let endpoints = try await connection.endpoints()
        let found = try connection.provider.attempt { () throws(ProviderError) in try endpoints.accessTokenCheck }
        guard let url = found else {
            throw CredentialError(
                .providerMisconfigured, "\(connection.provider.id): there is no address to check access tokens at")
        }
        let request = try await request(rule, token, url)
        let response = try await connection.send(request)
        let authentication: CheckedAnswer.Authentication =
            switch rule.authentication {
            case .none: .token
            case .basic: .clientThatOwnsToken
            case .form, .appToken, .asAtTokenEndpoint: .client
            }
        let answer = CheckedAnswer(response, from: url, provider: connection.provider, token: token, authentication)
        return (try answer.value(), url)
    }

    private func request(
        _ rule: AccessTokenCheck.Request, _ token: AccessToken, _ url: EndpointURL
    ) async throws(CredentialError) -> HTTPRequest {
        let provider = connection.provider
        var request = AccountRequest(provider, token, in: rule.token, accept: rule.accept)
        for (name, value) in rule.parameters.sorted(by: { $0.key < $1.key }) { request.add(name, value, rule.method) }
        switch rule.authentication {
        case .none: break
        case .basic:
            let field = Client.basic(
                FormURLEncoding.encode(provider.preset.audience.primary),
                FormURLEncoding.encode(try secret().secretText))
            request.addField(field.name, field.value)
        case .form:
            request.add("client_id", provider.preset.audience.primary, rule.method)
            request.add("client_secret", try secret().secretText, rule.method)
        case .appToken:
            request.addToQuery("access_token", "\(provider.preset.audience.primary)|\(try secret().secretText)")
        case .asAtTokenEndpoint:
            return try await introspection(token, url)
        }
        return try request.httpRequest(rule.method, to: url)
    }

    /// Token introspection with the client's own way to authenticate (RFC 7662, section 2.1).
    private func introspection(_ token: AccessToken, _ url: EndpointURL) async throws(CredentialError) -> HTTPRequest {
        let client = try await connection.client()
        do throws(OAuthClientError) {
            return try IntrospectionRequest(.accessToken(token)).httpRequest(from: client, to: url)
        } catch {
            throw CredentialError(error, connection.provider.id)
        }
    }

    private func secret() throws(CredentialError) -> ClientSecret {
        guard let secret = connection.provider.credential.secret else {
            throw CredentialError(
                .providerMisconfigured,
                "\(connection.provider.id): access tokens are checked with the client secret, and none is configured")
        }
        return secret
    }
}
