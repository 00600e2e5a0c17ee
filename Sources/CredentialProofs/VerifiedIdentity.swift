public import JOSE
public import Providers

/// Who somebody is at a provider, proven by a credential that was issued to a client of ours.
///
/// The evidence that everything else asks for: only the proofs of this module make one.
public struct VerifiedIdentity: Sendable {
    /// The provider's name in our configuration.
    public let providerID: String
    /// The issuer that stands for the provider: an identifier, not always an address.
    public let issuer: String
    /// The account's identifier at the provider.
    public let subject: SubjectID
    /// The client of ours that the credential was issued to.
    public let client: String
    /// What the provider says about the account.
    public let profile: ProviderProfile
    /// How the provider's subjects become uids.
    public let userIDs: UserIDMapping
    /// When and how the person signed in, as the provider says.
    public let authentication: AuthenticationFacts
    /// What proved it.
    public let proof: CredentialProof
    /// When it was proven.
    public let provenAt: NumericDate
    /// What to remember so that the credential is taken once; nil where the provider itself takes it once.
    public let replayMark: ReplayMark?

    init(
        provider: ConfiguredProvider, profile: ProviderProfile, client: String, authentication: AuthenticationFacts,
        proof: CredentialProof, provenAt: NumericDate, replayMark: ReplayMark?
    ) {
        providerID = provider.id
        issuer = provider.preset.issuer
        subject = profile.subject
        self.client = client
        self.profile = profile
        userIDs = provider.userIDs
        self.authentication = authentication
        self.proof = proof
        self.provenAt = provenAt
        self.replayMark = replayMark
    }
}

/// What proved to which client a credential was issued.
public enum CredentialProof: String, Sendable, CaseIterable {
    /// The code was redeemed with our client's credentials (RFC 6749, section 4.1.3).
    case codeRedeemed = "code"
    /// The ID token names our client, and its issuer signed it (OpenID Connect Core, section 3.1.3.7).
    case idTokenVerified = "id_token"
    /// The tokens answered a device code of our own (RFC 8628, section 3.4).
    case deviceCodeRedeemed = "device_code"
    /// The refresh token was redeemed with our client's credentials (RFC 6749, section 6).
    case refreshTokenRedeemed = "refresh_token"
    /// The provider named our client when it was asked about the access token.
    case accessTokenChecked = "access_token"
}

/// When and how a person signed in at a provider, as the provider says.
public struct AuthenticationFacts: Sendable, Equatable {
    /// When (`auth_time`).
    public let time: NumericDate?
    /// In which class of authentication contexts (`acr`).
    public let contextClass: String?
    /// By which methods (`amr`).
    public let methods: [String]

    /// Nothing is known.
    static let unknown = AuthenticationFacts(time: nil, contextClass: nil, methods: [])
}

/// What to remember of a credential so that it is taken once (PRV-12).
public struct ReplayMark: Sendable, Hashable {
    /// A SHA-256 in hexadecimal that no other credential has: nothing that could be used in its place.
    public let digest: String
    /// Until when it must be remembered.
    public let expiration: NumericDate
}
