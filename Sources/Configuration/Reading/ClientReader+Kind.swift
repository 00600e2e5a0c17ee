import Bridge
import OAuthClient
import StrictJSON

extension ClientReader {
    /// What a client can prove itself with; nil with faults.
    func kind(_ node: ConfigurationNode, _ grants: Set<RegisteredClient.Grant>) -> RegisteredClient.Kind? {
        let isPublic = node["type"]?.string == "public"
        let given = ["secret", "jwks_file", "jwks_uri"].compactMap { node[$0] }
        if isPublic {
            for written in given + [node["auth"]].compactMap({ $0 }) {
                findings.fault(
                    written, "a public client cannot prove who it is",
                    hint: #"leave this key out, or make the client "confidential""#)
            }
            for grant in node["grants"]?.elements ?? [] {
                guard let name = grant.string, RegisteredClient.Grant(rawValue: name)?.isMinting ?? false else {
                    continue
                }
                findings.fault(grant, "a public client cannot mint: anybody could be it")
            }
            return .publicClient
        }
        guard !given.isEmpty else {
            // Another word has been reported; it may have been meant for a public client.
            if let type = node["type"]?.string, type != "confidential" { return nil }
            findings.fault(
                node.place, node.path.member("secret"), "the client has nothing to prove itself with",
                hint: #"give it a secret, a jwks_file or a jwks_uri, or say "type": "public""#)
            return nil
        }
        return confidential(node, grants)
    }

    private func confidential(
        _ node: ConfigurationNode, _ grants: Set<RegisteredClient.Grant>
    ) -> RegisteredClient.Kind? {
        let secret = secrets.secret(node["secret"])
        checkSecret(node["secret"], secret)
        let keys = keys(node)
        if grants.contains(.jwtBearer), !Self.hasKeys(node) {
            findings.fault(
                node.place, node.path.member("jwks_file"),
                "the grant jwt_bearer needs the keys of the client's assertions", hint: "a jwks_uri will do too")
        }
        guard secret != nil || keys != nil else { return nil }
        return .confidential(secret: secret.map { ClientSecret($0) }, keys: keys, ways: ways(node))
    }

    private static func hasKeys(_ node: ConfigurationNode) -> Bool {
        node["jwks_file"] != nil || node["jwks_uri"] != nil
    }

    /// The keys of the client's assertions; nil without them, and with faults.
    private func keys(_ node: ConfigurationNode) -> ClientKeys? {
        switch (node["jwks_file"], node["jwks_uri"]) {
        case (nil, nil): return nil
        case (let file?, nil):
            guard let bytes = files.publicBytes(file, findings),
                let keys = findings.value(file, { try FixedKeySet(parsing: bytes, format: .jwks) })
            else { return nil }
            for reason in keys.skipped { findings.warning(file, "a key is left out: \(reason)") }
            return .file(keys)
        case (nil, let address?):
            guard let text = address.string else { return nil }
            return findings.value(address) { .published(try EndpointURL(text)) }
        case (_?, let address?):
            findings.fault(address, "the keys come from a jwks_file or a jwks_uri, not from both")
            return nil
        }
    }

    /// A secret that can be guessed is none.
    private func checkSecret(_ node: ConfigurationNode?, _ secret: String?) {
        guard let node, let secret else { return }
        if !secret.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            findings.fault(node, "the secret has other characters than printable ASCII")
        } else if secret.utf8.count < 16 {
            findings.warning(node, "the secret is shorter than 16 characters, and may be guessed")
        }
    }

    private func ways(_ node: ConfigurationNode) -> Set<RegisteredClient.Authentication> {
        var possible: Set<RegisteredClient.Authentication> = []
        if node["secret"] != nil { possible.formUnion([.basic, .post]) }
        if Self.hasKeys(node) { possible.insert(.privateKeyJWT) }
        guard let list = node["auth"] else { return possible }
        if list.elements.isEmpty { findings.fault(list, "the client could authenticate in no way") }
        var ways: Set<RegisteredClient.Authentication> = []
        for element in list.elements {
            guard let way = element.string.flatMap({ RegisteredClient.Authentication(exactly: $0) }) else { continue }
            if possible.contains(way) {
                ways.insert(way)
            } else {
                findings.fault(
                    element, "\(way.rawValue) needs \(way == .privateKeyJWT ? "a jwks_file or a jwks_uri" : "a secret")"
                )
            }
        }
        return ways
    }
}
