import OAuthClient
import Providers
import StrictJSON

extension ProviderReader {
    /// The preset with what an entry says about it; nil with faults.
    func resolvedPreset(_ node: ConfigurationNode, _ preset: ProviderPreset) -> ResolvedPreset? {
        let audience = audience(node)
        let placeholders = placeholders(node, preset)
        let endpoints = endpoints(node)
        let members = members(node)
        let accessTokens = accessTokens(node)
        if let written = node["kakao_app_id"], preset.id != "kakao" {
            findings.fault(written, "\(preset.displayName) has no app numbers of Kakao")
            return nil
        }
        guard hasWhatItNeeds(node, preset) else { return nil }
        guard let audience, let placeholders, let endpoints, let members, let accessTokens else { return nil }
        var configuration = PresetConfiguration(audience: audience)
        configuration.parameters = PresetParameters(placeholders)
        configuration.endpoints = endpoints
        configuration.members = members
        configuration.accessTokens = accessTokens
        configuration.kakaoAppNumber =
            node["kakao_app_id"].flatMap { $0.string ?? $0.integer.map { String($0) } }
        configuration.clientAuthentication = clientAuthentication(node)
        if node["trust_tenant_email"]?.truth == true { configuration.tenantEmail = .trustTenantEmail }
        if node["microsoft_subject"]?.string == "tid_oid" { configuration.microsoftSubject = .tenantAndObject }
        do throws(ProviderError) {
            let resolved = try ResolvedPreset(preset, configuration: configuration)
            warn(node, preset)
            return resolved
        } catch {
            report(error, node, preset)
            return nil
        }
    }

    /// Returns whether all is there that a preset without any knowledge of its provider needs; reports what is not.
    private func hasWhatItNeeds(_ node: ConfigurationNode, _ preset: ProviderPreset) -> Bool {
        guard preset.client.authentication == .configured, preset.subject.paths.isEmpty else { return true }
        let needs: [(keys: [String], hint: String)] = [
            (["client_auth"], "how the client authenticates, such as client_secret_basic"),
            (["endpoints", "authorization"], "the authorization endpoint"),
            (["endpoints", "token"], "the token endpoint"),
            (["endpoints", "userinfo"], "where the account is described"),
            (["members", "subject"], "where the account's identifier is in its description, such as id"),
        ]
        let before = findings.faults.count
        for need in needs {
            var value: ConfigurationNode? = node
            var path = node.path
            for key in need.keys {
                value = value?[key]
                path = path.member(key)
            }
            guard value == nil else { continue }
            findings.fault(node.place, path, "\(preset.displayName) needs this key", hint: need.hint)
        }
        return findings.faults.count == before
    }

    private func warn(_ node: ConfigurationNode, _ preset: ProviderPreset) {
        if let written = node["access_tokens"], written.string == "check_off_by_default" {
            findings.warning(
                written,
                "access tokens of \(preset.displayName) are accepted by a check that is off by default, for it is "
                    + "undocumented, unconfirmed or not enough for every installation")
        }
        if let written = node["trust_tenant_email"], written.truth == true {
            findings.warning(
                written, "e-mail addresses of \(preset.displayName) count as verified on the word of a tenant")
        }
    }

    /// Our client identifiers: without any there is nothing to compare an audience with (PRV-04).
    private func audience(_ node: ConfigurationNode) -> ClientIdentifiers? {
        let identifiers = [node["client_id"]].compactMap { $0 } + (node["client_ids"]?.elements ?? [])
        guard !identifiers.isEmpty else {
            findings.fault(
                node.place, node.path.member("client_id"), "our client identifier at the provider is missing",
                hint: "it is what tokens must name as their audience")
            return nil
        }
        let before = findings.faults.count
        for identifier in identifiers {
            guard let text = identifier.string else { return nil }
            _ = findings.value(identifier) { try ClientIdentifiers([text]) }
        }
        guard findings.faults.count == before else { return nil }
        return try? ClientIdentifiers(identifiers.compactMap(\.string))
    }

    private static let placeholderKeys: [(key: String, placeholder: PresetPlaceholder)] = [
        ("issuer", .issuer), ("tenant", .tenant), ("base_url", .baseURL), ("base_url", .base), ("web_base", .webBase),
        ("api_base", .apiBase), ("instance", .instance), ("graph_version", .graphVersion),
    ]

    private func placeholders(
        _ node: ConfigurationNode, _ preset: ProviderPreset
    ) -> [PresetPlaceholder: String]? {
        let before = findings.faults.count
        let used = preset.placeholders
        var values: [PresetPlaceholder: String] = [:]
        for (key, placeholder) in Self.placeholderKeys {
            guard used.contains(placeholder) else { continue }
            if let written = node[key] {
                guard let text = written.string else { continue }
                values[placeholder] = findings.value(written) { try placeholder.checked(text) }
            } else if preset.defaults[placeholder] == nil {
                findings.fault(
                    node.place, node.path.member(key), "\(preset.displayName) needs this key",
                    hint: ConfigurationSchema.provider.first { $0.name == key }?.help)
            }
        }
        let applicable = Self.placeholderKeys.filter { used.contains($0.placeholder) }.map(\.key)
        for key in Set(Self.placeholderKeys.map(\.key)).subtracting(applicable).sorted() {
            guard let written = node[key] else { continue }
            findings.fault(
                written, "\(preset.displayName) has no place for this key",
                hint: applicable.isEmpty ? nil : "it has \(Set(applicable).sorted().joined(separator: ", "))")
        }
        return findings.faults.count == before ? values : nil
    }

    private func endpoints(_ node: ConfigurationNode) -> EndpointOverrides? {
        let before = findings.faults.count
        var overrides = EndpointOverrides()
        func address(_ key: String) -> EndpointURL? {
            guard let written = node["endpoints"]?[key], let text = written.string else { return nil }
            return findings.value(written) { try EndpointURL(text) }
        }
        overrides.discovery = address("discovery")
        overrides.authorization = address("authorization")
        overrides.token = address("token")
        overrides.userinfo = address("userinfo")
        overrides.keySet = address("jwks")
        overrides.deviceAuthorization = address("device_authorization")
        overrides.revocation = address("revocation")
        overrides.introspection = address("introspection")
        return findings.faults.count == before ? overrides : nil
    }

    private func members(_ node: ConfigurationNode) -> PresetConfiguration.Members? {
        let before = findings.faults.count
        var members = PresetConfiguration.Members()
        func path(_ key: String) -> JSONPath? { memberPath(node["members"]?[key]) }
        members.subject = path("subject")
        members.email = path("email")
        members.emailVerified = path("email_verified")
        members.name = path("name")
        members.picture = path("picture")
        return findings.faults.count == before ? members : nil
    }

    private func memberPath(_ written: ConfigurationNode?) -> JSONPath? {
        guard let written, let text = written.string else { return nil }
        return findings.value(written) { try JSONPath(parsing: text) }
    }

    private func accessTokens(_ node: ConfigurationNode) -> PresetConfiguration.AccessTokenPolicy? {
        guard let written = node["access_tokens"] else { return .asPreset }
        if let introspection = written["introspection"] {
            guard let client = memberPath(introspection["client"]), let subject = memberPath(introspection["subject"])
            else { return nil }
            return .introspection(client: client, subject: subject)
        }
        return switch written.string {
        case "preset"?: .asPreset
        case "refuse"?: .refuse
        case "check_off_by_default"?: .withCheckThatIsOffByDefault
        default: nil
        }
    }

    private func clientAuthentication(_ node: ConfigurationNode) -> ClientAuthenticationMethod? {
        if let name = node["client_auth"]?.string { return ClientAuthenticationMethod(exactly: name) }
        // Whoever gives a key means that way; the provider's metadata is not asked.
        return node["client_key"] == nil ? nil : .privateKeyJWT
    }
}
