/// What an authorization request to a provider looks like, and its answer.
///
/// State is always sent, whether a provider demands it or not.
public struct AuthorizationRules: Sendable {
    /// Whether a provider refuses requests without state.
    public enum StateRequirement: Sendable {
        /// It does not.
        case optional
        /// It does.
        case required
    }

    /// How the answer comes back (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
    public enum ResponseMode: String, Sendable {
        /// In the query of the redirect.
        case query
        /// In a form that the browser posts: no `SameSite=Lax` cookie comes with it.
        case formPost = "form_post"
        /// In the fragment, which no server sees.
        case fragment
    }

    /// What is done with `iss` in the answer (RFC 9207).
    public enum IssuerParameter: Sendable, Equatable {
        /// The provider does not announce it: it is discarded, unless the metadata announces it.
        case notAnnounced
        /// If it is there it must be this; it may be missing (PRV-20).
        case ifPresent(EndpointTemplate)
    }

    /// PKCE.
    public var pkce = PKCEPolicy.unknown
    /// The nonce.
    public var nonce = NonceRule.notSupported
    /// Whether a provider refuses requests without state.
    public var state = StateRequirement.optional
    /// How the answer comes back, the one to use first.
    public var responseModes = [ResponseMode.query]
    /// What is done with `iss` in the answer.
    public var issuerParameter = IssuerParameter.notAnnounced
    /// Parameters of the provider's own.
    public var extraParameters: [ExtraParameter] = []
    /// What stands after the number sign of the address; nil for nothing.
    public var fragment: String?
}

/// Whether PKCE (RFC 7636) is used, always with S256.
public enum PKCEPolicy: String, Sendable, CaseIterable {
    /// The provider demands it.
    case required
    /// The provider supports it: it is sent.
    case supported
    /// The provider supports it and demands it of public clients: it is sent.
    case supportedRequiredOfPublicClients = "supported-required-of-public-clients"
    /// The provider demands it of public clients and may refuse it from others: it is sent by public clients alone.
    case publicClientsOnly = "public-clients-only"
    /// The provider takes it without saying so in its metadata: it is sent.
    case unadvertised
    /// The metadata says whether it is sent.
    case advertised
    /// The configuration says whether it is sent.
    case configured
    /// Nothing is known: it is not sent.
    case unknown
    /// The provider does not support it: it is not sent.
    case notSupported = "not-supported"

    /// Why it is so, in a sentence for people.
    public var reason: String {
        switch self {
        case .required: "the provider refuses requests without a code challenge"
        case .supported: "the provider supports it"
        case .supportedRequiredOfPublicClients: "the provider supports it and refuses public clients without it"
        case .publicClientsOnly:
            "the provider refuses public clients without it, and confidential clients with it have been refused"
        case .unadvertised: "the provider takes it, though its metadata does not say so"
        case .advertised: "the provider's metadata decides"
        case .configured: "the configuration decides"
        case .unknown: "nothing is known about it"
        case .notSupported: "the provider does not support it"
        }
    }
}

/// What a provider does with a nonce (OpenID Connect Core, section 3.1.2.1).
public enum NonceRule: String, Sendable, CaseIterable {
    /// Its ID tokens carry none: none is sent.
    case notSupported = "not-supported"
    /// Its ID tokens carry what was sent.
    case raw
    /// Its ID tokens carry the SHA-256 of the caller's nonce in lower-case hexadecimal (PRV-21).
    case sha256Hex = "sha256-hex"
    /// Its ID tokens carry what was sent, which apps made by SHA-256 as above; `nonce_supported` false excuses a
    /// missing one.
    case rawOrSHA256Hex = "raw-or-sha256-hex"
}

/// A parameter of an authorization request that is a provider's own.
public struct ExtraParameter: Sendable, Equatable {
    /// When it is sent.
    public enum Use: Sendable, Equatable {
        /// When a caller or the configuration sets it; these values are known, none meaning any.
        case offered([String])
        /// Always, with this value.
        case always(String)
        /// With this value when a refresh token is wanted.
        case forRefreshToken(String)
    }

    /// The name.
    public let name: String
    /// When it is sent.
    public let use: Use

    /// Makes a parameter.
    init(_ name: String, _ use: Use) {
        self.name = name
        self.use = use
    }
}
