public import OAuthClient

extension ConfiguredProvider {
    /// The token endpoint as our client sees it.
    ///
    /// - Parameter metadata: What the provider says of itself; nil where all is known beforehand.
    /// - Returns: The endpoint.
    /// - Throws: `ProviderError` with code `endpointMissing`, `endpointInvalid` or `clientAuthenticationMissing`.
    public func tokenEndpoint(_ metadata: AuthorizationServerMetadata?) throws(ProviderError) -> TokenEndpoint {
        TokenEndpoint(
            url: try endpoints(metadata).token, client: try client(metadata), rules: tokenResponseRules,
            fields: requestFields)
    }

    /// The endpoint for refresh tokens as our client sees it.
    ///
    /// - Parameter metadata: What the provider says of itself; nil where all is known beforehand.
    /// - Returns: The endpoint.
    /// - Throws: `ProviderError` with code `credentialTypeNotAccepted` where the provider issues no refresh tokens or
    ///   renews in a way of its own, else as `tokenEndpoint`.
    public func refreshEndpoint(_ metadata: AuthorizationServerMetadata?) throws(ProviderError) -> TokenEndpoint {
        try checkRefresh()
        return TokenEndpoint(
            url: try endpoints(metadata).refresh, client: try client(metadata), rules: tokenResponseRules,
            fields: requestFields)
    }

    /// Where the provider's token answers leave the standard.
    public var tokenResponseRules: TokenResponseRules {
        let rules = preset.preset.tokenAnswers
        var forms: Set<ScopeForm> = [.commaSeparated]
        if preset.preset.scopes.responseForms.contains(.array) { forms.insert(.array) }
        return TokenResponseRules(
            scopeForms: forms, missingTokenType: rules.missingTokenType, idToken: rules.idToken,
            failureMembers: rules.failureMembers, accountMember: accountMember)
    }

    /// The member of a token answer that names the account, where the request for its description must name it.
    private var accountMember: String? {
        let parameters = preset.endpoints.userinfo.flatMap(\.rule.parameters)
        return parameters.first { $0 == .openID || $0 == .userID }?.rawValue
    }

    /// The fields that the provider wants in every request, beside `Accept` and `User-Agent`.
    public var requestFields: [HTTPField] {
        preset.preset.requestHeaders.map { header in
            switch header {
            case .fixed(let name, let value): HTTPField(name: name, value: value)
            case .clientIdentifier(let name): HTTPField(name: name, value: preset.audience.primary)
            }
        }
    }

    /// Our client as the provider's endpoints know it.
    func client(_ metadata: AuthorizationServerMetadata?) throws(ProviderError) -> Client {
        try client(advertised: metadata?.tokenEndpointAuthMethodsSupported)
    }

    /// Returns if refresh tokens of the provider can be redeemed.
    func checkRefresh() throws(ProviderError) {
        switch preset.preset.refresh.support {
        case .none:
            throw ProviderError(.credentialTypeNotAccepted, "\(preset.preset.displayName) issues no refresh tokens")
        case .ownEndpoint:
            throw ProviderError(
                .credentialTypeNotAccepted,
                "\(preset.preset.displayName) renews tokens in a way of its own, which is not supported: sign in again")
        case .unknown, .always, .withScope, .withParameter, .forSomeClients, .depends: return
        }
    }
}
