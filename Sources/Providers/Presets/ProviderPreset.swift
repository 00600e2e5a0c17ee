/// What is known about an identity provider: how it is called and how it proves whom it issued a credential to.
///
/// A value without state (PRV-10); `ResolvedPreset` is what may be used.
public struct ProviderPreset: Sendable {
    /// The protocols of providers.
    public enum SignInProtocol: String, Sendable {
        /// OpenID Connect: OAuth 2.0 with ID tokens.
        case openIDConnect = "oidc"
        /// OAuth 2.0 (RFC 6749) without ID tokens.
        case oauth2
        /// OpenID 2.0, which is not supported.
        case openID2 = "openid2"
    }

    /// Whether the provider can be used.
    public enum Support: Sendable, Equatable {
        /// It can.
        case supported
        /// It cannot, for a reason.
        case notSupported(reason: String)
    }

    /// The name by which it is configured and asked for.
    public let id: String
    /// The name for people.
    public let displayName: String
    /// Whether it can be used.
    public var support = Support.supported
    /// The provider's name in Firebase Authentication, where it has one with the same accounts.
    public var firebaseProviderID: String?
    /// The protocol.
    public let `protocol`: SignInProtocol
    /// The values of placeholders that need not be configured.
    public var defaults: [PresetPlaceholder: String] = [:]
    /// Who its ID tokens say they are from.
    public var issuer = IssuerRule.none
    /// The addresses.
    public let endpoints: PresetEndpoints
    /// How our client says who it is.
    public let client: ClientRules
    /// The scopes.
    public var scopes = ScopeRules()
    /// What an authorization request looks like.
    public var authorization = AuthorizationRules()
    /// Fields of requests to the provider's API, beside `Accept` and `User-Agent`, which every request has.
    public var requestHeaders: [PresetHeader] = []
    /// What its ID tokens are like; nil where it issues none.
    public var idToken: IDTokenRules?
    /// Where the account's identifier is.
    public let subject: SubjectRule
    /// Where the e-mail address is, and what it is worth.
    public var email = EmailRule.none
    /// Where the name is: the first of these whose members are there, joined with blanks.
    public var name: [[JSONPath]] = []
    /// Where the picture is.
    public var picture = PictureRule.none
    /// The kinds of credentials that are accepted, the best first (PRV-01).
    public let acceptedCredentials: [ProviderCredentialKind]
    /// How the provider tells which client an access token was issued to (PRV-02).
    public var accessTokenCheck = AccessTokenCheck.none()
    /// How a device without a browser is served.
    public var deviceFlow = DeviceFlowRule.none
    /// How refresh tokens behave.
    public var refresh = RefreshRules()
    /// What a request that redeems a code says beside the standard's parameters.
    public var codes = CodeRules()
    /// Where token answers leave the standard.
    public var tokenAnswers = TokenAnswerRules()
    /// What an operator should know.
    public var notes: [String] = []
}

/// The kinds of credentials that a caller may hand in.
public enum ProviderCredentialKind: String, Sendable, CaseIterable {
    /// An authorization code (RFC 6749, section 4.1), which we redeem.
    case code
    /// An ID token (OpenID Connect Core, section 2), which names its audience.
    case idToken = "id_token"
    /// An access token, which the provider must tell the client of.
    case accessToken = "access_token"
    /// A refresh token (RFC 6749, section 6), which we redeem.
    case refreshToken = "refresh_token"
    /// A device code (RFC 8628), which we asked for.
    case deviceCode = "device_code"
}

/// A field of requests to a provider's API.
public enum PresetHeader: Sendable, Equatable {
    /// A field that always has the same value.
    case fixed(name: String, value: String)
    /// A field whose value is our client identifier.
    case clientIdentifier(name: String)
}

extension ProviderPreset {
    /// Whether it stands for any provider of its protocol or product, so that the configuration names the issuer or
    /// the members.
    var isGeneric: Bool {
        issuer == .configured || issuer == .configuredWithFinalSlash || subject.scope == .configured
    }
}
