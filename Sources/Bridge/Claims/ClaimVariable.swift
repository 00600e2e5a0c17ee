import Providers
import StrictJSON

/// What a template of a claim may stand for.
enum ClaimVariable: String, Sendable, CaseIterable {
    /// The provider's name in the configuration.
    case provider = "$provider"
    /// The account's identifier at the provider.
    case subject = "$subject"
    /// The issuer of the provider.
    case issuer = "$issuer"
    /// The e-mail address, where the provider has verified it.
    case email = "$email"
    /// The e-mail address, verified or not.
    case anyEmail = "$email_unverified"
    /// Whether the address is verified, where there is one.
    case emailVerified = "$email_verified"
    /// The name.
    case name = "$name"
    /// The address of the picture.
    case picture = "$picture"

    /// The value for an account; nil where there is none.
    func value(_ profile: ProviderProfile, provider: String, issuer: String) -> JSONValue? {
        switch self {
        case .provider: .string(provider)
        case .subject: .string(profile.subject.value)
        case .issuer: .string(issuer)
        case .email: profile.emailVerified ? profile.email.map { .string($0.address) } : nil
        case .anyEmail: profile.email.map { .string($0.address) }
        case .emailVerified: profile.email.map { _ in .bool(profile.emailVerified) }
        case .name: profile.name.map { .string($0) }
        case .picture: profile.picture.map { .string($0) }
        }
    }
}
