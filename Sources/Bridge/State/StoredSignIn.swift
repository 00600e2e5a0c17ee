public import CredentialProofs
public import CustomTokens
public import JOSE
public import Providers
import StrictJSON

/// A sign-in that was proven and decided, as it is kept until its code is redeemed.
///
/// It comes from a `VerifiedIdentity`, or out of the store, which only this module
/// reads: nobody else makes one. It holds no token of the provider, and no credential (RFC 6819, section 5.1.4.1.3).
public struct StoredSignIn: Sendable {
    /// The provider's name in our configuration.
    public let providerID: String
    /// The uid that the identity has in Firebase.
    public let userID: UserID
    /// The developer claims.
    public let claims: CustomClaims
    /// How long the token is good for.
    public let lifetime: TokenLifetime
    /// The tenant that the user belongs to; nil for the project itself.
    public let tenantID: TenantID?
    /// What the provider says about the account.
    public let profile: ProviderProfile
    /// What proved the identity.
    public let proof: CredentialProof
    /// When it was proven.
    public let provenAt: NumericDate

    /// Decides what is signed for a verified identity.
    ///
    /// - Parameters:
    ///   - identity: The identity.
    ///   - policy: What tokens say.
    /// - Throws: `BridgeError` with code `userIDInvalid` or `claimsTooLarge`.
    public init(for identity: VerifiedIdentity, policy: MintingPolicy) throws(BridgeError) {
        let decision = try MintingDecision(for: identity, policy: policy)
        providerID = identity.providerID
        userID = decision.userID
        claims = decision.claims
        lifetime = decision.lifetime
        tenantID = decision.tenantID
        profile = identity.profile
        proof = identity.proof
        provenAt = identity.provenAt
    }

    /// What is signed when the code is redeemed: issued then, not when the person signed in.
    var tokenRequest: CustomTokenRequest {
        CustomTokenRequest(userID: userID, claims: claims, tenantID: tenantID, lifetime: lifetime)
    }
}

// The form in which it is stored.
extension StoredSignIn {
    private static let version: Int64 = 1
    private static let what = "sign-in"

    /// It as JSON, for a store alone.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["provider"] = .string(providerID)
        object["uid"] = .string(userID.value)
        object["claims"] = .object(claims.object)
        object["lifetime"] = .integer(lifetime.seconds)
        object["tenant"] = tenantID.map { .string($0.value) }
        object["profile"] = .object(Self.object(profile))
        object["proof"] = .string(proof.rawValue)
        object["proven_at"] = .integer(provenAt.secondsSinceEpoch)
        return object
    }

    /// It as the bytes of a payload.
    var jsonBytes: [UInt8] { object.compactBytes }

    /// Reads what was stored.
    ///
    /// - Parameter payload: The bytes of a payload.
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading payload: [UInt8]) throws(BridgeError) {
        try self.init(StoredObject(parsing: payload, what: Self.what, version: Self.version))
    }

    /// Reads what was stored as a member of a payload.
    ///
    /// - Parameter object: The member.
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject) throws(BridgeError) {
        try self.init(StoredObject(object, what: Self.what, version: Self.version))
    }

    private init(_ stored: StoredObject) throws(BridgeError) {
        providerID = try stored.string("provider")
        provenAt = try stored.date("proven_at")
        proof = try stored.required("proof") { $0.string.flatMap(CredentialProof.init(exactly:)) }
        profile = try Self.profile(
            StoredObject(try stored.object("profile"), what: "profile", version: Self.version))
        let claims = try stored.object("claims")
        let (userID, tenant) = (try stored.string("uid"), try stored.optional("tenant") { $0.string })
        let seconds = try stored.integer("lifetime")
        do throws(CustomTokenError) {
            self.userID = try UserID(userID)
            // How large they may be was decided when they were stored.
            self.claims = try CustomClaims(claims, maximumBytes: .max)
            lifetime = try TokenLifetime(seconds: seconds)
            tenantID = if let tenant { try TenantID(tenant) } else { nil }
        } catch {
            throw BridgeError(.storedRecordInvalid, "the stored \(Self.what) is damaged: \(error.reason)")
        }
    }

    private static func object(_ profile: ProviderProfile) -> JSONObject {
        var object = JSONObject()
        object["v"] = .integer(version)
        object["preset"] = .string(profile.provider)
        object["sub"] = .string(profile.subject.value)
        if let email = profile.email {
            object["email"] = .string(email.address)
            object["email_standing"] = .string(email.standing.storedName)
        }
        object["name"] = profile.name.map { .string($0) }
        object["picture"] = profile.picture.map { .string($0) }
        return object
    }

    private static func profile(_ stored: StoredObject) throws(BridgeError) -> ProviderProfile {
        var email: ProviderProfile.Email?
        if let address = try stored.optional("email", { $0.string }) {
            email = ProviderProfile.Email(
                address: address, standing: try stored.required("email_standing") { .init(storedName: $0.string) })
        }
        return ProviderProfile(
            provider: try stored.string("preset"),
            subject: try stored.required("sub") { value in try? value.string.map { try SubjectID(.string($0)) } },
            email: email, name: try stored.optional("name") { $0.string },
            picture: try stored.optional("picture") { $0.string })
    }
}

extension ProviderProfile.Email.Standing {
    /// The name on disk, which never changes.
    fileprivate var storedName: String {
        switch self {
        case .unverified: "unverified"
        case .verified: "verified"
        case .authoritative: "authoritative"
        }
    }

    fileprivate init?(storedName: String?) {
        let cases: [Self] = [.unverified, .verified, .authoritative]
        guard let storedName, let standing = cases.first(where: { $0.storedName.hasSameBytes(as: storedName) }) else {
            return nil
        }
        self = standing
    }
}
