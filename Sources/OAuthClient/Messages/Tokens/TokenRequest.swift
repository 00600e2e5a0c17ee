import StrictJSON

/// A request to a token endpoint, whoever sends it (RFC 6749, section 3.2).
public struct TokenRequest: Sendable {
    /// What is given for tokens.
    public enum Grant: Sendable {
        /// A code (RFC 6749, section 4.1.3).
        case authorizationCode(AuthorizationCodeGrant)
        /// A refresh token (RFC 6749, section 6).
        case refreshToken(RefreshToken)
        /// A device code (RFC 8628, section 3.4).
        case deviceCode(DeviceCode)
    }

    /// What is given for tokens.
    public let grant: Grant
    private let form: FormParameters

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - grant: What is given for tokens.
    ///   - additionalParameters: What a provider wants besides, such as `scope` or `redirect_uri` when refreshing.
    /// - Throws: `OAuthClientError` with code `reservedParameter` for a name that belongs to the grant.
    public init(
        _ grant: Grant, additionalParameters: FormParameters = FormParameters()
    ) throws(OAuthClientError) {
        var form = FormParameters()
        switch grant {
        case .authorizationCode(let grant):
            try form.append("grant_type", "authorization_code")
            try form.append("code", grant.code.secretText)
            try form.append("redirect_uri", grant.redirectURI.text)
            if case .s256(let proofKey) = grant.proofKey { try form.append("code_verifier", proofKey.secretText) }
        case .refreshToken(let token):
            try form.append("grant_type", "refresh_token")
            try form.append("refresh_token", token.secretText)
        case .deviceCode(let code):
            try form.append("grant_type", "urn:ietf:params:oauth:grant-type:device_code")
            try form.append("device_code", code.secretText)
        }
        let own = form.parameters.map(\.name)
        for parameter in additionalParameters.parameters {
            try AuthorizationParameters.refuse(parameter.name, among: own + Self.reservedNames)
            try form.append(parameter.name, parameter.value)
        }
        self.grant = grant
        self.form = form
    }

    /// The names of all grants: one of another grant makes a request ambiguous.
    private static let reservedNames = ["grant_type", "code", "code_verifier", "refresh_token", "device_code"]

    /// The request as HTTP, to be sent once: a grant that is redeemed twice is lost.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - url: The token endpoint.
    ///   - fields: Fields that the provider wants besides.
    /// - Returns: The request.
    /// - Throws: `OAuthClientError` with code `clientMisconfigured`, `reservedParameter` or `cryptographyFailed`.
    public func httpRequest(
        from client: Client, to url: EndpointURL, fields: [HTTPField] = []
    ) throws(OAuthClientError) -> HTTPRequest {
        if case .authorizationCode(let grant) = grant { try grant.proofKey.check(for: client) }
        return try client.request(posting: form, to: url, fields: fields)
    }
}
