public import CredentialProofs
public import CustomTokens
import Providers

/// What is signed for a verified identity: the only way from a provider's credential to a custom token.
public struct MintingDecision: Sendable {
    /// Whom it is about.
    public let identity: VerifiedIdentity
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
        self.identity = identity
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
