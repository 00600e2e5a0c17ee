import JOSE
import OAuthClient
import StrictJSON

extension PresetTable {
    static let steam = ProviderPreset(
        id: "steam",
        displayName: "Steam",
        support: .notSupported(reason: "Steam speaks OpenID 2.0, which is not OAuth"),
        protocol: .openID2,
        endpoints: PresetEndpoints(
            discovery: "https://steamcommunity.com/openid",
            authorization: "https://steamcommunity.com/openid/login",
            token: .none),
        client: ClientRules(authentication: .methods([.post])),
        subject: SubjectRule(paths: [], form: .digits, scope: .unknown),
        acceptedCredentials: [])

    static let strava = ProviderPreset(
        id: "strava",
        displayName: "Strava",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://www.strava.com/oauth/authorize",
            token: "https://www.strava.com/oauth/token",
            userinfo: [UserinfoEndpoint(url: "https://www.strava.com/api/v3/athlete")],
            revocation: RevocationEndpoint(
                url: "https://www.strava.com/oauth/deauthorize", tokenParameter: "access_token")),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["read"], separator: .comma),
        authorization: AuthorizationRules(
            extraParameters: [ExtraParameter("approval_prompt", .offered(["auto", "force"]))]),
        subject: SubjectRule(paths: [JSONPath("athlete", "id"), JSONPath("id")], form: .integer),
        name: [[JSONPath("firstname"), JSONPath("lastname")]],
        picture: .members([JSONPath("profile")]),
        acceptedCredentials: [.code],
        refresh: RefreshRules(support: .always, rotation: .rotates),
        notes: ["the account is in the answer to the code only, not in that to a refresh"])

    private static let twitchClaims =
        #"{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}"#

    static let twitch = ProviderPreset(
        id: "twitch",
        displayName: "Twitch",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://id.twitch.tv/oauth2"]),
        endpoints: PresetEndpoints(
            discovery: "https://id.twitch.tv/oauth2/.well-known/openid-configuration",
            authorization: "https://id.twitch.tv/oauth2/authorize",
            token: "https://id.twitch.tv/oauth2/token",
            userinfo: [
                UserinfoEndpoint(url: "https://id.twitch.tv/oauth2/userinfo"),
                UserinfoEndpoint(url: "https://api.twitch.tv/helix/users"),
            ],
            keySet: "https://id.twitch.tv/oauth2/keys",
            deviceAuthorization: "https://id.twitch.tv/oauth2/device",
            revocation: RevocationEndpoint(url: "https://id.twitch.tv/oauth2/revoke"),
            introspection: "https://id.twitch.tv/oauth2/validate"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["openid", "user:read:email"], responseForms: [.array, .space]),
        authorization: AuthorizationRules(
            pkce: .notSupported,
            nonce: .raw,
            extraParameters: [
                ExtraParameter("claims", .always(twitchClaims)),
                ExtraParameter("force_verify", .offered(["true"])),
            ]),
        requestHeaders: [.clientIdentifier(name: "Client-Id")],
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("sub"), JSONPath("data", 0, "id")], form: .digits),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("preferred_username")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .accessToken, .deviceCode],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(method: .get, url: "https://id.twitch.tv/oauth2/validate", token: .oauthScheme),
            requirements: [
                .init(JSONPath("client_id"), .namesClient),
                .init(JSONPath("user_id"), .isPresent),
                .init(JSONPath("expires_in"), .isPositive),
            ],
            subject: JSONPath("user_id"),
            scopes: JSONPath("scopes")),
        deviceFlow: DeviceFlowRule(availability: .available, vocabulary: .twitch, verificationHosts: ["www.twitch.tv"]),
        refresh: RefreshRules(support: .always),
        notes: ["the e-mail address is in the ID token only if it is asked for with claims"])

    static let twitter = ProviderPreset(
        id: "twitter",
        displayName: "X (Twitter) OAuth 2.0",
        firebaseProviderID: "twitter.com",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://x.com/i/oauth2/authorize",
            token: "https://api.x.com/2/oauth2/token",
            userinfo: [
                UserinfoEndpoint(
                    url: "https://api.x.com/2/users/me?user.fields=id,name,username,profile_image_url,confirmed_email")
            ],
            revocation: RevocationEndpoint(url: "https://api.x.com/2/oauth2/revoke")),
        client: ClientRules(authentication: .methods([.basic, .none])),
        scopes: ScopeRules(defaults: ["users.read", "tweet.read", "offline.access"]),
        authorization: AuthorizationRules(pkce: .required, state: .required),
        subject: SubjectRule(paths: [JSONPath("data", "id")], form: .digits),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("data", "confirmed_email"))],
            trust: .asserted),
        name: [[JSONPath("data", "name")]],
        picture: .members([JSONPath("data", "profile_image_url")]),
        acceptedCredentials: [.code, .refreshToken],
        accessTokenCheck: .none("X has no introspection for access tokens of users"),
        refresh: RefreshRules(support: .withScope("offline.access"), rotation: .rotates),
        notes: [
            "the users of OAuth 1.0a have the same identifiers; its tokens are others",
            "the e-mail address is usually absent",
        ])

    static let vk = ProviderPreset(
        id: "vk",
        displayName: "VK ID",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://id.vk.com/authorize",
            token: "https://id.vk.com/oauth2/auth",
            userinfo: [
                UserinfoEndpoint(
                    url: "https://id.vk.com/oauth2/user_info", method: .post, token: .form("access_token"),
                    parameters: [.clientIdentifier])
            ]),
        client: ClientRules(authentication: .methods([.none])),
        scopes: ScopeRules(defaults: ["email"]),
        authorization: AuthorizationRules(pkce: .required, state: .required),
        subject: SubjectRule(paths: [JSONPath("user", "user_id")], form: .stringOrInteger),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("user", "email"))], trust: .asserted),
        name: [[JSONPath("user", "first_name"), JSONPath("user", "last_name")]],
        picture: .members([JSONPath("user", "avatar")]),
        acceptedCredentials: [.code],
        codes: CodeRules(fromResponse: ["device_id", "state"]),
        notes: ["the device_id of the callback must go to the token endpoint"])

    static let wechat = ProviderPreset(
        id: "wechat",
        displayName: "WeChat",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://open.weixin.qq.com/connect/qrconnect",
            token: "https://api.weixin.qq.com/sns/oauth2/access_token",
            userinfo: [
                UserinfoEndpoint(
                    url: "https://api.weixin.qq.com/sns/userinfo", token: .query("access_token"), parameters: [.openID])
            ],
            introspection: "https://api.weixin.qq.com/sns/auth"),
        client: ClientRules(
            authentication: .methods([.query]), identifierParameter: "appid", secretParameter: "secret"),
        scopes: ScopeRules(defaults: ["snsapi_login"]),
        authorization: AuthorizationRules(fragment: "wechat_redirect"),
        subject: SubjectRule(paths: [JSONPath("openid")], scope: .client),
        name: [[JSONPath("nickname")]],
        picture: .members([JSONPath("headimgurl")]),
        acceptedCredentials: [.code],
        accessTokenCheck: .none("the check of WeChat names the account and not the client"),
        refresh: RefreshRules(support: .ownEndpoint("https://api.weixin.qq.com/sns/oauth2/refresh_token")),
        tokenAnswers: TokenAnswerRules(
            missingTokenType: .isBearer, failureMembers: [FailureMember(name: "errcode", valueOfSuccess: 0)]),
        notes: ["errors come with status 200"])

    static let weibo = ProviderPreset(
        id: "weibo",
        displayName: "Weibo",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://api.weibo.com/oauth2/authorize",
            token: "https://api.weibo.com/oauth2/access_token",
            userinfo: [
                UserinfoEndpoint(
                    url: "https://api.weibo.com/2/users/show.json", token: .query("access_token"), parameters: [.userID]
                )
            ],
            revocation: RevocationEndpoint(
                url: "https://api.weibo.com/oauth2/revokeoauth2", tokenParameter: "access_token"),
            introspection: "https://api.weibo.com/oauth2/get_token_info"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(separator: .comma),
        subject: SubjectRule(paths: [JSONPath("idstr")], form: .digits),
        name: [[JSONPath("screen_name")]],
        picture: .members([JSONPath("avatar_large")]),
        acceptedCredentials: [.code, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(
                method: .post,
                url: "https://api.weibo.com/oauth2/get_token_info",
                token: .form("access_token")),
            requirements: [.init(JSONPath("appkey"), .namesClient), .init(JSONPath("expire_in"), .isPositive)],
            subject: JSONPath("uid")),
        tokenAnswers: TokenAnswerRules(missingTokenType: .isBearer))

    static let yahoo = ProviderPreset(
        id: "yahoo",
        displayName: "Yahoo",
        firebaseProviderID: "yahoo.com",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://api.login.yahoo.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://api.login.yahoo.com/.well-known/openid-configuration",
            authorization: "https://api.login.yahoo.com/oauth2/request_auth",
            token: "https://api.login.yahoo.com/oauth2/get_token",
            userinfo: [UserinfoEndpoint(url: "https://api.login.yahoo.com/openid/v1/userinfo")],
            keySet: "https://api.login.yahoo.com/openid/v1/certs",
            revocation: RevocationEndpoint(url: "https://api.login.yahoo.com/oauth2/revoke"),
            introspection: "https://api.login.yahoo.com/oauth2/introspect"),
        client: ClientRules(authentication: .methods([.basic, .post])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(
            pkce: .publicClientsOnly,
            nonce: .raw,
            extraParameters: [ExtraParameter("prompt", .offered([])), ExtraParameter("language", .offered([]))]),
        idToken: IDTokenRules(algorithms: [.es256, .rs256]),
        subject: SubjectRule(paths: [JSONPath("sub")]),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        picture: .members([
            JSONPath("picture"), JSONPath("profile_images", "image192"), JSONPath("profile_images", "image128"),
            JSONPath("profile_images", "image64"), JSONPath("profile_images", "image32"),
        ]),
        acceptedCredentials: [.code, .idToken, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .none,
            activation: .onlyIfConfigured,
            request: .init(
                method: .post,
                url: "https://api.login.yahoo.com/oauth2/introspect",
                token: .form("token"),
                authentication: .asAtTokenEndpoint),
            requirements: [.init(JSONPath("active"), .equals(true)), .init(JSONPath("client_id"), .namesClient)],
            followUp: .init(url: "https://api.login.yahoo.com/openid/v1/userinfo", subject: JSONPath("sub")),
            reason: "no documented endpoint of Yahoo tells the client of an access token"),
        refresh: RefreshRules(support: .always, additions: [.redirectURI]),
        notes: [
            "the scopes must be exactly those preconfigured in the app at Yahoo: sdct-w where sdct-w is configured, not sdct-r",
            "public clients are refused without PKCE; confidential ones have been refused with it",
        ])

    static let yandex = ProviderPreset(
        id: "yandex",
        displayName: "Yandex ID",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://oauth.yandex.com/authorize",
            token: "https://oauth.yandex.com/token",
            userinfo: [UserinfoEndpoint(url: "https://login.yandex.ru/info?format=json", token: .oauthScheme)],
            deviceAuthorization: "https://oauth.yandex.com/device/code",
            revocation: RevocationEndpoint(url: "https://oauth.yandex.com/revoke_token"),
            introspection: "https://login.yandex.ru/info?format=json"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["login:info", "login:email"]),
        subject: SubjectRule(paths: [JSONPath("id")], form: .digits),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(address: JSONPath("default_email")),
                EmailRule.Candidate(address: JSONPath("emails", 0)),
            ],
            trust: .asserted),
        name: [[JSONPath("display_name")]],
        picture: .yandexAvatar,
        acceptedCredentials: [.code, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .userinfoNamesClient,
            request: .init(method: .get, url: "https://login.yandex.ru/info?format=json", token: .oauthScheme),
            requirements: [.init(JSONPath("client_id"), .namesClient)],
            subject: JSONPath("id")),
        deviceFlow: DeviceFlowRule(
            availability: .onlyIfConfigured, vocabulary: .yandex, verificationHosts: ["ya.ru", "oauth.yandex.ru"]),
        refresh: RefreshRules(support: .always))

    static let zoom = ProviderPreset(
        id: "zoom",
        displayName: "Zoom",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://zoom.us/oauth/authorize",
            token: "https://zoom.us/oauth/token",
            userinfo: [UserinfoEndpoint(url: "https://api.zoom.us/v2/users/me")],
            deviceAuthorization: "https://zoom.us/oauth/devicecode",
            revocation: RevocationEndpoint(url: "https://zoom.us/oauth/revoke")),
        client: ClientRules(authentication: .methods([.basic])),
        scopes: ScopeRules(defaults: ["user:read"]),
        authorization: AuthorizationRules(pkce: .supported),
        subject: SubjectRule(paths: [JSONPath("id")]),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("verified")])],
            flag: .one,
            trust: .verifiedClaim),
        name: [[JSONPath("display_name")]],
        picture: .members([JSONPath("pic_url")]),
        acceptedCredentials: [.code, .refreshToken],
        deviceFlow: DeviceFlowRule(availability: .onlyIfConfigured, vocabulary: .zoom, credential: .basic),
        refresh: RefreshRules(support: .always, rotation: .rotates))
}
