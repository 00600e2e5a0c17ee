public import OAuthClient
import StrictJSON

/// A check of access tokens that is switched on and complete: it compares the client that the provider names (PRV-02).
public struct ResolvedAccessTokenCheck: Sendable {
    /// The check.
    public let check: AccessTokenCheck
    /// Where it is made; none where the token is looked at here.
    public let url: ResolvedEndpoint
    /// Where the account is described, and must be the same.
    public let followUp: EndpointURL?
    /// The number of our app in Kakao's console, for the check that compares it.
    public let kakaoAppNumber: String?

    /// The check that preset and configuration agree on; nil where access tokens are refused.
    static func make(
        _ preset: ProviderPreset, _ configuration: PresetConfiguration, _ endpoints: ResolvedEndpoints,
        _ filler: TemplateFiller
    ) throws(ProviderError) -> ResolvedAccessTokenCheck? {
        guard let check = try chosen(preset, configuration) else { return nil }
        guard check.requirements.contains(where: \.namesClient) else {
            throw unavailable(preset, "nothing in the answer that names the client is known or configured")
        }
        let number = try kakaoAppNumber(check, configuration)
        let url = try address(check, configuration, endpoints, filler)
        guard url != .none || check.method == .localJWT else {
            throw unavailable(preset, "there is no introspection endpoint")
        }
        let followUp: EndpointURL? =
            switch (check.followUp?.url, configuration.endpoints.userinfo) {
            case (nil, _): nil
            case (_?, let override?): override
            case (let template?, nil): try filler.address(template)
            }
        return ResolvedAccessTokenCheck(check: check, url: url, followUp: followUp, kakaoAppNumber: number)
    }

    private static func chosen(
        _ preset: ProviderPreset, _ configuration: PresetConfiguration
    ) throws(ProviderError) -> AccessTokenCheck? {
        let check = preset.accessTokenCheck
        switch configuration.accessTokens {
        case .refuse: return nil
        case .asPreset:
            return check.activation == .byDefault && check.method.isProof
                && preset.acceptedCredentials.contains(.accessToken) ? check : nil
        case .withCheckThatIsOffByDefault:
            guard check.activation == .onlyIfConfigured, !check.requirements.isEmpty else {
                throw unavailable(preset, "it has no check that is off by default")
            }
            return check
        case .introspection(let client, let subject):
            guard preset.isGeneric, check.method == .introspection else {
                throw unavailable(preset, "its check is not introspection by members of the configuration")
            }
            var configured = check
            configured.requirements = [
                .init(JSONPath("active"), .equals(true)), .init(client, .namesClient),
            ]
            configured.subject = subject
            return configured
        }
    }

    private static func address(
        _ check: AccessTokenCheck, _ configuration: PresetConfiguration, _ endpoints: ResolvedEndpoints,
        _ filler: TemplateFiller
    ) throws(ProviderError) -> ResolvedEndpoint {
        guard let request = check.request else { return .none }
        if let override = configuration.endpoints.introspection { return .address(override) }
        switch request.url {
        case .known(let template): return .address(try filler.address(template))
        case .none, .discovered, .configured: return endpoints.introspection
        }
    }

    private static func kakaoAppNumber(
        _ check: AccessTokenCheck, _ configuration: PresetConfiguration
    ) throws(ProviderError) -> String? {
        guard check.requirements.contains(where: { $0.rule == .namesKakaoApp }) else {
            guard configuration.kakaoAppNumber == nil else {
                throw ProviderError(.optionNotApplicable, "a Kakao app number is given and no check compares it")
            }
            return nil
        }
        guard let number = configuration.kakaoAppNumber, 1...18 ~= number.utf8.count,
            number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), number.utf8.first != UInt8(ascii: "0")
        else {
            throw ProviderError(
                .audienceMissing, "access tokens of Kakao need the number of the app in Kakao's console to be compared")
        }
        return number
    }

    private static func unavailable(_ preset: ProviderPreset, _ reason: String) -> ProviderError {
        ProviderError(
            .audienceCheckUnavailable, "access tokens of \(preset.displayName) cannot be accepted so: \(reason)")
    }
}
