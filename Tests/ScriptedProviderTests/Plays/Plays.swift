/// The plays of all providers; Steam has none.
enum Plays: Sendable {
    static let all: [Play] = [
        amazon, apple, auth0, bitbucket, cognito, discord, dropbox, facebook, facebookLimited, figma, github,
        githubEnterprise, gitlab, google, instagram, kakao, keycloak, line, linkedIn, mastodon, microsoft, naver,
        notion, oauth2, oidc, okta, paypal, reddit, salesforce, slack, spotify, strava, twitch, twitter, vk, wechat,
        weibo, yahoo, yandex, zoom,
    ]
}
