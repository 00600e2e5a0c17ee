public import CredentialProofs
public import CustomTokens
import Providers

/// What is signed: the only way to a custom token, from a proven identity or by what a proven client may do.
public struct MintingDecision: Sendable {
    /// What the decision rests on.
    public enum Basis: Sendable {
        /// A credential that was issued to a client of ours.
        case identity(VerifiedIdentity)
        /// The registration of a client that has proven who it is, and asked by this grant.
        case client(AuthenticatedClient, RegisteredClient.Grant)
    }

    /// What it rests on.
    public let basis: Basis
    /// The uid that the identity has in Firebase.
    public let userID: UserID
    /// The developer claims.
    public let claims: CustomClaims
    /// How long the token is good for.
    public let lifetime: TokenLifetime
    /// The tenant that the user belongs to; nil for the project itself.
    public let tenantID: TenantID?

    /// Decides what is signed for an identity.
    ///
    /// The e-mail address has no part in the uid (PRV-30).
    ///
    /// - Parameters:
    ///   - identity: The identity.
    ///   - policy: What tokens say.
    /// - Throws: `BridgeError` with code `userIDInvalid` or `claimsTooLarge`.
    public init(for identity: VerifiedIdentity, policy: MintingPolicy) throws(BridgeError) {
        basis = .identity(identity)
        userID = try Self.userID(of: identity)
        do throws(CustomTokenError) {
            claims = try CustomClaims(
                policy.claims.claims(
                    for: identity.profile, provider: identity.providerID, issuer: identity.issuer),
                maximumBytes: policy.maximumClaimsBytes)
        } catch {
            throw BridgeError(.claimsTooLarge, "\(identity.providerID): \(error.reason)")
        }
        lifetime = policy.lifetime
        tenantID = policy.tenantID
    }

    /// Takes what was decided elsewhere in this module.
    init(basis: Basis, userID: UserID, claims: CustomClaims, lifetime: TokenLifetime, tenantID: TenantID?) {
        self.basis = basis
        self.userID = userID
        self.claims = claims
        self.lifetime = lifetime
        self.tenantID = tenantID
    }

    private static func userID(of identity: VerifiedIdentity) throws(BridgeError) -> UserID {
        let text: String
        do throws(ProviderError) {
            text = try identity.userIDs.userID(for: identity.subject)
        } catch {
            throw BridgeError(.userIDInvalid, "\(identity.providerID): \(error.reason)")
        }
        do throws(CustomTokenError) {
            return try UserID(text)
        } catch {
            throw BridgeError(.userIDInvalid, "\(identity.providerID): \(error.reason)")
        }
    }
}
