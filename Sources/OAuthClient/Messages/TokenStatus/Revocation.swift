/// A request to revoke a token (RFC 7009, section 2.1).
public struct RevocationRequest: Sendable {
    private let token: IssuedToken

    /// Makes a request.
    ///
    /// - Parameter token: The token.
    public init(_ token: IssuedToken) {
        self.token = token
    }

    /// The request as HTTP.
    ///
    /// - Parameters:
    ///   - client: The client that the token was issued to.
    ///   - url: The revocation endpoint.
    ///   - fields: Fields that the provider wants besides.
    /// - Returns: The request.
    /// - Throws: `OAuthClientError` with code `reservedParameter` or `cryptographyFailed`.
    public func httpRequest(
        from client: Client, to url: EndpointURL, fields: [HTTPField] = []
    ) throws(OAuthClientError) -> HTTPRequest {
        try client.request(posting: token.form, to: url, fields: fields)
    }
}

/// The provider's word that a token is revoked, or was not valid anyway (RFC 7009, section 2.2).
public struct RevocationAnswer: Sendable {
    /// Reads an answer; the body of a success is ignored, as RFC 7009 says.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - url: The endpoint, for the reasons of errors.
    /// - Throws: `OAuthClientError` with code `refusedByProvider` (its provider code may be `unsupported_token_type`),
    ///   `providerUnavailable` (the token is still valid) or `answerMalformed`.
    public init(parsing response: HTTPResponse, from url: EndpointURL) throws(OAuthClientError) {
        try ProviderAnswer(response, from: url).checkStatus(.json)
    }
}
