import Bridge
import CustomTokens
import OAuthClient
import StrictJSON

/// Makes registered clients out of their entries in the configuration, and finds all that is wrong with them.
struct ClientReader {
    /// What a client's uid prefixes are held against.
    struct ProviderName: Sendable {
        /// The provider's name.
        let id: String
        /// What its uids begin with; nil where the provider itself has faults.
        let userIDPrefix: String?
    }

    let findings: Findings
    let secrets: SecretReader
    let files: ConfigurationFiles
    let providers: [ProviderName]

    /// The client of an entry; nil with faults.
    func client(_ member: ConfigurationNode.Member) -> RegisteredClient? {
        let node = member.value
        guard case .object = node.content else { return nil }
        let before = findings.faults.count
        let grants = Set(node["grants"]?.strings.compactMap { RegisteredClient.Grant(exactly: $0) } ?? [])
        if let list = node["grants"], list.elements.isEmpty { findings.fault(list, "the client has no grant") }
        let displayName = findings.displayName(node)
        let kind = kind(node, grants)
        let providers = allowedProviders(node)
        let redirectURIs = redirectURIs(node, grants)
        checkMinting(node, grants)
        let prefixes = userIDPrefixes(node)
        let claims = claimNames(node)
        let tenants = list(node["tenants"]) { try TenantID($0) }
        let lifetime = (node["max_lifetime"]?.integer).flatMap { try? TokenLifetime(seconds: $0) } ?? .standard
        guard let kind, findings.faults.count == before else { return nil }
        return RegisteredClient(
            id: member.name, displayName: displayName, kind: kind, grants: grants, providers: providers,
            redirectURIs: redirectURIs, userIDPrefixes: prefixes, claimNames: claims, tenants: tenants,
            maximumLifetime: lifetime,
            providerTokens: node["provider_tokens"]?.truth ?? false ? .handedOn : .withheld)
    }

    private func list<Value>(_ node: ConfigurationNode?, _ make: (String) throws -> Value) -> [Value] {
        (node?.elements ?? []).compactMap { element in
            guard let text = element.string else { return nil }
            return findings.value(element) { try make(text) }
        }
    }

    private func allowedProviders(_ node: ConfigurationNode) -> RegisteredClient.Providers {
        guard let list = node["providers"] else { return .all }
        let names = providers.map(\.id)
        for element in list.elements {
            guard let name = element.string, !names.contains(where: { $0.hasSameBytes(as: name) }) else { continue }
            findings.fault(
                element, "there is no provider \(name.argumentExcerpt)",
                hint: Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
                    ?? (names.isEmpty ? nil : "there is \(names.joined(separator: ", "))"))
        }
        return .only(list.strings)
    }

    private func redirectURIs(_ node: ConfigurationNode, _ grants: Set<RegisteredClient.Grant>) -> [RedirectURI] {
        let addresses = list(node["redirect_uris"]) { text in
            let address = try RedirectURI(text)
            try RedirectQuery(address).requireNoResponseParameter()
            return address
        }
        let needsThem = grants.contains(.authorizationCode)
        if needsThem, node["redirect_uris"]?.elements.isEmpty ?? true {
            findings.fault(
                node.place, node.path.member("redirect_uris"), "the grant authorization_code needs a redirect address",
                hint: "an app on this machine takes http://127.0.0.1/callback")
        } else if let written = node["redirect_uris"], !needsThem, !grants.isEmpty {
            findings.fault(written, "redirect addresses mean nothing without the grant authorization_code")
        }
        return addresses
    }

    private func checkMinting(_ node: ConfigurationNode, _ grants: Set<RegisteredClient.Grant>) {
        let isMinting = grants.contains(where: \.isMinting)
        if isMinting, node["uid_prefixes"]?.elements.isEmpty ?? true {
            findings.fault(
                node.place, node.path.member("uid_prefixes"),
                "a client that mints needs the prefixes of the uids that it may mint for")
        }
        guard !isMinting, !grants.isEmpty else { return }
        for written in ["uid_prefixes", "claims", "tenants"].compactMap({ node[$0] }) {
            findings.fault(written, "this means nothing without the grant client_credentials or jwt_bearer")
        }
    }

    private func userIDPrefixes(_ node: ConfigurationNode) -> [String] {
        for element in node["uid_prefixes"]?.elements ?? [] {
            guard let prefix = element.string else { continue }
            guard findings.value(element, { try UserID(prefix) }) != nil else { continue }
            for provider in providers {
                guard let other = provider.userIDPrefix.map({ "\($0):" }),
                    other.utf8.starts(with: prefix.utf8) || prefix.utf8.starts(with: other.utf8)
                else { continue }
                findings.fault(
                    element,
                    "\(prefix.argumentExcerpt) would let the client mint for accounts of the provider \(provider.id)",
                    hint: "their uids begin with \(other)")
            }
        }
        return node["uid_prefixes"]?.strings ?? []
    }

    private func claimNames(_ node: ConfigurationNode) -> [String] {
        list(node["claims"]) { name in
            guard !name.isEmpty else { throw SettingError("the name of a claim is empty") }
            var claims = JSONObject()
            claims[name] = true
            _ = try CustomClaims(claims)
            return name
        }
    }
}
