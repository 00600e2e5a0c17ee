public import StrictJSON

/// What an authorization server says of itself (RFC 8414, section 2; OpenID Connect Discovery, section 3).
///
/// These are the members that a client needs; others are ignored.
public struct AuthorizationServerMetadata: Sendable {
    /// The `issuer`, found to be the expected one; the template, where one was expected.
    public let issuer: String
    /// The `authorization_endpoint`.
    public let authorizationEndpoint: EndpointURL?
    /// The `token_endpoint`.
    public let tokenEndpoint: EndpointURL?
    /// The `device_authorization_endpoint` (RFC 8628, section 4).
    public let deviceAuthorizationEndpoint: EndpointURL?
    /// The `userinfo_endpoint`.
    public let userinfoEndpoint: EndpointURL?
    /// The `jwks_uri`.
    public let jwksURI: EndpointURL?
    /// The `revocation_endpoint` (RFC 7009).
    public let revocationEndpoint: EndpointURL?
    /// The `introspection_endpoint` (RFC 7662).
    public let introspectionEndpoint: EndpointURL?
    /// The `scopes_supported`; nil where nothing is said.
    public let scopesSupported: [String]?
    /// The `response_types_supported`; nil where nothing is said.
    public let responseTypesSupported: [String]?
    /// The `grant_types_supported`; nil where nothing is said.
    public let grantTypesSupported: [String]?
    /// The `code_challenge_methods_supported` (RFC 7636); nil where nothing is said.
    public let codeChallengeMethodsSupported: [String]?
    /// The `token_endpoint_auth_methods_supported`; nil where nothing is said.
    public let tokenEndpointAuthMethodsSupported: [String]?
    /// The `id_token_signing_alg_values_supported`; nil where nothing is said.
    public let idTokenSigningAlgValuesSupported: [String]?
    /// Whether redirects carry `iss` (RFC 9207, section 3).
    public let authorizationResponseIssParameterSupported: Bool

    /// Reads metadata.
    ///
    /// - Parameters:
    ///   - members: The members of the document.
    ///   - issuer: Whose metadata it must be.
    /// - Throws: `OAuthClientError` with code `issuerMismatch`; `addressNotAllowed` for an endpoint that must not be
    ///   called; `answerMalformed` for a member of the wrong kind, which it names.
    /// - SeeAlso: RFC 8414, section 3.3; OpenID Connect Discovery, section 4.3.
    public init(_ members: JSONObject, expecting issuer: ExpectedIssuer) throws(OAuthClientError) {
        let reader = MetadataReader(members: members)
        self.issuer = try reader.issuer()
        try issuer.check(self.issuer)
        authorizationEndpoint = try reader.endpoint("authorization_endpoint")
        tokenEndpoint = try reader.endpoint("token_endpoint")
        deviceAuthorizationEndpoint = try reader.endpoint("device_authorization_endpoint")
        userinfoEndpoint = try reader.endpoint("userinfo_endpoint")
        jwksURI = try reader.endpoint("jwks_uri")
        revocationEndpoint = try reader.endpoint("revocation_endpoint")
        introspectionEndpoint = try reader.endpoint("introspection_endpoint")
        scopesSupported = try reader.strings("scopes_supported")
        responseTypesSupported = try reader.strings("response_types_supported")
        grantTypesSupported = try reader.strings("grant_types_supported")
        codeChallengeMethodsSupported = try reader.strings("code_challenge_methods_supported")
        tokenEndpointAuthMethodsSupported = try reader.strings("token_endpoint_auth_methods_supported")
        idTokenSigningAlgValuesSupported = try reader.strings("id_token_signing_alg_values_supported")
        authorizationResponseIssParameterSupported =
            try reader.truth("authorization_response_iss_parameter_supported") ?? false
    }
}

/// Reads the members of a document; `null` is as good as absent.
private struct MetadataReader {
    let members: JSONObject

    func issuer() throws(OAuthClientError) -> String {
        guard let issuer = try text("issuer") else { throw malformed("it names no issuer") }
        return issuer
    }

    func endpoint(_ name: String) throws(OAuthClientError) -> EndpointURL? {
        guard let text = try text(name) else { return nil }
        do throws(OAuthClientError) {
            return try EndpointURL(text)
        } catch {
            throw OAuthClientError(error.code, "the metadata's \(name) cannot be used: \(error.reason)")
        }
    }

    func strings(_ name: String) throws(OAuthClientError) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.array else { throw malformed("its \(name) is \(value.kind), not an array") }
        let strings = elements.compactMap(\.string)
        guard strings.count == elements.count else { throw malformed("its \(name) holds something beside strings") }
        return strings
    }

    func truth(_ name: String) throws(OAuthClientError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let truth = value.bool else { throw malformed("its \(name) is \(value.kind), not a truth value") }
        return truth
    }

    private func text(_ name: String) throws(OAuthClientError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw malformed("its \(name) is \(value.kind), not a string") }
        return text
    }

    private func value(_ name: String) -> JSONValue? {
        members[name].flatMap { $0 == .null ? nil : $0 }
    }

    private func malformed(_ reason: String) -> OAuthClientError {
        OAuthClientError(.answerMalformed, "the metadata is unusable: \(reason)")
    }
}
