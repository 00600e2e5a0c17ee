public import CredentialProofs
public import Cryptography
public import CustomTokens

/// A custom token that was made by a decision, with what an answer and an audit need.
public struct IssuedCustomToken: Sendable {
    /// The custom token.
    public let customToken: CustomToken
    /// In how many seconds it expires, by the clock of the answer.
    public let expiresIn: Int64
    /// What an audit may know of it.
    public let facts: IssuanceFacts
}

/// What an audit may know of a custom token: nothing that could be used.
public struct IssuanceFacts: Sendable {
    /// What the token was made for.
    public enum Source: Sendable {
        /// A credential of a provider.
        case credential(provider: String, proof: CredentialProof)
        /// The word of a server that may mint.
        case minting(RegisteredClient.Grant)
    }

    /// What it was made for.
    public let source: Source
    /// The client that got it.
    public let clientID: String
    /// Whom it signs in.
    public let userID: UserID
    /// The tenant; nil for the project itself.
    public let tenantID: TenantID?
    /// The key that signed it; nil where it has no identifier.
    public let keyID: String?
    /// The SHA-256 of the token.
    public let tokenDigest: SHA256Digest
}
