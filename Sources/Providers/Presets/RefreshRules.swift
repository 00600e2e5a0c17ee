/// How the refresh tokens of a provider behave (RFC 6749, section 6).
public struct RefreshRules: Sendable {
    /// When there is a refresh token.
    public enum Support: Sendable, Equatable {
        /// Never.
        case none
        /// Nothing is known.
        case unknown
        /// Always.
        case always
        /// When this scope is asked for.
        case withScope(String)
        /// When this parameter is in the authorization request.
        case withParameter(name: String, value: String)
        /// For some clients of the provider only.
        case forSomeClients
        /// The provider has a way of its own at this address.
        case ownEndpoint(EndpointTemplate)
        /// The provider or the configuration decides.
        case depends
    }

    /// Whether a new one replaces the old.
    public enum Rotation: String, Sendable {
        /// Nothing is known: a new one replaces the old where one comes.
        case unknown
        /// Each answer brings a new one.
        case rotates
        /// The old one stays.
        case stays
        /// Each answer to a public client brings a new one.
        case rotatesForPublicClients = "rotates-for-public-clients"
    }

    /// What the request says beside the standard's parameters.
    public enum Addition: String, Sendable {
        /// The redirect URI of the authorization request.
        case redirectURI = "redirect_uri"
        /// The scopes of the authorization request.
        case scope
    }

    /// When there is a refresh token.
    public var support = Support.unknown
    /// Whether a new one replaces the old.
    public var rotation = Rotation.unknown
    /// What the request says beside the standard's parameters.
    public var additions: [Addition] = []
}
