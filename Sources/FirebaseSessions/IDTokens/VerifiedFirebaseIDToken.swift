public import JOSE
public import OAuthClient
public import StrictJSON

/// A Firebase ID token that a `FirebaseIDTokenVerifier` has found right.
///
/// Whoever holds it acts as its user until it expires, so it prints redacted.
public struct VerifiedFirebaseIDToken: SecretText {
    /// What stands for it.
    public enum Proof: Sendable {
        /// A signature by one of Google's keys.
        case signature
        /// Nothing but the word of the emulator on this machine.
        case emulator
    }

    /// The token itself.
    public let secretText: String
    /// The uid.
    public let userID: String
    /// The project.
    public let project: ProjectID
    /// The tenant; nil for none.
    public let tenant: String?
    /// How the user signed in; `custom` for a custom token.
    public let signInProvider: String?
    /// When the token was issued.
    public let issuedAt: NumericDate
    /// When the token expires.
    public let expiration: NumericDate
    /// When the user signed in.
    public let authenticatedAt: NumericDate
    /// All claims.
    public let claims: JSONObject
    /// What stands for it.
    public let proof: Proof

    init(_ text: String, _ rules: CheckedIDTokenClaims, proof: Proof) {
        secretText = text
        userID = rules.userID
        project = rules.project
        tenant = rules.tenant
        signInProvider = rules.signInProvider
        issuedAt = rules.issuedAt
        expiration = rules.expiration
        authenticatedAt = rules.authenticatedAt
        claims = rules.claims
        self.proof = proof
    }
}
