import StrictJSON

/// How our client authenticates at a provider's token endpoint (RFC 6749, section 2.3).
public enum ResolvedClientAuthentication: Sendable, Equatable {
    /// There is no token endpoint.
    case noTokenEndpoint
    /// So, and in no other way: a code is spent by the first attempt.
    case method(ClientAuthenticationMethod)
    /// As the provider's metadata says; by this method where it says nothing.
    case advertised(otherwise: ClientAuthenticationMethod)

    init(_ preset: ProviderPreset, _ configuration: PresetConfiguration) throws(ProviderError) {
        let configured = configuration.clientAuthentication
        switch (preset.client.authentication, configured) {
        case (.noTokenEndpoint, nil): self = .noTokenEndpoint
        case (.noTokenEndpoint, _?):
            throw ProviderError(.optionNotApplicable, "\(preset.displayName) has no token endpoint to authenticate at")
        case (.methods, .signedSecret?) where preset.client.authentication != .methods([.signedSecret]),
            (.advertised, .signedSecret?), (.configured, .signedSecret?):
            throw ProviderError(.optionNotApplicable, "a secret signed by us is for Apple alone")
        case (.methods, let method?), (.advertised, let method?), (.configured, let method?): self = .method(method)
        case (.methods(let methods), nil):
            guard let method = methods.first else { throw Self.missing(preset) }
            self = .method(method)
        case (.advertised(let otherwise), nil): self = .advertised(otherwise: otherwise)
        case (.configured, nil): throw Self.missing(preset)
        }
    }

    private static func missing(_ preset: ProviderPreset) -> ProviderError {
        ProviderError(
            .clientAuthenticationMissing, "how a client of \(preset.displayName) authenticates must be configured")
    }
}
