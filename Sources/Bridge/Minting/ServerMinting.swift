public import OAuthClient
import StrictJSON

/// Mints custom tokens for servers that have proven who they are, for what they are registered for.
public struct ServerMinting: Sendable {
    private let authenticator: ClientAuthenticator
    private let rules: MintingRules
    private let issuer: CustomTokenIssuer

    /// Makes the use case.
    ///
    /// - Parameters:
    ///   - authenticator: What proves who clients are, and verifies their assertions.
    ///   - rules: What holds for every server.
    ///   - issuer: What signs.
    public init(authenticator: ClientAuthenticator, rules: MintingRules, issuer: CustomTokenIssuer) {
        self.authenticator = authenticator
        self.rules = rules
        self.issuer = issuer
    }

    /// Mints by the client's own credentials (RFC 6749, section 4.4).
    ///
    /// - Parameters:
    ///   - request: What it asks for.
    ///   - client: The client, which has proven who it is.
    /// - Returns: The token.
    /// - Throws: `BridgeError` for what the client may not do, `CustomTokenError` for what no token can say.
    public func token(for request: MintingRequest, from client: AuthenticatedClient) async throws -> IssuedCustomToken {
        let decision = try MintingDecision(request, for: client, by: .clientCredentials, rules: rules)
        return try await issuer.token(for: decision, client: client.registration)
    }

    /// Mints by an assertion that the client has signed, whose subject is the uid (RFC 7523, section 2.1).
    ///
    /// The assertion proves who the client is. Where the request says it another way too, both must agree.
    ///
    /// - Parameters:
    ///   - assertion: The assertion.
    ///   - claim: Who the request says the client is, beside the assertion; nil where it says nothing.
    ///   - admit: Whether the client, proven by its assertion, may have a token now; throws where it may not.
    ///   - note: Notes what was signed; the assertion is used up after it alone.
    /// - Returns: The token.
    /// - Throws: `BridgeError` for an assertion that is refused or what the client may not do, `CustomTokenError` for
    ///   what no token can say, and what `admit` and `note` throw. Then no assertion of the request is used up.
    public func token(
        for assertion: ClientAssertion, claim: ClientClaim?, admit: (AuthenticatedClient) throws -> Void = { _ in },
        note: (IssuedCustomToken) async throws -> Void
    ) async throws -> IssuedCustomToken {
        let unverified = try UnverifiedAssertion(assertion, refusal: .grantInvalid)
        guard let issuerID = unverified.issuer else {
            throw BridgeError(.grantInvalid, "the assertion does not name the client that has signed it (iss)")
        }
        if let claim {
            guard claim.clientID.hasSameBytes(as: issuerID) else {
                throw BridgeError(
                    .grantInvalid, "the assertion is of the client \(issuerID.quotedExcerpt), the request of another")
            }
            if claim.way != nil {
                let client = try await authenticator.client(for: claim)
                do {
                    return try await token(for: unverified, of: issuerID, admit, note)
                } catch {
                    await authenticator.giveBackAssertion(of: client)
                    throw error
                }
            }
        }
        return try await token(for: unverified, of: issuerID, admit, note)
    }

    private func token(
        for assertion: UnverifiedAssertion, of issuerID: String, _ admit: (AuthenticatedClient) throws -> Void,
        _ note: (IssuedCustomToken) async throws -> Void
    ) async throws -> IssuedCustomToken {
        let entry = authenticator.registry.entry(issuerID)
        let verified = try await authenticator.assertions.verified(assertion, by: entry, for: .grant)
        guard let entry else { throw AssertionVerifier.unproven(.grantInvalid) }
        let client = AuthenticatedClient(entry.client, way: .privateKeyJWT)
        try admit(client)
        let decision = try MintingDecision(
            MintingRequest(assertion: verified.claims), for: client, by: .jwtBearer, rules: rules)
        let issued = try await issuer.token(for: decision, client: entry.client)
        try await note(issued)
        // Whoever was told meanwhile that it took too long can try again.
        try Task.checkCancellation()
        try await authenticator.assertions.use(verified)
        return issued
    }
}
