/// What must be kept from an authorization request until its response.
///
/// A caller must keep it bound to one browser or device, and use it for one response only.
public struct PendingAuthorization: Sendable {
    /// What the response must bring back.
    public let state: AuthorizationState
    /// What an ID token must name.
    public let nonce: NonceUse
    /// What binds the code to the client.
    public let proofKey: ProofKeyUse
    /// Where the response goes, the same in both requests (RFC 6749, section 4.1.3).
    public let redirectURI: RedirectURI
    /// How the response travels.
    public let responseMode: ResponseMode
    /// What the response must say about its issuer.
    public let issuer: ResponseIssuer

    /// Puts together what is to be kept.
    ///
    /// - Parameters:
    ///   - state: What the response must bring back.
    ///   - nonce: What an ID token must name.
    ///   - proofKey: What binds the code to the client.
    ///   - redirectURI: Where the response goes.
    ///   - responseMode: How the response travels.
    ///   - issuer: What the response must say about its issuer.
    public init(
        state: AuthorizationState, nonce: NonceUse, proofKey: ProofKeyUse, redirectURI: RedirectURI,
        responseMode: ResponseMode, issuer: ResponseIssuer
    ) {
        self.state = state
        self.nonce = nonce
        self.proofKey = proofKey
        self.redirectURI = redirectURI
        self.responseMode = responseMode
        self.issuer = issuer
    }
}

/// How an authorization response travels (OAuth 2.0 Multiple Response Types and Form Post Response Mode).
public enum ResponseMode: String, Sendable {
    /// In the query of the redirect address.
    case query
    /// In the body of a POST to the redirect address, as Apple demands where a name or an address is asked for.
    ///
    /// That POST comes from another site: a `SameSite=Lax` cookie does not come along.
    case formPost = "form_post"
}
