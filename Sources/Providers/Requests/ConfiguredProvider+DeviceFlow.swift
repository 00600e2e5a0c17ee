import OAuthClient
import StrictJSON

extension ConfiguredProvider {
    /// Returns if the provider has a device flow that is switched on.
    func checkDeviceFlow(_ metadata: AuthorizationServerMetadata?) throws(ProviderError) {
        let name = preset.preset.displayName
        let reason: String
        switch (preset.preset.deviceFlow.availability, deviceFlow.activation) {
        case (_, .off): reason = "it is switched off for \(id)"
        case (.none, _): reason = "\(name) has none"
        case (.onlyIfConfigured, .asPreset): reason = "too little is known of \(name)'s for it to be on by default"
        case (.ifAdvertised, _):
            let isKnown = preset.endpoints.deviceAuthorization != .discovered
            guard !isKnown, metadata?.deviceAuthorizationEndpoint == nil else { return }
            reason = "the metadata of \(id) names no device_authorization_endpoint"
        case (.available, _), (.onlyIfConfigured, .evenIfOffByDefault): return
        }
        throw ProviderError(.deviceFlowUnavailable, "there is no device flow: \(reason)")
    }

    /// The scopes to ask for on a device.
    func deviceScopes(adding additional: ScopeSet?) throws(ProviderError) -> ScopeSet {
        let scopes = try scopes(adding: additional)
        let allowed = preset.preset.deviceFlow.allowedScopes
        guard !allowed.isEmpty else { return scopes }
        return try making { () throws(OAuthClientError) in try scopes.limited(toPreconfigured: ScopeSet(allowed)) }
    }

    /// Where a device asks for its codes, with what the provider wants in the query.
    func startAddress(_ url: EndpointURL) throws(ProviderError) -> EndpointURL {
        guard preset.preset.deviceFlow.vocabulary == .zoom else { return url }
        return try making { () throws(OAuthClientError) in
            try url.appending(FormParameters([("client_id", preset.audience.primary)]))
        }
    }

    /// The hosts that the person may be sent to (PRV-27): the provider's own and those that are known or configured.
    func verificationHosts(_ own: EndpointURL...) -> VerificationHosts {
        let rule = preset.preset.deviceFlow
        if rule.availability == .ifAdvertised, deviceFlow.verificationHosts.isEmpty { return .anyHostTheProviderNames }
        return .only(own.map(\.host) + rule.verificationHosts + deviceFlow.verificationHosts)
    }
}
