/// What the requests of a confidential client must look like, by preset: written down apart from the presets.
struct ExpectedRequests: Sendable {
    /// How the client shows who it is at the token endpoint.
    enum Proof: String, Sendable {
        case basic, form, query, none
    }

    let id: String
    let authorization: String
    /// The parameters beside client, redirect address, response type and state.
    let authorizationParameters: [String]
    let scope: String?
    let token: String
    let proof: Proof
    /// The parameters beside grant type, code, redirect address, verifier and the client's own.
    let tokenParameters: [String]

    private init(
        _ id: String, _ authorization: String, _ parameters: String, _ scope: String?, _ token: String, _ proof: Proof,
        _ tokenParameters: [String] = []
    ) {
        self.id = id
        self.authorization = authorization
        authorizationParameters = parameters.split(separator: " ").flatMap { word in
            word == "PKCE" ? ["code_challenge", "code_challenge_method"] : [String(word)]
        }
        self.scope = scope
        self.token = token
        self.proof = proof
        self.tokenParameters = tokenParameters
    }

    private static let openID = "openid profile email"

    static let all: [ExpectedRequests] = [
        .init(
            "amazon", "https://www.amazon.com/ap/oa", "PKCE", "profile", "https://api.amazon.com/auth/o2/token", .basic),
        .init(
            "apple", "https://appleid.apple.com/auth/authorize", "PKCE nonce response_mode", "name email",
            "https://appleid.apple.com/auth/token", .form),
        .init(
            "auth0", "https://id.example/realm/found/auth", "PKCE nonce", openID,
            "https://id.example/realm/found/token",
            .basic),
        .init(
            "bitbucket", "https://bitbucket.org/site/oauth2/authorize", "", "account email",
            "https://bitbucket.org/site/oauth2/access_token", .basic),
        .init(
            "cognito", "https://id.example/realm/found/auth", "PKCE nonce", openID,
            "https://id.example/realm/found/token", .basic),
        .init(
            "discord", "https://discord.com/oauth2/authorize", "PKCE", "identify email",
            "https://discord.com/api/oauth2/token", .basic),
        .init(
            "dropbox", "https://www.dropbox.com/oauth2/authorize", "PKCE", openID,
            "https://api.dropboxapi.com/oauth2/token", .basic),
        .init(
            "facebook", "https://www.facebook.com/v24.0/dialog/oauth", "PKCE", "email,public_profile",
            "https://graph.facebook.com/v24.0/oauth/access_token", .form),
        .init(
            "figma", "https://www.figma.com/oauth", "PKCE", "current_user:read", "https://api.figma.com/v1/oauth/token",
            .basic),
        .init(
            "github", "https://github.com/login/oauth/authorize", "PKCE", "read:user user:email",
            "https://github.com/login/oauth/access_token", .form),
        .init(
            "github-enterprise", "https://git.example/login/oauth/authorize", "PKCE", "read:user user:email",
            "https://git.example/login/oauth/access_token", .form),
        .init(
            "gitlab", "https://gitlab.com/oauth/authorize", "PKCE nonce", openID, "https://gitlab.com/oauth/token",
            .basic),
        .init(
            "google", "https://accounts.google.com/o/oauth2/v2/auth", "PKCE nonce", "openid email profile",
            "https://oauth2.googleapis.com/token", .form),
        .init(
            "instagram", "https://www.instagram.com/oauth/authorize", "", "instagram_business_basic",
            "https://api.instagram.com/oauth/access_token", .form),
        .init(
            "kakao", "https://kauth.kakao.com/oauth/authorize", "PKCE nonce",
            "openid account_email profile_nickname profile_image", "https://kauth.kakao.com/oauth/token", .form),
        .init(
            "keycloak", "https://id.example/realm/found/auth", "PKCE nonce", openID,
            "https://id.example/realm/found/token", .basic),
        .init(
            "line", "https://access.line.me/oauth2/v2.1/authorize", "PKCE nonce", "openid profile",
            "https://api.line.me/oauth2/v2.1/token", .form, ["id_token_key_type"]),
        .init(
            "linkedin", "https://www.linkedin.com/oauth/v2/authorization", "", openID,
            "https://www.linkedin.com/oauth/v2/accessToken", .form),
        .init(
            "mastodon", "https://social.example/oauth/authorize", "", "read:accounts",
            "https://social.example/oauth/token", .form),
        .init(
            "microsoft", "https://login.microsoftonline.com/common/oauth2/v2.0/authorize", "PKCE nonce",
            "openid profile email offline_access", "https://login.microsoftonline.com/common/oauth2/v2.0/token", .form),
        .init(
            "naver", "https://nid.naver.com/oauth2.0/authorize", "", nil, "https://nid.naver.com/oauth2.0/token", .form,
            ["state"]),
        .init(
            "notion", "https://api.notion.com/v1/oauth/authorize", "owner", nil,
            "https://api.notion.com/v1/oauth/token", .basic),
        .init("oauth2", "https://as.example/authorize", "PKCE", nil, "https://as.example/token", .basic),
        .init(
            "oidc", "https://id.example/realm/found/auth", "PKCE nonce", openID, "https://id.example/realm/found/token",
            .basic),
        .init(
            "okta", "https://id.example/realm/found/auth", "PKCE nonce", openID, "https://id.example/realm/found/token",
            .basic),
        .init(
            "paypal", "https://www.paypal.com/signin/authorize", "", openID,
            "https://api-m.paypal.com/v1/oauth2/token", .basic),
        .init(
            "reddit", "https://www.reddit.com/api/v1/authorize", "", "identity",
            "https://www.reddit.com/api/v1/access_token", .basic),
        .init(
            "salesforce", "https://login.salesforce.com/services/oauth2/authorize", "PKCE nonce", openID,
            "https://login.salesforce.com/services/oauth2/token", .form),
        .init(
            "slack", "https://slack.com/openid/connect/authorize", "nonce", openID,
            "https://slack.com/api/openid.connect.token", .form),
        .init(
            "spotify", "https://accounts.spotify.com/authorize", "PKCE", "user-read-email",
            "https://accounts.spotify.com/api/token", .basic),
        .init(
            "strava", "https://www.strava.com/oauth/authorize", "", "read", "https://www.strava.com/oauth/token", .form),
        .init(
            "twitch", "https://id.twitch.tv/oauth2/authorize", "nonce claims", "openid user:read:email",
            "https://id.twitch.tv/oauth2/token", .form),
        .init(
            "twitter", "https://x.com/i/oauth2/authorize", "PKCE", "users.read tweet.read offline.access",
            "https://api.x.com/2/oauth2/token", .basic),
        .init(
            "vk", "https://id.vk.com/authorize", "PKCE", "email", "https://id.vk.com/oauth2/auth", .none,
            ["device_id", "state"]),
        .init(
            "wechat", "https://open.weixin.qq.com/connect/qrconnect", "", "snsapi_login",
            "https://api.weixin.qq.com/sns/oauth2/access_token", .query),
        .init(
            "weibo", "https://api.weibo.com/oauth2/authorize", "", nil, "https://api.weibo.com/oauth2/access_token",
            .form),
        .init(
            "yahoo", "https://api.login.yahoo.com/oauth2/request_auth", "nonce", openID,
            "https://api.login.yahoo.com/oauth2/get_token", .basic),
        .init(
            "yandex", "https://oauth.yandex.com/authorize", "", "login:info login:email",
            "https://oauth.yandex.com/token", .form),
        .init("zoom", "https://zoom.us/oauth/authorize", "PKCE", "user:read", "https://zoom.us/oauth/token", .basic),
    ]
}
