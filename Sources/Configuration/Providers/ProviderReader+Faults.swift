import Providers

extension ProviderReader {
    /// Makes an error of a provider a fault at the key that it is about.
    func report(_ error: ProviderError, _ node: ConfigurationNode, _ preset: ProviderPreset) {
        let key: String? =
            switch error.code {
            case .providerUnknown, .providerNotSupported: "preset"
            case .audienceMissing: error.reason.contains("Kakao") ? "kakao_app_id" : "client_id"
            case .endpointMissing, .endpointInvalid: "endpoints"
            case .clientAuthenticationMissing: Self.credentialKey(node, preset)
            case .audienceCheckUnavailable: "access_tokens"
            case .scopeNotPreconfigured: "scopes"
            case .reservedParameter, .parameterInvalid: "parameters"
            case .memberPathInvalid: "members"
            case .prefixInvalid: "uid_prefix"
            case .placeholderMissing, .placeholderUnknown, .placeholderInvalid, .optionNotApplicable, .subjectMissing,
                .subjectInvalid, .uidInvalid, .parameterMissing, .credentialTypeNotAccepted, .deviceFlowUnavailable,
                .cryptographyFailed:
                nil
            }
        guard let key else {
            findings.fault(node, error.reason)
            return
        }
        findings.fault(node[key]?.place ?? node.place, node.path.member(key), error.reason)
    }

    private static func credentialKey(_ node: ConfigurationNode, _ preset: ProviderPreset) -> String {
        let isAboutWay = node["client_auth"] != nil || preset.client.authentication == .configured
        if isAboutWay { return "client_auth" }
        return preset.client.authentication == .methods([.signedSecret]) ? "private_key" : "client_secret"
    }
}
