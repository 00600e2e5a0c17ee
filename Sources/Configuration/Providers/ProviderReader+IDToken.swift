import JOSE
import OAuthClient
import Providers
import StrictJSON

extension ProviderReader {
    /// What is asked of ID tokens; nil where the provider issues none.
    func idTokenPolicy(
        _ node: ConfigurationNode, _ preset: ProviderPreset, _ credential: ClientCredential
    ) -> IDTokenPolicy? {
        let written = node["id_token"]
        guard var policy = IDTokenPolicy(preset) else {
            if let written { findings.fault(written, "\(preset.displayName) issues no ID tokens") }
            return nil
        }
        guard let written else { return policy }
        if let algorithms = algorithms(written, preset, node) { policy.algorithms = algorithms }
        if let nonce = nonce(written) { policy.nonce = nonce }
        policy.maximumAge = written["max_age"]?.integer ?? policy.maximumAge
        policy.maximumAuthenticationAge = written["max_auth_age"]?.integer
        if let seconds = written["leeway"]?.integer, let leeway = try? ClockLeeway(seconds: seconds) {
            policy.leeway = leeway
        }
        if let domains = written["hosted_domains"] {
            if domains.elements.isEmpty {
                findings.fault(domains, "no hosted domain is allowed", hint: "leave the key out to allow all")
            }
            policy.hostedDomains = domains.strings
        }
        if let contexts = written["acr_values"] {
            if contexts.elements.isEmpty {
                findings.fault(contexts, "no authentication context is accepted", hint: "leave the key out for all")
            }
            policy.requiredContextClasses = contexts.strings
        }
        return policy
    }

    private func nonce(_ node: ConfigurationNode) -> NonceRule? {
        switch node["nonce"]?.string {
        case "raw"?: .raw
        case "sha256-hex"?: .sha256Hex
        case "either"?: .rawOrSHA256Hex
        case "none"?: .notSupported
        default: nil
        }
    }

    private func algorithms(
        _ node: ConfigurationNode, _ preset: ProviderPreset, _ provider: ConfigurationNode
    ) -> AcceptedAlgorithms? {
        guard let list = node["algorithms"] else { return nil }
        let names = list.strings.compactMap { SignatureAlgorithm(exactly: $0) }
        guard let first = names.first else {
            if list.elements.isEmpty {
                findings.fault(list, "no algorithm is accepted", hint: "leave the key out for the preset's")
            }
            return nil
        }
        for element in list.elements {
            guard let algorithm = element.string.flatMap({ SignatureAlgorithm(exactly: $0) }), algorithm.isKeyed,
                !(preset.idToken?.algorithms.contains(algorithm) ?? false)
            else { continue }
            // The key of these is the client's secret, and only a provider that is known for it may use it (PRV-23).
            if preset.issuer != .configured {
                findings.fault(element, "\(preset.displayName) does not sign with the client's secret")
            } else if provider["client_secret"] == nil {
                findings.fault(element, "\(algorithm.rawValue) is keyed with client_secret, and there is none")
            }
        }
        return AcceptedAlgorithms(first, names.dropFirst())
    }

    /// The keys of a file, for use without a network.
    func fixedKeys(_ node: ConfigurationNode, _ preset: ProviderPreset) -> FixedKeySet? {
        guard let written = node["jwks_file"] else { return nil }
        guard preset.idToken != nil else {
            findings.fault(written, "\(preset.displayName) issues no ID tokens")
            return nil
        }
        guard let bytes = files.publicBytes(written, findings),
            let keys = findings.value(written, { try FixedKeySet(parsing: bytes, format: .jwks) })
        else { return nil }
        for reason in keys.skipped { findings.warning(written, "a key is left out: \(reason)") }
        return keys
    }
}

extension SignatureAlgorithm {
    /// Whether its key is a secret that both sides have.
    fileprivate var isKeyed: Bool {
        switch self {
        case .hs256, .hs384, .hs512: true
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA: false
        }
    }
}
