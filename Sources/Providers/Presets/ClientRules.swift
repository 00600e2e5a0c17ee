/// How our client says who it is.
public struct ClientRules: Sendable {
    /// How it authenticates at the token endpoint.
    public let authentication: Authentication
    /// The name of the parameter with the client identifier.
    public var identifierParameter = "client_id"
    /// The name of the parameter with the secret.
    public var secretParameter = "client_secret"

    /// What the token endpoint takes.
    public enum Authentication: Sendable, Equatable {
        /// There is no token endpoint.
        case noTokenEndpoint
        /// One of these; the first is used. None is tried after another, for a code is spent by the first attempt.
        case methods([ClientAuthenticationMethod])
        /// What the provider's metadata says; the given method where it says nothing.
        case advertised(otherwise: ClientAuthenticationMethod)
        /// It must be configured.
        case configured
    }
}

/// How a client authenticates at a token endpoint.
public enum ClientAuthenticationMethod: String, Sendable, CaseIterable {
    /// Identifier and secret in `Authorization: Basic` (RFC 6749, section 2.3.1).
    case basic = "client_secret_basic"
    /// Identifier and secret in the form (RFC 6749, section 2.3.1).
    case post = "client_secret_post"
    /// An assertion signed with the client's key (RFC 7523, section 2.2).
    case privateKeyJWT = "private_key_jwt"
    /// The identifier alone: a public client with PKCE.
    case none
    /// Identifier and an empty secret in `Authorization: Basic`: a public client of Reddit.
    case basicWithEmptySecret = "client_secret_basic_empty"
    /// A JWT of ours in the place of the secret, in the form: Apple.
    case signedSecret = "client_secret_post_es256_jwt"
    /// Identifier and secret in the query of a GET.
    case query
}
