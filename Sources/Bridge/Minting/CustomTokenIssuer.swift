import CredentialProofs
import Cryptography
public import CustomTokens
public import JOSE

/// Signs what was decided: the one place of the service where custom tokens come from.
public struct CustomTokenIssuer: Sendable {
    private let signer: any CustomTokenSigner
    private let clock: any WallClock

    /// Makes an issuer.
    ///
    /// - Parameters:
    ///   - signer: What signs.
    ///   - clock: The clock that `expires_in` is counted from.
    public init(signer: any CustomTokenSigner, clock: any WallClock) {
        self.signer = signer
        self.clock = clock
    }

    /// Signs what a decision says.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - client: The client that gets the token.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError` where signing failed, `BridgeError` with code `cryptographyFailed`.
    public func token(for decision: MintingDecision, client: RegisteredClient) async throws -> IssuedCustomToken {
        try await token(for: CustomTokenRequest(decision), decision.source, client)
    }

    /// Signs what was decided when a person signed in: issued now, not then, and for no longer than the client may ask.
    ///
    /// - Parameters:
    ///   - signIn: The sign-in.
    ///   - client: The client that gets the token.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError` where signing failed, `BridgeError` with code `cryptographyFailed`.
    public func token(for signIn: StoredSignIn, client: RegisteredClient) async throws -> IssuedCustomToken {
        var request = signIn.tokenRequest
        if request.lifetime.seconds > client.maximumLifetime.seconds { request.lifetime = client.maximumLifetime }
        return try await token(
            for: request, .credential(provider: signIn.providerID, proof: signIn.proof), client)
    }

    private func token(
        for request: CustomTokenRequest, _ source: IssuanceFacts.Source, _ client: RegisteredClient
    ) async throws -> IssuedCustomToken {
        let token = try await signer.customToken(for: request)
        let digest: SHA256Digest
        do throws(CryptographyError) {
            digest = try SHA256Digest(of: [UInt8](token.serialized.utf8))
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
        let left = token.expiration.secondsSinceEpoch - (try clock.bridgeTime()).secondsSinceEpoch
        let facts = IssuanceFacts(
            source: source, clientID: client.id, userID: token.userID, tenantID: request.tenantID,
            keyID: token.keyID, tokenDigest: digest)
        return IssuedCustomToken(customToken: token, expiresIn: max(left, 0), facts: facts)
    }
}

extension MintingDecision {
    fileprivate var source: IssuanceFacts.Source {
        switch basis {
        case .identity(let identity): .credential(provider: identity.providerID, proof: identity.proof)
        case .client(_, let grant): .minting(grant)
        }
    }
}
