public import JOSE

/// Who a provider's ID tokens say they are from (`iss`).
public enum IssuerRule: Sendable, Equatable {
    /// It has no issuer.
    case none
    /// It has an issuer as an authorization server, and issues no ID tokens that are accepted.
    case serverOnly(EndpointTemplate)
    /// Exactly the first of these, or one of the others.
    case oneOf([EndpointTemplate])
    /// `https://login.microsoftonline.com/` with the token's own `tid`, which must fit the tenant (PRV-22).
    case microsoft
    /// Exactly the configured one.
    case configured
    /// Exactly the configured one, whose last character is a slash.
    case configuredWithFinalSlash
}

/// What a provider's ID tokens are like.
public struct IDTokenRules: Sendable {
    /// Which of our client identifiers may be the audience.
    public enum Audience: Sendable {
        /// The one client identifier.
        case clientIdentifier
        /// Any of the configured ones: each platform has its own.
        case anyConfiguredIdentifier
    }

    /// The algorithms of their signatures, looked at before a key is chosen.
    public let algorithms: [SignatureAlgorithm]
    /// Which of our client identifiers may be the audience.
    public var audience = Audience.clientIdentifier
    /// What must hold for claims beside those of the standard.
    public var requirements: [AccessTokenCheck.Requirement] = []
    /// The longest time between `iat` and `exp`, in seconds; nil where the provider names none.
    public var maximumLifetime: Int64?
}
