public import JOSE

/// What is asked of a provider's ID tokens beside its issuer and our client identifiers.
public struct IDTokenPolicy: Sendable {
    /// The standard of `maximumAge`: 10 minutes.
    public static let standardMaximumAge: Int64 = 600

    /// The algorithms that are accepted, whatever a header says.
    public var algorithms: AcceptedAlgorithms
    /// What the nonce of a token is of the caller's.
    public var nonce: NonceRule
    /// How old a token may be by its `iat`, in seconds.
    public var maximumAge = standardMaximumAge
    /// How long ago the person may have signed in (`auth_time`), in seconds; nil where it does not matter.
    public var maximumAuthenticationAge: Int64?
    /// How far the provider's clock may differ from ours.
    public var leeway = ClockLeeway.standard
    /// The hosted domains of which one must be the token's (`hd`); empty where it does not matter.
    public var hostedDomains: [String] = []
    /// The tenants of Microsoft of which one must be the token's (`tid`); empty for all that the preset takes.
    public var allowedTenants: [String] = []
    /// The authentication contexts of which one must be the token's (`acr`); empty where it does not matter.
    public var requiredContextClasses: [String] = []

    /// The policy of a preset; nil where its provider issues no ID tokens.
    public init?(_ preset: ProviderPreset) {
        guard let rules = preset.idToken, let first = rules.algorithms.first else { return nil }
        algorithms = AcceptedAlgorithms(first, rules.algorithms.dropFirst())
        nonce = preset.authorization.nonce
    }
}
