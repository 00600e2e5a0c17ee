public import OAuthClient
import StrictJSON

/// An address of a provider that is ready to be called.
public enum ResolvedEndpoint: Sendable, Equatable {
    /// There is none.
    case none
    /// It is this.
    case address(EndpointURL)
    /// The provider's metadata names it.
    case discovered
}

/// The addresses of a provider that are ready to be called.
public struct ResolvedEndpoints: Sendable {
    /// Where an account is described, and how that is asked for.
    public struct Userinfo: Sendable {
        /// The address.
        public let url: ResolvedEndpoint
        /// How it is asked for.
        public let rule: UserinfoEndpoint
    }

    /// The metadata document.
    public let discovery: EndpointURL?
    /// The authorization endpoint.
    public let authorization: ResolvedEndpoint
    /// The token endpoint.
    public let token: ResolvedEndpoint
    /// Where an account is described: the main answer first.
    public let userinfo: [Userinfo]
    /// The key set.
    public let keySet: ResolvedEndpoint
    /// The device authorization endpoint.
    public let deviceAuthorization: ResolvedEndpoint
    /// Where it is asked whether the person has decided.
    public let devicePolling: ResolvedEndpoint
    /// The introspection endpoint, or what the provider has instead.
    public let introspection: ResolvedEndpoint
    /// Where a refresh token is redeemed.
    public let refresh: ResolvedEndpoint

    private let filler: TemplateFiller
    private let revocation: PresetEndpoint
    private let revocationOverride: EndpointURL?

    init(
        _ preset: ProviderPreset, overrides: EndpointOverrides, _ filler: TemplateFiller
    ) throws(ProviderError) {
        let resolver = Resolver(preset: preset, overrides: overrides, filler: filler)
        let table = preset.endpoints
        discovery = try resolver.discovery()
        authorization = try resolver.required(table.authorization, overrides.authorization, "authorization endpoint")
        token = try resolver.required(table.token, overrides.token, "token endpoint")
        keySet = try resolver.required(table.keySet, overrides.keySet, "key set")
        deviceAuthorization = try resolver.required(
            table.deviceAuthorization, overrides.deviceAuthorization, "device authorization endpoint")
        introspection = try resolver.optional(table.introspection, overrides.introspection)
        var userinfo: [Userinfo] = []
        for (index, rule) in table.userinfo.enumerated() {
            let override = index == 0 ? overrides.userinfo : nil
            userinfo.append(Userinfo(url: try resolver.required(rule.url, override, "userinfo endpoint"), rule: rule))
        }
        self.userinfo = userinfo
        devicePolling = try resolver.known(preset.deviceFlow.polling) ?? token
        if case .ownEndpoint(let template) = preset.refresh.support {
            refresh = .address(try filler.address(template))
        } else {
            refresh = token
        }
        self.filler = filler
        revocation = table.revocation?.url ?? .none
        revocationOverride = overrides.revocation
        _ = try revocation(of: SubjectID("0"))
    }

    /// Where the tokens of an account are revoked (RFC 7009).
    ///
    /// - Parameter subject: The account, which some addresses name.
    /// - Returns: The address.
    /// - Throws: `ProviderError` with code `endpointInvalid`.
    public func revocation(of subject: SubjectID) throws(ProviderError) -> ResolvedEndpoint {
        if let revocationOverride { return .address(revocationOverride) }
        switch revocation {
        case .none, .configured: return .none
        case .discovered: return .discovered
        case .known(let template): return .address(try filler.address(template, subject: subject.value))
        }
    }
}

/// Finds the address that is meant.
private struct Resolver {
    let preset: ProviderPreset
    let overrides: EndpointOverrides
    let filler: TemplateFiller

    func discovery() throws(ProviderError) -> EndpointURL? {
        if let override = overrides.discovery { return override }
        guard let template = preset.endpoints.discovery else { return nil }
        return try filler.address(template)
    }

    func known(_ template: EndpointTemplate?) throws(ProviderError) -> ResolvedEndpoint? {
        guard let template else { return nil }
        return .address(try filler.address(template))
    }

    /// What must be configured and is not is an error.
    func required(
        _ endpoint: PresetEndpoint, _ override: EndpointURL?, _ name: String
    ) throws(ProviderError) -> ResolvedEndpoint {
        if override == nil, endpoint == .configured {
            throw ProviderError(.endpointMissing, "\(preset.displayName) needs a configured \(name)")
        }
        return try optional(endpoint, override)
    }

    /// What must be configured and is not is not there.
    func optional(_ endpoint: PresetEndpoint, _ override: EndpointURL?) throws(ProviderError) -> ResolvedEndpoint {
        if let override { return .address(override) }
        switch endpoint {
        case .none, .configured: return .none
        case .discovered: return .discovered
        case .known(let template): return .address(try filler.address(template))
        }
    }
}
