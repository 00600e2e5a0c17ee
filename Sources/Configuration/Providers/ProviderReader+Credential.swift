import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON

extension ProviderReader {
    /// The audience of Apple's signed secrets.
    private static let appleAudience = "https://appleid.apple.com"

    /// What our client proves itself with; nothing where the entry has nothing, or only faults.
    func credential(_ node: ConfigurationNode, _ preset: ProviderPreset, audience: String?) -> ClientCredential {
        let given = ["client_secret", "client_key"].compactMap { node[$0] }
        for extra in given.dropFirst() {
            findings.fault(extra, "the client has more than one way to prove itself", hint: "keep one of them")
        }
        checkDependents(node)
        let secret = secrets.secret(node["client_secret"])
        let assertion = assertionSigner(node, audience: audience)
        let signedSecret = signedSecret(node, preset)
        if let secret {
            return node["basic_raw"]?.truth == true
                ? .secretForBasicWithoutEncoding(ClientSecret(secret)) : .secret(ClientSecret(secret))
        }
        if let assertion { return .assertionSigner(assertion) }
        if let signedSecret { return .signedSecret(signedSecret) }
        return .none
    }

    /// Keys that mean nothing without another key.
    private func checkDependents(_ node: ConfigurationNode) {
        let dependents = [
            ("basic_raw", "client_secret"), ("client_key_id", "client_key"), ("assertion_audience", "client_key"),
        ]
        for (key, needed) in dependents {
            guard let written = node[key], node[needed] == nil, written.truth != false else { continue }
            findings.fault(written, "this key means nothing without \(needed)")
        }
    }

    private func assertionSigner(_ node: ConfigurationNode, audience: String?) -> ClientAssertionSigner? {
        guard let written = node["client_key"], let text = secrets.secret(written) else { return nil }
        guard let signer = signer(written, [UInt8](text.utf8)) else { return nil }
        guard let audience = node["assertion_audience"]?.string ?? audience else { return nil }
        return findings.value(node["assertion_audience"] ?? written) {
            try ClientAssertionSigner(
                signer, keyID: node["client_key_id"]?.string, audience: audience, clock: clock, random: random)
        }
    }

    /// A key on P-256, else an RSA key that is probed.
    private func signer(_ node: ConfigurationNode, _ text: [UInt8]) -> (any JWSSigner)? {
        if let key = try? ECPrivateKey(parsing: text) { return key }
        return findings.value(node, hint: "a private key in PEM on P-256 (PKCS#8), or RSA") {
            try ProbedSigningKey(probing: try RSAPrivateKey(parsing: text))
        }
    }

    private func signedSecret(_ node: ConfigurationNode, _ preset: ProviderPreset) -> SignedClientSecret? {
        let keys = ["team_id", "key_id", "private_key"]
        guard preset.client.authentication == .methods([.signedSecret]) else {
            for written in keys.compactMap({ node[$0] }) {
                findings.fault(written, "\(preset.displayName) takes no secret that is signed by us; it is Apple's way")
            }
            return nil
        }
        if let written = node["client_secret"] {
            findings.fault(
                written, "\(preset.displayName) has no lasting secret: we sign a new one for each request",
                hint: "give team_id, key_id and private_key")
        }
        guard keys.contains(where: { node[$0] != nil }) else { return nil }
        for key in keys where node[key] == nil {
            findings.fault(
                node.place, node.path.member(key), "this key is missing",
                hint: "team_id, key_id and private_key belong together")
        }
        guard let written = node["private_key"], let text = secrets.secret(written),
            let key = findings.value(written, { try ECPrivateKey(parsing: [UInt8](text.utf8)) }),
            let team = node["team_id"]?.string, let keyID = node["key_id"]?.string
        else { return nil }
        return findings.value(node["key_id"] ?? node) {
            try SignedClientSecret(key, keyID: keyID, issuer: team, audience: Self.appleAudience, clock: clock)
        }
    }
}
