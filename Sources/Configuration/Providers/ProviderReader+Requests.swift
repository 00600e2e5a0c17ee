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
}
