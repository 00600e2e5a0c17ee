public import CredentialProofs
public import CustomTokens
public import OAuthClient

/// Exchanges a provider's credential for a custom token: proven, decided, signed, in this order.
public struct CredentialExchange: Sendable {
    private let verifier: CredentialVerifier
    private let policy: MintingPolicy
    private let signer: any CustomTokenSigner

    /// Makes an exchange.
    ///
    /// - Parameters:
    ///   - verifier: What proves the credentials of one provider.
    ///   - policy: What the tokens say.
    ///   - signer: What signs them.
    public init(verifier: CredentialVerifier, policy: MintingPolicy, signer: any CustomTokenSigner) {
        self.verifier = verifier
        self.policy = policy
        self.signer = signer
    }

    /// Exchanges a credential.
    ///
    /// - Parameter credential: The credential.
    /// - Returns: The custom token, and what it was made for.
    /// - Throws: `CredentialError` where nothing was proven, `BridgeError` where nothing can be signed for the identity,
    ///   `CustomTokenError` where signing failed. A code or refresh token is used up all the same.
    public func exchange(_ credential: Credential) async throws -> ExchangedToken {
        let evidence = try await verifier.evidence(from: credential)
        return try await token(for: evidence.identity, refreshToken: evidence.refreshToken)
    }

    /// Makes a custom token for the tokens of a flow that we ran.
    ///
    /// - Parameter proven: The tokens, and whose they are.
    /// - Returns: The custom token, and what it was made for.
    /// - Throws: `BridgeError` where nothing can be signed for the identity, `CustomTokenError` where signing failed.
    public func token(for proven: ProvenTokens) async throws -> ExchangedToken {
        try await token(for: proven.identity, refreshToken: proven.refreshToken)
    }

    private func token(for identity: VerifiedIdentity, refreshToken: RefreshToken?) async throws -> ExchangedToken {
        let decision = try MintingDecision(for: identity, policy: policy)
        let token = try await signer.customToken(for: CustomTokenRequest(decision))
        return ExchangedToken(
            customToken: token, identity: identity, decision: decision, refreshToken: refreshToken)
    }
}

/// A custom token that was made for a provider's credential.
public struct ExchangedToken: Sendable {
    /// The custom token.
    public let customToken: CustomToken
    /// Whose credential it was.
    public let identity: VerifiedIdentity
    /// What it was made for.
    public let decision: MintingDecision
    /// The provider's refresh token to keep from now on; nil where none was had.
    public let refreshToken: RefreshToken?
}
