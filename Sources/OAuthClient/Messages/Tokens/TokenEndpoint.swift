/// A provider's token endpoint as one client sees it.
public struct TokenEndpoint: Sendable {
    /// The address.
    public let url: EndpointURL
    /// The client.
    public let client: Client
    /// Where the provider's answers leave the standard.
    public let rules: TokenResponseRules
    /// Fields that the provider wants in requests.
    public let fields: [HTTPField]

    /// Describes an endpoint.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - client: The client.
    ///   - rules: Where the provider's answers leave the standard.
    ///   - fields: Fields that the provider wants in requests.
    public init(url: EndpointURL, client: Client, rules: TokenResponseRules, fields: [HTTPField] = []) {
        self.url = url
        self.client = client
        self.rules = rules
        self.fields = fields
    }

    /// Sends a request, once, and reads the answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - transport: What carries it.
    /// - Returns: The tokens.
    /// - Throws: `OAuthClientError`.
    public func tokens(
        for request: TokenRequest, over transport: some HTTPTransport
    ) async throws(OAuthClientError) -> TokenResponse {
        // Servers quote in their errors what they were sent.
        let secrets = SentSecrets(request.secrets + (client.authentication.secret.map { [$0.secretText] } ?? []))
        let answer: HTTPResponse
        do throws(OAuthClientError) {
            answer = try await transport.send(request.httpRequest(from: client, to: url, fields: fields))
        } catch {
            throw secrets.removed(from: error)
        }
        do throws(OAuthClientError) {
            return try TokenResponse(parsing: answer, from: url, rules: rules)
        } catch {
            throw secrets.told(error, about: answer)
        }
    }
}
