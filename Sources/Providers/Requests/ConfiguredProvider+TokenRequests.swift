public import OAuthClient

extension ConfiguredProvider {
    /// The request that redeems a code (RFC 6749, section 4.1.3).
    ///
    /// - Parameters:
    ///   - grant: The code with what belongs to it.
    ///   - response: The parameters of the authorization response that brought the code; only those that the provider
    ///     wants back are looked at, such as VK's `device_id`.
    /// - Returns: The request.
    /// - Throws: `ProviderError` with code `credentialTypeNotAccepted` where the provider has no codes, or
    ///   `parameterMissing` where the response lacks a parameter that the provider wants back.
    public func codeRequest(
        _ grant: AuthorizationCodeGrant, response: FormParameters = FormParameters()
    ) throws(ProviderError) -> TokenRequest {
        try checkCodes()
        let rules = preset.preset.codes
        var additions = rules.fixed.map { (name: $0.name, value: $0.value) }
        for name in rules.fromResponse {
            guard let value = response[name] else {
                throw ProviderError(
                    .parameterMissing,
                    "\(id) wants the parameter \(name) of the authorization response together with its code")
            }
            additions.append((name, value))
        }
        return try making { () throws(OAuthClientError) in
            try TokenRequest(
                .authorizationCode(grant.withoutSuffix(rules.droppedSuffix)),
                additionalParameters: FormParameters(additions))
        }
    }

    /// The request that redeems a refresh token (RFC 6749, section 6).
    ///
    /// - Parameters:
    ///   - token: The refresh token.
    ///   - redirectURI: The redirect address of our client, from the configuration; Yahoo wants it.
    ///   - additionalScopes: The scopes beside the preset's and the configured ones that the token was asked for with;
    ///     Microsoft wants all of them.
    /// - Returns: The request.
    /// - Throws: `ProviderError` with code `credentialTypeNotAccepted` where the provider has no refresh tokens,
    ///   `parameterMissing` where it wants the redirect address and there is none, or `scopeNotPreconfigured`.
    public func refreshRequest(
        _ token: RefreshToken, redirectURI: RedirectURI? = nil, additionalScopes: ScopeSet? = nil
    ) throws(ProviderError) -> TokenRequest {
        try checkRefresh()
        var additions: [(name: String, value: String)] = []
        for addition in preset.preset.refresh.additions {
            switch addition {
            case .redirectURI:
                guard let redirectURI else {
                    throw ProviderError(
                        .parameterMissing, "\(id) wants the redirect address with each refresh token, and there is none"
                    )
                }
                additions.append((addition.rawValue, redirectURI.text))
            case .scope:
                let scopes = try scopes(adding: additionalScopes)
                if !scopes.isEmpty {
                    additions.append((addition.rawValue, scopes.text(separatedBy: scopeSeparator)))
                }
            }
        }
        return try making { () throws(OAuthClientError) in
            try TokenRequest(.refreshToken(token), additionalParameters: FormParameters(additions))
        }
    }

    /// Returns if codes of the provider can be redeemed.
    func checkCodes() throws(ProviderError) {
        guard preset.acceptedCredentials.contains(.code) else {
            throw ProviderError(
                .credentialTypeNotAccepted, "\(preset.preset.displayName) has no authorization codes for servers")
        }
    }
}

extension AuthorizationCodeGrant {
    /// The grant without what a provider appends to codes and does not take back.
    fileprivate func withoutSuffix(_ suffix: String?) -> AuthorizationCodeGrant {
        guard let suffix, code.secretText.hasSuffix(suffix) else { return self }
        return AuthorizationCodeGrant(
            code: AuthorizationCode(String(code.secretText.dropLast(suffix.count))), redirectURI: redirectURI,
            proofKey: proofKey)
    }
}
