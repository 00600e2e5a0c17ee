package import StrictJSON

/// Tokens that a provider has answered with (RFC 6749, section 5.1).
///
/// Members that are not named here are not kept: nothing outside a verified ID token says who somebody is.
public struct TokenResponse: Sendable {
    /// The access token, a bearer token.
    public let accessToken: AccessToken
    /// The seconds that the access token is good for; nil where unknown, and then it is not to be kept.
    public let expiresIn: Int64?
    /// The refresh token; nil where the answer has none, also where it is null or empty.
    public let refreshToken: RefreshToken?
    /// The granted scopes; nil where they are those that were asked for.
    public let scopes: ScopeSet?
    /// The ID token, not verified.
    public let idToken: UnverifiedIDToken?
    /// The account's identifier where a provider gives it beside the token, for requests that must name it; nil where
    /// the rules name no such member.
    package let account: JSONValue?

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - url: The endpoint, for the reasons of errors.
    ///   - rules: Where the provider leaves the standard.
    /// - Throws: `OAuthClientError` with code `refusedByProvider`, `providerUnavailable` or `answerMalformed`.
    public init(
        parsing response: HTTPResponse, from url: EndpointURL, rules: TokenResponseRules
    ) throws(OAuthClientError) {
        let members = try ProviderAnswer(response, from: url).members(
            .jsonOrForm, failureMembers: rules.failureMembers)
        try self.init(members, from: url, rules: rules)
    }

    /// Reads the answer that ended a wait for a device code.
    ///
    /// - Parameters:
    ///   - answer: The answer, found to be one with a token.
    ///   - url: The endpoint, for the reasons of errors.
    ///   - rules: Where the provider leaves the standard.
    /// - Throws: `OAuthClientError` with code `answerMalformed`.
    public init(
        granted answer: DeviceEndpointAnswer, from url: EndpointURL, rules: TokenResponseRules
    ) throws(OAuthClientError) {
        try self.init(answer.members, from: url, rules: rules)
    }

    private init(
        _ members: JSONObject, from url: EndpointURL, rules: TokenResponseRules
    ) throws(OAuthClientError) {
        let reader = TokenMembers(members: members, endpoint: url.textForMessages)
        guard let accessToken = try reader.text("access_token", where: \.isHeaderToken) else {
            throw reader.malformed("has no access token")
        }
        try reader.checkTokenType(rules.missingTokenType)
        self.accessToken = AccessToken(accessToken)
        expiresIn = ExpiresIn.seconds(members["expires_in"])
        refreshToken = try reader.text("refresh_token", where: \.isVisibleText).map { RefreshToken($0) }
        scopes = try reader.scopes(rules.scopeForms)
        idToken = try reader.text("id_token", where: \.isHeaderToken).map { UnverifiedIDToken($0) }
        account = rules.accountMember.flatMap { members[$0] }
        if case .required = rules.idToken, idToken == nil {
            throw reader.malformed("has no ID token, which is needed here; is openid among the scopes?")
        }
    }

    /// The refresh token to keep after refreshing: the new one, or the old one where there is no new one
    /// (RFC 6749, section 6).
    ///
    /// A caller must have stored it before it uses the access token.
    ///
    /// - Parameter old: The token that was redeemed.
    /// - Returns: The token to keep.
    public func refreshToken(replacing old: RefreshToken) -> RefreshToken {
        refreshToken ?? old
    }
}

/// Reads single members of a token answer.
private struct TokenMembers {
    let members: JSONObject
    let endpoint: String

    /// A text; nil where it is missing, null or empty.
    func text(_ name: String, where isFit: (String) -> Bool) throws(OAuthClientError) -> String? {
        switch members[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.isEmpty: return nil
        case .string(let text)? where isFit(text): return text
        case .string?: throw malformed("has characters in \(name) that do not belong there")
        case let value?: throw malformed("has \(value.kind) as \(name), not a string")
        }
    }

    /// Returns if the type is Bearer, in whatever case (RFC 6749, sections 5.1 and 7.1).
    func checkTokenType(_ missing: TokenResponseRules.MissingTokenType) throws(OAuthClientError) {
        switch (try text("token_type", where: { _ in true }), missing) {
        case (nil, .isBearer): return
        case (nil, .refused): throw malformed("does not say what kind of token it has (token_type)")
        case (let type?, _):
            guard type.utf8.map({ $0 | 0x20 }) == [UInt8]("bearer".utf8) else {
                throw malformed("has a token of the unknown type \(ProviderMessageText.cleaned(type, maximum: 40))")
            }
        }
    }

    func scopes(_ forms: Set<ScopeForm>) throws(OAuthClientError) -> ScopeSet? {
        switch members["scope"] {
        case nil, .null?: nil
        case let value?: try ScopeSet(value, allowing: forms)
        }
    }

    func malformed(_ fault: String) -> OAuthClientError {
        OAuthClientError(.answerMalformed, "the answer of \(endpoint) \(fault)")
    }
}
