/// The addresses of a provider.
public struct PresetEndpoints: Sendable {
    /// The metadata document (OpenID Connect Discovery, section 4).
    public var discovery: EndpointTemplate?
    /// The authorization endpoint (RFC 6749, section 3.1).
    public let authorization: PresetEndpoint
    /// The token endpoint (RFC 6749, section 3.2).
    public let token: PresetEndpoint
    /// Where the account is described: the main answer first, then what completes it.
    public var userinfo: [UserinfoEndpoint] = []
    /// The key set (RFC 7517).
    public var keySet = PresetEndpoint.none
    /// The device authorization endpoint (RFC 8628, section 3.1).
    public var deviceAuthorization = PresetEndpoint.none
    /// Where a token is revoked.
    public var revocation: RevocationEndpoint?
    /// The introspection endpoint (RFC 7662), or what the provider has instead.
    ///
    /// By itself it proves no audience.
    public var introspection = PresetEndpoint.none
}

/// Where an address of a provider comes from.
public enum PresetEndpoint: Sendable, Equatable {
    /// There is none.
    case none
    /// It is known.
    case known(EndpointTemplate)
    /// It is in the provider's metadata.
    case discovered
    /// It must be configured.
    case configured
}

/// How requests with an access token or client credentials are sent.
public enum EndpointMethod: String, Sendable {
    /// GET.
    case get = "GET"
    /// POST.
    case post = "POST"
    /// DELETE.
    case delete = "DELETE"
}

/// Where an account is described.
public struct UserinfoEndpoint: Sendable, Equatable {
    /// Parameters beside the access token.
    public enum Parameter: String, Sendable {
        /// The client identifier.
        case clientIdentifier = "client_id"
        /// The subject as it came with the token.
        case openID = "openid"
        /// The subject as the access-token check named it.
        case userID = "uid"
        /// The proof that we know the client's secret, which Facebook asks for.
        case appSecretProof = "appsecret_proof"
    }

    /// The address.
    public let url: PresetEndpoint
    /// The method; a POST has no body but the parameters, if there are any.
    public var method = EndpointMethod.get
    /// Where the access token goes.
    public var token = TokenPlacement.bearer
    /// Parameters beside it, in the query of a GET and in the form of a POST.
    public var parameters: [Parameter] = []
}

/// Where a token goes in a request.
public enum TokenPlacement: Sendable, Equatable {
    /// `Authorization: Bearer` (RFC 6750, section 2.1).
    case bearer
    /// `Authorization: OAuth`, a provider's own scheme.
    case oauthScheme
    /// A parameter of the query, where the provider knows no other way.
    case query(String)
    /// A parameter of the form.
    case form(String)
    /// A member of a JSON body.
    case json(String)
}

/// Where a token is revoked, and how.
public struct RevocationEndpoint: Sendable, Equatable {
    /// The ways.
    public enum Form: String, Sendable {
        /// RFC 7009, or a form like it.
        case standard
        /// A JSON body with the access token, the client's credentials in `Authorization: Basic`.
        case jsonWithClientCredentials
        /// The access token in `Authorization: Bearer` and no body.
        case bearer
        /// The client's credentials and the access token in the query.
        case query
    }

    /// The address.
    public let url: PresetEndpoint
    /// The method.
    public var method = EndpointMethod.post
    /// The way.
    public var form = Form.standard
    /// The name of the parameter with the token in a form or query.
    public var tokenParameter = "token"
}
