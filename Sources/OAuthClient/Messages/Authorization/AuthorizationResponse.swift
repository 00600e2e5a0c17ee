/// A response that belongs to an authorization request and brings a code (RFC 6749, section 4.1.2).
public struct AuthorizationResponse: Sendable {
    /// The code with what is needed to redeem it.
    public let grant: AuthorizationCodeGrant
    /// What an ID token must name.
    public let nonce: NonceUse
    /// All parameters as they came.
    ///
    /// Nothing vouches for them, so they are never to decide about identity.
    public let unverifiedParameters: FormParameters

    /// Holds a response against its request: first the state, then the issuer, then the rest.
    ///
    /// - Parameters:
    ///   - delivery: The response as it arrived.
    ///   - pending: What was kept from the request.
    /// - Throws: `OAuthClientError` with code `stateMismatch`, `issuerMismatch`, `refusedByProvider` where the provider
    ///   or the person refused, or `answerMalformed`.
    public init(_ delivery: RedirectDelivery, to pending: PendingAuthorization) throws(OAuthClientError) {
        let parameters = try delivery.parameters(for: pending)
        try pending.state.check(parameters)
        try pending.issuer.check(parameters)
        if let answer = OAuthErrorAnswer(redirect: parameters) { throw answer.refusal(of: "the authorization request") }
        guard let code = parameters["code"], code.isVisibleText else {
            throw OAuthClientError(
                .answerMalformed, "the authorization response has neither a usable code nor an error")
        }
        grant = AuthorizationCodeGrant(
            code: AuthorizationCode(code), redirectURI: pending.redirectURI, proofKey: pending.proofKey)
        nonce = pending.nonce
        unverifiedParameters = parameters
    }
}

/// An authorization code with what is needed to redeem it (RFC 6749, section 4.1.3).
public struct AuthorizationCodeGrant: Sendable {
    /// The code.
    public let code: AuthorizationCode
    /// Where the code was sent.
    public let redirectURI: RedirectURI
    /// What binds the code to the client.
    public let proofKey: ProofKeyUse

    /// Puts together what a device that ran the authorization itself brings along.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - redirectURI: The very address of the authorization request.
    ///   - proofKey: The proof key of the authorization request.
    public init(code: AuthorizationCode, redirectURI: RedirectURI, proofKey: ProofKeyUse) {
        self.code = code
        self.redirectURI = redirectURI
        self.proofKey = proofKey
    }
}
