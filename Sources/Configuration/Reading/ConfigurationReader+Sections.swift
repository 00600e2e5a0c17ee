import Bridge
import CustomTokens
import OAuthClient
import StrictJSON
import Transport

extension ConfigurationReader {
    /// Where sessions are kept; nil with faults.
    func store() -> StoreLocation? {
        guard let node = root["store"] else { return .sqlite(path: files.path("bridge.db")) }
        guard let text = secrets.secret(node, plain: .allowed) else { return nil }
        let store = findings.value(node) { try StoreLocation(parsing: text, files) }
        if case .postgresql(let uri)? = store, uri.hasPassword, node.string != nil, !node.isFromEnvironment {
            findings.plainSecret(node)
        }
        return store
    }

    /// What custom tokens say; nil with faults.
    func token() -> MintingPolicy? {
        let node = root["token"]
        let tenant = node?["tenant"].flatMap { written in
            written.string.flatMap { text in findings.value(written) { try TenantID(text) } }
        }
        var claims = JSONObject()
        claims["provider"] = "$provider"
        if let written = node?["claims"] {
            claims = JSONObject()
            for member in written.members {
                var claim = JSONObject()
                claim[member.name] = member.value.json
                // One by one, so that each fault has its place.
                if findings.value(member.value, { try ClaimTemplates(claim) }) != nil {
                    claims[member.name] = member.value.json
                }
            }
        }
        guard let templates = try? ClaimTemplates(claims) else { return nil }
        return MintingPolicy(
            claims: templates,
            lifetime: (node?["lifetime"]?.integer).flatMap { try? TokenLifetime(seconds: $0) } ?? .standard,
            tenantID: tenant,
            maximumClaimsBytes: node?["claims_max_bytes"]?.integer.map { Int($0) } ?? CustomClaims.standardMaximumBytes)
    }

    /// How providers are reached; nil with faults.
    func transport() -> TransportSettings? {
        let node = root["transport"]
        let made = findings.fingerprinted(node, named: "transport") { transportParts(node) }
        guard let made else { return nil }
        return TransportSettings(
            proxy: made.value.proxy, authoritiesFile: made.value.authoritiesFile, fingerprint: made.fingerprint)
    }

    private func transportParts(_ node: ConfigurationNode?) -> (proxy: ProxyPolicy, authoritiesFile: String?)? {
        var proxy = ProxyPolicy.none
        if let written = node?["proxy"] {
            guard let text = secrets.secret(written, plain: .allowed) else { return nil }
            switch text {
            case _ where text.hasSameBytes(as: "none"): break
            case _ where text.hasSameBytes(as: "environment"): proxy = .environment
            default:
                guard let address = findings.value(written, { try ProxyAddress(text) }) else { return nil }
                proxy = .always(address)
                if written.string != nil, !written.isFromEnvironment, text.utf8.contains(UInt8(ascii: "@")) {
                    findings.plainSecret(written)
                }
            }
        }
        var authorities: String?
        if let file = node?["ca_file"], files.publicBytes(file, findings) != nil {
            authorities = files.path(file, findings)
        }
        return (proxy, authorities)
    }
}
