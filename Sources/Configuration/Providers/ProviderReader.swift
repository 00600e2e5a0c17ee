import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Makes providers out of their entries in the configuration, and finds all that is wrong with them.
struct ProviderReader {
    let findings: Findings
    let secrets: SecretReader
    let files: ConfigurationFiles
    let clock: any WallClock
    let random: any RandomSource

    /// The provider of an entry; nil with faults.
    func entry(_ member: ConfigurationNode.Member) -> ProviderEntry? {
        let made = findings.fingerprinted(member.value, named: member.name) { parts(member) }
        guard let made else { return nil }
        return ProviderEntry(
            provider: made.value.provider, authoritiesFile: made.value.authoritiesFile, fingerprint: made.fingerprint)
    }

    private func parts(
        _ member: ConfigurationNode.Member
    ) -> (provider: ConfiguredProvider, authoritiesFile: String?)? {
        let node = member.value
        guard case .object = node.content, let preset = preset(node, id: member.name) else { return nil }
        let before = findings.faults.count
        let resolved = resolvedPreset(node, preset)
        let credential = credential(node, preset, audience: resolved?.issuer)
        let policy = idTokenPolicy(node, preset, credential)
        let keys = fixedKeys(node, preset)
        let (scopes, preconfigured) = scopes(node, preset)
        let parameters = parameters(node)
        let clientToken = clientToken(node, preset)
        let allowedTenants = allowedTenants(node, preset)
        let authoritiesFile = authoritiesFile(node)
        let proofKey = proofKey(node, preset)
        let redirectURI = redirectURI(node)
        let deviceFlow = deviceFlow(node, preset)
        let displayName = findings.displayName(node)
        guard let resolved, let userIDs = userIDs(node, id: member.name, resolved) else { return nil }
        var provider = ConfiguredProvider(id: member.name, preset: resolved, credential: credential, userIDs: userIDs)
        provider.idToken = policy
        if let keys { provider.keys = .file(keys) }
        provider.scopes = scopes
        provider.preconfiguredScopes = preconfigured
        provider.parameters = parameters
        provider.clientToken = clientToken
        provider.idToken?.allowedTenants = allowedTenants
        provider.proofKey = proofKey
        provider.redirectURI = redirectURI
        provider.deviceFlow = deviceFlow
        provider.chosenDisplayName = displayName
        checkClient(node, provider)
        guard findings.faults.count == before else { return nil }
        return (provider, authoritiesFile)
    }

    private func preset(_ node: ConfigurationNode, id: String) -> ProviderPreset? {
        let name = node["preset"]?.string ?? id
        guard let preset = try? PresetTable.preset(name) else {
            let nearest = Spelling.nearest(to: name, among: PresetTable.all.map(\.id)).map { "did you mean \($0)?" }
            if let written = node["preset"] {
                findings.fault(
                    written, "there is no preset \(name.argumentExcerpt)",
                    hint: nearest ?? "`token-bridge providers list` names them")
            } else {
                findings.fault(
                    node.place, node.path.member("preset"),
                    "there is no preset \(name.argumentExcerpt), and nothing names another one",
                    hint: nearest ?? #""preset": "oidc" is any provider of OpenID Connect"#)
            }
            return nil
        }
        if case .notSupported(let reason) = preset.support {
            findings.fault(node["preset"] ?? node, "\(preset.displayName) is not supported: \(reason)")
            return nil
        }
        return preset
    }

    private func userIDs(_ node: ConfigurationNode, id: String, _ preset: ResolvedPreset) -> UserIDMapping? {
        // The operator's own name for the provider tells installations of one product apart.
        let prefix = node["uid_prefix"]?.string ?? preset.subject.sharedWith ?? id
        let style = node["uid_style"]?.string.flatMap { UserIDMapping.Style(exactly: $0) }
        return findings.value(node["uid_prefix"] ?? node) { try preset.userIDMapping(prefix: prefix, style: style) }
    }

    /// Finds out whether requests to the token endpoint could be made; where only they could not, ID tokens still do.
    private func checkClient(_ node: ConfigurationNode, _ provider: ConfiguredProvider) {
        guard provider.preset.clientAuthentication != .noTokenEndpoint else { return }
        do throws(ProviderError) {
            _ = try provider.client(advertised: nil)
        } catch {
            if case .none = provider.credential, provider.preset.acceptedCredentials.contains(.idToken) {
                findings.warning(node, "\(error.reason): only ID tokens are accepted")
            } else {
                report(error, node, provider.preset.preset)
            }
        }
    }

    private func authoritiesFile(_ node: ConfigurationNode) -> String? {
        guard let file = node["ca_file"], files.publicBytes(file, findings) != nil else { return nil }
        return files.path(file, findings)
    }

    private func allowedTenants(_ node: ConfigurationNode, _ preset: ProviderPreset) -> [String] {
        guard let list = node["allowed_tenants"] else { return [] }
        guard preset.issuer == .microsoft else {
            findings.fault(list, "\(preset.displayName) has no tenants of Microsoft Entra")
            return []
        }
        if list.elements.isEmpty {
            findings.fault(list, "no tenant is allowed", hint: "leave the key out to allow all")
        }
        for element in list.elements {
            guard let text = element.string, !MicrosoftTenant.isGUID(text) else { continue }
            findings.fault(element, "\(text.argumentExcerpt) is not the GUID of a tenant")
        }
        return list.strings.map { $0.lowercased() }
    }

    private func clientToken(_ node: ConfigurationNode, _ preset: ProviderPreset) -> ClientSecret? {
        guard let written = node["facebook_client_token"] else { return nil }
        guard preset.id == "facebook" else {
            findings.fault(written, "\(preset.displayName) has no client token; it is Facebook's")
            return nil
        }
        return secrets.secret(written).map { ClientSecret($0) }
    }
}
