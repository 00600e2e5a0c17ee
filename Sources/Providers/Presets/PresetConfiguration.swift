public import OAuthClient

/// What the configuration says about a provider.
///
/// No part of it may come from a request (PRV-03).
public struct PresetConfiguration: Sendable {
    /// What is done with access tokens that callers hand in.
    public enum AccessTokenPolicy: Sendable {
        /// They are accepted if the preset has a check that is on by default.
        case asPreset
        /// They are refused.
        case refuse
        /// They are accepted with the preset's check, which is off by default because it is undocumented, unconfirmed
        /// or not enough for every installation. To be logged at every start (PRV-02).
        case withCheckThatIsOffByDefault
        /// They are accepted after introspection (RFC 7662) that names the client and the account in these members.
        case introspection(client: JSONPath, subject: JSONPath)
    }

    /// What an address is worth of which only a tenant's administrator says that it is verified.
    public enum TenantEmailPolicy: Sendable {
        /// Nothing.
        case doubt
        /// It counts as verified unless the provider says that it is not. To be logged at every start (PRV-31).
        case trustTenantEmail
    }

    /// Which identifier of a Microsoft account is its subject.
    public enum MicrosoftSubject: Sendable {
        /// `sub`, which every client sees another of.
        case perClient
        /// `tid` and `oid`, which all clients see alike.
        case tenantAndObject
    }

    /// Where members are that only the configuration can know.
    public struct Members: Sendable {
        /// The account's identifier.
        public var subject: JSONPath?
        /// The e-mail address.
        public var email: JSONPath?
        /// Whether the address is verified.
        public var emailVerified: JSONPath?
        /// The name.
        public var name: JSONPath?
        /// The picture.
        public var picture: JSONPath?

        /// Names no members.
        public init() {}
    }

    /// Our client identifiers.
    public let audience: ClientIdentifiers
    /// The values of placeholders.
    public var parameters = PresetParameters()
    /// Addresses in the place of the preset's.
    public var endpoints = EndpointOverrides()
    /// Members in the place of the preset's.
    public var members = Members()
    /// The number of our app in Kakao's console.
    public var kakaoAppNumber: String?
    /// How our client authenticates, in the place of the preset's first method.
    public var clientAuthentication: ClientAuthenticationMethod?
    /// What is done with access tokens.
    public var accessTokens = AccessTokenPolicy.asPreset
    /// What a tenant's word about an address is worth.
    public var tenantEmail = TenantEmailPolicy.doubt
    /// Which identifier of a Microsoft account is its subject.
    public var microsoftSubject = MicrosoftSubject.perClient

    /// Makes a configuration that leaves everything to the preset.
    ///
    /// - Parameter audience: Our client identifiers.
    public init(audience: ClientIdentifiers) {
        self.audience = audience
    }
}

/// Addresses in the place of a preset's.
///
/// From the configuration only (PRV-03).
public struct EndpointOverrides: Sendable {
    /// The metadata document.
    public var discovery: EndpointURL?
    /// The authorization endpoint.
    public var authorization: EndpointURL?
    /// The token endpoint.
    public var token: EndpointURL?
    /// The first of the descriptions of an account.
    public var userinfo: EndpointURL?
    /// The key set.
    public var keySet: EndpointURL?
    /// The device authorization endpoint.
    public var deviceAuthorization: EndpointURL?
    /// The revocation endpoint.
    public var revocation: EndpointURL?
    /// The introspection endpoint or what the provider has instead: where access tokens are checked.
    public var introspection: EndpointURL?

    /// Replaces nothing.
    public init() {}
}
