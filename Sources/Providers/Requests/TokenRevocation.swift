public import OAuthClient
import StrictJSON

/// A request that revokes a token in the way of its provider, to be sent once.
public struct TokenRevocation: Sendable {
    /// The request; its address may hold credentials, which its description does not show.
    public let request: HTTPRequest
    private let endpoint: EndpointURL
    private let failureMembers: [FailureMember]
    private let secrets: SentSecrets

    init(_ request: HTTPRequest, at endpoint: EndpointURL, failureMembers: [FailureMember], secrets: SentSecrets) {
        self.secrets = secrets
        self.request = request
        self.endpoint = endpoint
        self.failureMembers = failureMembers
    }

    /// Sends the request and looks at the answer.
    ///
    /// - Parameter transport: What carries it.
    /// - Throws: `OAuthClientError`: the token may still be valid.
    public func send(over transport: some HTTPTransport) async throws(OAuthClientError) {
        try check(await transport.send(request))
    }

    /// Returns if an answer says that the token is revoked, or was not valid anyway.
    ///
    /// - Parameter response: The answer.
    /// - Throws: `OAuthClientError` with code `refusedByProvider`, `providerUnavailable` or `answerMalformed`.
    public func check(_ response: HTTPResponse) throws(OAuthClientError) {
        do throws(OAuthClientError) {
            try checkQuoting(response)
        } catch {
            // Servers quote in their errors what they were sent.
            throw secrets.removed(from: error)
        }
    }

    private func checkQuoting(_ response: HTTPResponse) throws(OAuthClientError) {
        _ = try RevocationAnswer(parsing: response, from: endpoint)
        // A success may have any body or none (RFC 7009, section 2.2); some providers refuse with that status.
        let limits = JSONLimits(maximumBytes: HTTPRequest.standardAnswerBytes, maximumDepth: 32)
        guard let members = try? JSONObject(parsing: response.body, limits: limits),
            let failure = OAuthErrorAnswer(members, failureMembers: failureMembers)
        else { return }
        throw OAuthClientError(
            .refusedByProvider, "the request to \(endpoint.textForMessages) was refused: \(failure.code)",
            providerCode: failure.code)
    }
}

extension ConfiguredProvider {
    /// The request that revokes a token.
    ///
    /// At some providers it ends the whole authorization of the account.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - subject: Its account, which Facebook's address names.
    ///   - metadata: What the provider says of itself; nil where all is known beforehand.
    /// - Returns: The request.
    /// - Throws: `ProviderError` with code `endpointMissing` where the provider revokes nothing, `subjectMissing`,
    ///   `credentialTypeNotAccepted` where it revokes access tokens only, or `clientAuthenticationMissing`.
    public func revocation(
        of token: IssuedToken, subject: SubjectID? = nil, metadata: AuthorizationServerMetadata? = nil
    ) throws(ProviderError) -> TokenRevocation {
        guard let rule = preset.preset.endpoints.revocation ?? overriddenRevocation(metadata) else {
            throw ProviderError(.endpointMissing, "\(id) has no revocation_endpoint")
        }
        let url = try endpoints(metadata).revocation(of: subject)
        let request =
            switch rule.form {
            case .standard: try standardRevocation(of: token, rule, at: url, metadata)
            case .jsonWithClientCredentials: try jsonRevocation(of: accessToken(token), at: url)
            case .bearer: bearerRevocation(of: try accessToken(token), rule.method, at: url)
            case .query: try queryRevocation(of: accessToken(token), rule, at: url)
            }
        return TokenRevocation(
            request, at: url, failureMembers: preset.preset.tokenAnswers.failureMembers,
            secrets: SentSecrets([token.secretText, credential.secret?.secretText ?? ""]))
    }

    /// RFC 7009 where a preset knows nothing and the configuration has an address.
    private func overriddenRevocation(_ metadata: AuthorizationServerMetadata?) -> RevocationEndpoint? {
        (try? endpoints(metadata).revocation(of: nil)) == nil ? nil : RevocationEndpoint(url: .configured)
    }

    private func accessToken(_ token: IssuedToken) throws(ProviderError) -> AccessToken {
        switch token {
        case .accessToken(let token): return token
        case .refreshToken:
            throw ProviderError(
                .credentialTypeNotAccepted, "\(preset.preset.displayName) revokes access tokens, not refresh tokens")
        }
    }

    private func standardRevocation(
        of token: IssuedToken, _ rule: RevocationEndpoint, at url: EndpointURL,
        _ metadata: AuthorizationServerMetadata?
    ) throws(ProviderError) -> HTTPRequest {
        let client = try client(metadata)
        guard rule.tokenParameter == "token" else {
            let text = try accessToken(token).secretText
            return try making { () throws(OAuthClientError) in
                try client.request(
                    posting: FormParameters([(rule.tokenParameter, text)]), to: url, fields: requestFields)
            }
        }
        return try making { () throws(OAuthClientError) in
            try RevocationRequest(token).httpRequest(from: client, to: url, fields: requestFields)
        }
    }

    private func jsonRevocation(of token: AccessToken, at url: EndpointURL) throws(ProviderError) -> HTTPRequest {
        let client = try client(by: .basic, "to revoke tokens")
        guard let basic = client.basicField else {
            throw ProviderError(.clientAuthenticationMissing, "\(id) revokes tokens for clients with a secret only")
        }
        var body = JSONObject()
        body["access_token"] = .string(token.secretText)
        let type = HTTPField(name: "Content-Type", value: "application/json")
        return .delete(url, fields: [basic, type, .acceptsJSON] + requestFields, body: body.compactBytes)
    }

    private func bearerRevocation(
        of token: AccessToken, _ method: EndpointMethod, at url: EndpointURL
    ) -> HTTPRequest {
        let bearer = HTTPField(name: "Authorization", value: "Bearer \(token.secretText)")
        let fields = [bearer, .acceptsJSON] + requestFields
        return switch method {
        case .delete: .delete(url, fields: fields)
        case .get, .post: .post(url, fields: fields, body: [])
        }
    }

    private func queryRevocation(
        of token: AccessToken, _ rule: RevocationEndpoint, at url: EndpointURL
    ) throws(ProviderError) -> HTTPRequest {
        let client = try client(by: .query, "to revoke tokens")
        return try making { () throws(OAuthClientError) in
            try client.request(
                posting: FormParameters([(rule.tokenParameter, token.secretText)]), to: url, fields: requestFields)
        }
    }
}
