import OAuthClient

/// What an ID token must be bound to besides its audience.
struct IDTokenBinding: Sendable {
    /// What is known of its nonce.
    enum Nonce: Sendable {
        /// It is the caller's, or none.
        case caller(CallerNonce)
        /// Nothing: the token came straight from the provider in answer to a refresh token or device code.
        case unknown
    }

    /// What is known of its nonce.
    let nonce: Nonce
    /// The access token that came with it, which its `at_hash` is held against.
    var accessToken: AccessToken?
    /// The code that it was had for, which its `c_hash` is held against.
    var code: AuthorizationCode?
}
