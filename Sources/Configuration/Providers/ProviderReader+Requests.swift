import OAuthClient
import Providers
import StrictJSON

extension ProviderReader {
    /// The scopes beside the preset's (PRV-17), and those that the provider knows the client by (PRV-18).
    func scopes(_ node: ConfigurationNode, _ preset: ProviderPreset) -> (ScopeSet?, ScopeSet?) {
        let extra = scopeSet(node["scopes"])
        let preconfigured = scopeSet(node["preconfigured_scopes"])
        guard let allowed = preconfigured, let written = node["preconfigured_scopes"] else { return (extra, nil) }
        if written.elements.isEmpty {
            findings.fault(written, "no scope is configured at the provider", hint: "leave the key out to allow all")
        } else if let defaults = try? ScopeSet(preset.scopes.defaults) {
            _ = findings.value(node["scopes"] ?? written) {
                try (extra.map { defaults.adding($0) } ?? defaults).limited(toPreconfigured: allowed)
            }
        }
        return (extra, preconfigured)
    }

    private func scopeSet(_ list: ConfigurationNode?) -> ScopeSet? {
        guard let list else { return nil }
        let before = findings.faults.count
        for element in list.elements {
            guard let text = element.string else { return nil }
            _ = findings.value(element) { try ScopeSet([text]) }
        }
        return findings.faults.count == before ? try? ScopeSet(list.strings) : nil
    }

    /// The parameters of authorization requests beside the preset's (PRV-15, PRV-16).
    func parameters(_ node: ConfigurationNode) -> AuthorizationParameters? {
        guard let object = node["parameters"] else { return nil }
        var pairs: [(name: String, value: String)] = []
        for member in object.members {
            guard let value = member.value.string else { return nil }
            let parameter = findings.value(member.value) { try AuthorizationParameters([(member.name, value)]) }
            if parameter != nil { pairs.append((member.name, value)) }
        }
        return findings.value(object) { try AuthorizationParameters(pairs) }
    }

    /// Whether a code challenge is sent in the place of what the preset says (RFC 7636).
    func proofKey(_ node: ConfigurationNode, _ preset: ProviderPreset) -> ProofKeyPolicy {
        guard let written = node["pkce"], let isSent = written.truth else { return .asPreset }
        if isSent { return .send }
        guard preset.authorization.pkce != .required else {
            findings.fault(written, "it must be sent: \(preset.authorization.pkce.reason)")
            return .asPreset
        }
        findings.warning(written, "without PKCE only the client's authentication binds a code to it")
        return .omitThoughLessSecure
    }

    /// Where authorization responses go, which Yahoo wants with each refresh token.
    func redirectURI(_ node: ConfigurationNode) -> RedirectURI? {
        guard let written = node["redirect_uri"], let text = written.string else { return nil }
        return findings.value(written) { try RedirectURI(text) }
    }

    /// Whether the provider's own device flow is used, and where it may send the person (PRV-27).
    func deviceFlow(_ node: ConfigurationNode, _ preset: ProviderPreset) -> DeviceFlowPolicy {
        var policy = DeviceFlowPolicy()
        policy.verificationHosts = (node["verification_hosts"]?.strings ?? []).map { $0.lowercased() }
        guard let written = node["device_flow"] else { return policy }
        switch written.string {
        case "off"?: policy.activation = .off
        case "even_if_off_by_default"?:
            guard preset.deviceFlow.availability != .none else {
                findings.fault(written, "\(preset.displayName) has no device flow")
                return policy
            }
            policy.activation = .evenIfOffByDefault
            findings.warning(written, "too little is known of this provider's device flow for it to be on by default")
        default: break
        }
        return policy
    }
}
