import StrictJSON

/// All presets.
///
/// What a preset says may change without a release: the configuration can replace each address (PRV-03).
public enum PresetTable: Sendable {
    /// All presets in the order of their names, those that are not supported among them.
    public static let all: [ProviderPreset] = [
        amazon, apple, auth0, bitbucket, cognito, discord, dropbox, facebook, facebookLimited, figma, github,
        githubEnterprise, gitlab, google, instagram, kakao, keycloak, line, linkedin, mastodon, microsoft, naver,
        notion, oauth2, oidc, okta, paypal, reddit, salesforce, slack, spotify, steam, strava, twitch, twitter, vk,
        wechat, weibo, yahoo, yandex, zoom,
    ]

    /// The preset of a name.
    ///
    /// - Parameter id: The name, such as `yahoo`; compared byte for byte.
    /// - Returns: The preset.
    /// - Throws: `ProviderError` with code `providerUnknown`.
    public static func preset(_ id: String) throws(ProviderError) -> ProviderPreset {
        guard let preset = all.first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw ProviderError(.providerUnknown, "there is no provider \(id.quotedExcerpt)")
        }
        return preset
    }
}
