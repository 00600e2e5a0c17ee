import JOSE
import OAuthClient
import StrictJSON

extension PresetTable {
    private static let gitHubForeignTokens = [
        ForeignToken(prefix: "ghp_", kind: "a personal access token"),
        ForeignToken(prefix: "github_pat_", kind: "a personal access token"),
        ForeignToken(prefix: "ghs_", kind: "an installation token"),
        ForeignToken(prefix: "ghr_", kind: "a refresh token"),
    ]

    static let github = ProviderPreset(
        id: "github",
        displayName: "GitHub",
        firebaseProviderID: "github.com",
        protocol: .oauth2,
        defaults: [.webBase: "https://github.com", .apiBase: "https://api.github.com"],
        issuer: .serverOnly("https://github.com/login/oauth"),
        endpoints: PresetEndpoints(
            authorization: "https://github.com/login/oauth/authorize",
            token: "https://github.com/login/oauth/access_token",
            userinfo: [
                UserinfoEndpoint(url: "https://api.github.com/user"),
                UserinfoEndpoint(url: "https://api.github.com/user/emails"),
            ],
            deviceAuthorization: "https://github.com/login/device/code",
            revocation: RevocationEndpoint(
                url: "https://api.github.com/applications/{client_id}/token", method: .delete,
                form: .jsonWithClientCredentials),
            introspection: "https://api.github.com/applications/{client_id}/token"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["read:user", "user:email"], responseForms: [.comma]),
        authorization: AuthorizationRules(
            pkce: .supported,
            issuerParameter: .ifPresent("https://github.com/login/oauth"),
            extraParameters: [ExtraParameter("allow_signup", .offered(["true", "false"]))]),
        requestHeaders: [.fixed(name: "X-GitHub-Api-Version", value: "2022-11-28")],
        subject: SubjectRule(paths: [JSONPath("id")], form: .integer, scope: .instance),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(
                    address: JSONPath(.entry(flags: ["primary", "verified"]), "email"),
                    flags: [JSONPath(.entry(flags: ["primary", "verified"]), "verified")])
            ],
            trust: .verifiedClaim),
        name: [[JSONPath("name")], [JSONPath("login")]],
        picture: .members([JSONPath("avatar_url")]),
        acceptedCredentials: [.code, .deviceCode, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(
                method: .post,
                url: "{apiBase}/applications/{client_id}/token",
                token: .json("access_token"),
                authentication: .basic,
                accept: "application/vnd.github+json"),
            requirements: [
                .init(JSONPath("app", "client_id"), .namesClient),
                .init(JSONPath("expires_at"), .isNullOrInFuture),
            ],
            subject: JSONPath("user", "id"),
            scopes: JSONPath("scopes"),
            foreignTokens: gitHubForeignTokens),
        deviceFlow: DeviceFlowRule(availability: .available, vocabulary: .gitHub),
        refresh: RefreshRules(support: .forSomeClients, rotation: .rotates),
        notes: [
            "the login name can change hands: only the number identifies an account",
            "the device flow must be enabled in the settings of the app",
        ])

    static let githubEnterprise = ProviderPreset(
        id: "github-enterprise",
        displayName: "GitHub Enterprise Server",
        protocol: .oauth2,
        defaults: [.webBase: "{baseURL}", .apiBase: "{baseURL}/api/v3"],
        issuer: .serverOnly("{baseURL}/login/oauth"),
        endpoints: PresetEndpoints(
            authorization: "{baseURL}/login/oauth/authorize",
            token: "{baseURL}/login/oauth/access_token",
            userinfo: [
                UserinfoEndpoint(url: "{baseURL}/api/v3/user"),
                UserinfoEndpoint(url: "{baseURL}/api/v3/user/emails"),
            ],
            deviceAuthorization: "{baseURL}/login/device/code",
            revocation: RevocationEndpoint(
                url: "{baseURL}/api/v3/applications/{client_id}/token", method: .delete,
                form: .jsonWithClientCredentials),
            introspection: "{baseURL}/api/v3/applications/{client_id}/token"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["read:user", "user:email"], responseForms: [.comma]),
        authorization: AuthorizationRules(
            pkce: .supported,
            issuerParameter: .ifPresent("{baseURL}/login/oauth"),
            extraParameters: [ExtraParameter("allow_signup", .offered(["true", "false"]))]),
        requestHeaders: [.fixed(name: "X-GitHub-Api-Version", value: "2022-11-28")],
        subject: SubjectRule(paths: [JSONPath("id")], form: .integer, scope: .instance),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(
                    address: JSONPath(.entry(flags: ["primary", "verified"]), "email"),
                    flags: [JSONPath(.entry(flags: ["primary", "verified"]), "verified")])
            ],
            trust: .verifiedClaim),
        name: [[JSONPath("name")], [JSONPath("login")]],
        picture: .members([JSONPath("avatar_url")]),
        acceptedCredentials: [.code, .deviceCode, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(
                method: .post,
                url: "{apiBase}/applications/{client_id}/token",
                token: .json("access_token"),
                authentication: .basic,
                accept: "application/vnd.github+json"),
            requirements: [
                .init(JSONPath("app", "client_id"), .namesClient),
                .init(JSONPath("expires_at"), .isNullOrInFuture),
            ],
            subject: JSONPath("user", "id"),
            scopes: JSONPath("scopes"),
            foreignTokens: gitHubForeignTokens),
        deviceFlow: DeviceFlowRule(availability: .available, vocabulary: .gitHub),
        refresh: RefreshRules(support: .forSomeClients, rotation: .rotates),
        notes: ["the API is at /api/v3 of the host; old versions marked every address as verified"])

    static let gitlab = ProviderPreset(
        id: "gitlab",
        displayName: "GitLab",
        protocol: .openIDConnect,
        defaults: [.baseURL: "https://gitlab.com"],
        issuer: .oneOf(["{baseURL}"]),
        endpoints: PresetEndpoints(
            discovery: "{baseURL}/.well-known/openid-configuration",
            authorization: "{baseURL}/oauth/authorize",
            token: "{baseURL}/oauth/token",
            userinfo: [
                UserinfoEndpoint(url: "{baseURL}/oauth/userinfo"),
                UserinfoEndpoint(url: "{baseURL}/api/v4/user"),
            ],
            keySet: "{baseURL}/oauth/discovery/keys",
            deviceAuthorization: "{baseURL}/oauth/authorize_device",
            revocation: RevocationEndpoint(url: "{baseURL}/oauth/revoke"),
            introspection: "{baseURL}/oauth/introspect"),
        client: ClientRules(authentication: .methods([.basic, .post])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(pkce: .supported, nonce: .raw),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("sub"), JSONPath("id")], form: .stringOrInteger, scope: .instance),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture"), JSONPath("avatar_url")]),
        acceptedCredentials: [.code, .idToken, .accessToken, .deviceCode, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(method: .get, url: "{baseURL}/oauth/token/info", token: .bearer),
            requirements: [
                .init(JSONPath("application", "uid"), .namesClient),
                .init(JSONPath("resource_owner_id"), .isInteger),
                .init([JSONPath("expires_in"), JSONPath("expires_in_seconds")], .isPositiveIfPresent),
            ],
            subject: JSONPath("resource_owner_id"),
            foreignTokens: [
                ForeignToken(prefix: "glpat-", kind: "a personal access token"),
                ForeignToken(prefix: "gldt-", kind: "a deploy token"),
                ForeignToken(prefix: "glft-", kind: "a feed token"),
                ForeignToken(prefix: "glrt-", kind: "a runner token"),
                ForeignToken(prefix: "glcbt-", kind: "a job token"),
            ]),
        deviceFlow: DeviceFlowRule(availability: .available, credential: .secretIfConfidential),
        refresh: RefreshRules(support: .always, rotation: .rotates),
        notes: ["personal access tokens are refused"])

    static let google = ProviderPreset(
        id: "google",
        displayName: "Google",
        firebaseProviderID: "google.com",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://accounts.google.com", "accounts.google.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://accounts.google.com/.well-known/openid-configuration",
            authorization: "https://accounts.google.com/o/oauth2/v2/auth",
            token: "https://oauth2.googleapis.com/token",
            userinfo: [UserinfoEndpoint(url: "https://openidconnect.googleapis.com/v1/userinfo")],
            keySet: "https://www.googleapis.com/oauth2/v3/certs",
            deviceAuthorization: "https://oauth2.googleapis.com/device/code",
            revocation: RevocationEndpoint(url: "https://oauth2.googleapis.com/revoke"),
            introspection: "https://oauth2.googleapis.com/tokeninfo"),
        client: ClientRules(authentication: .methods([.post, .basic])),
        scopes: ScopeRules(defaults: ["openid", "email", "profile"]),
        authorization: AuthorizationRules(
            pkce: .supported,
            nonce: .raw,
            extraParameters: [
                ExtraParameter("access_type", .forRefreshToken("offline")),
                ExtraParameter("prompt", .offered(["consent", "select_account"])),
                ExtraParameter("hd", .offered([])),
                ExtraParameter("include_granted_scopes", .offered(["true"])),
                ExtraParameter("login_hint", .offered([])),
            ]),
        idToken: IDTokenRules(
            algorithms: [.rs256], audience: .anyConfiguredIdentifier, maximumLifetime: 86400),
        subject: SubjectRule(paths: [JSONPath("sub")], form: .digits),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")]),
                EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("verified_email")]),
            ],
            flag: .trueOrText,
            trust: .verifiedClaimGoogle),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .accessToken, .deviceCode, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(method: .post, url: "https://oauth2.googleapis.com/tokeninfo", token: .bearer),
            requirements: [
                .init(JSONPath("aud"), .namesAnyClient),
                .init(JSONPath("azp"), .namesAnyClientIfPresent),
                .init(JSONPath("expires_in"), .isPositive),
                .init(JSONPath("sub"), .isPresent),
            ],
            subject: JSONPath("sub"),
            scopes: JSONPath("scope")),
        deviceFlow: DeviceFlowRule(
            availability: .available,
            vocabulary: .google,
            credential: .secret,
            allowedScopes: [
                "openid",
                "email",
                "profile",
                "https://www.googleapis.com/auth/drive.appdata",
                "https://www.googleapis.com/auth/drive.file",
                "https://www.googleapis.com/auth/youtube",
                "https://www.googleapis.com/auth/youtube.readonly",
            ],
            verificationHosts: ["www.google.com", "google.com"]),
        refresh: RefreshRules(support: .withParameter(name: "access_type", value: "offline"), rotation: .stays),
        codes: CodeRules(typedForm: .neverPercentEncoded),
        notes: [
            "the device flow needs a client of the type TVs and Limited Input devices",
            "a refresh token comes with the first consent only, or with prompt=consent",
        ])

    static let instagram = ProviderPreset(
        id: "instagram",
        displayName: "Instagram (API with Instagram Login)",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://www.instagram.com/oauth/authorize",
            token: "https://api.instagram.com/oauth/access_token",
            userinfo: [UserinfoEndpoint(url: "https://graph.instagram.com/me?fields=id,username")]),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["instagram_business_basic"], separator: .comma),
        subject: SubjectRule(paths: [JSONPath("id"), JSONPath("user_id")], form: .stringOrInteger, scope: .client),
        name: [[JSONPath("username")]],
        acceptedCredentials: [.code],
        refresh: RefreshRules(
            support: .ownEndpoint("https://graph.instagram.com/refresh_access_token?grant_type=ig_refresh_token")),
        codes: CodeRules(droppedSuffix: "#_"),
        tokenAnswers: TokenAnswerRules(
            missingTokenType: .isBearer, failureMembers: [FailureMember(name: "error_type", valueOfSuccess: .null)]),
        notes: ["professional accounts only"])

    static let kakao = ProviderPreset(
        id: "kakao",
        displayName: "Kakao",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://kauth.kakao.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://kauth.kakao.com/.well-known/openid-configuration",
            authorization: "https://kauth.kakao.com/oauth/authorize",
            token: "https://kauth.kakao.com/oauth/token",
            userinfo: [
                UserinfoEndpoint(url: "https://kapi.kakao.com/v2/user/me"),
                UserinfoEndpoint(url: "https://kapi.kakao.com/v1/oidc/userinfo"),
            ],
            keySet: "https://kauth.kakao.com/.well-known/jwks.json",
            revocation: RevocationEndpoint(url: "https://kapi.kakao.com/v1/user/unlink", form: .bearer),
            introspection: "https://kapi.kakao.com/v1/user/access_token_info"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["openid", "account_email", "profile_nickname", "profile_image"]),
        authorization: AuthorizationRules(pkce: .supported, nonce: .raw),
        idToken: IDTokenRules(algorithms: [.rs256], audience: .anyConfiguredIdentifier),
        subject: SubjectRule(paths: [JSONPath("sub"), JSONPath("id")], form: .integer, scope: .client),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(
                    address: JSONPath("kakao_account", "email"),
                    flags: [
                        JSONPath("kakao_account", "is_email_valid"), JSONPath("kakao_account", "is_email_verified"),
                    ])
            ],
            trust: .verifiedClaim),
        name: [[JSONPath("kakao_account", "profile", "nickname")]],
        picture: .members([JSONPath("kakao_account", "profile", "profile_image_url")]),
        acceptedCredentials: [.code, .idToken, .accessToken, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(method: .get, url: "https://kapi.kakao.com/v1/user/access_token_info", token: .bearer),
            requirements: [.init(JSONPath("app_id"), .namesKakaoApp), .init(JSONPath("expires_in"), .isPositive)],
            subject: JSONPath("id")),
        refresh: RefreshRules(support: .always),
        notes: ["access tokens are compared with the app number of the console, which is not the REST API key"])

    static let keycloak = ProviderPreset(
        id: "keycloak",
        displayName: "Keycloak",
        protocol: .openIDConnect,
        issuer: .configured,
        endpoints: PresetEndpoints(
            discovery: "{issuer}/.well-known/openid-configuration",
            authorization: .discovered,
            token: .discovered,
            userinfo: [UserinfoEndpoint(url: .discovered)],
            keySet: "{issuer}/protocol/openid-connect/certs",
            deviceAuthorization: "{issuer}/protocol/openid-connect/auth/device",
            introspection: "{issuer}/protocol/openid-connect/token/introspect"),
        client: ClientRules(authentication: .methods([.basic, .post, .privateKeyJWT, .none])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(pkce: .supported, nonce: .raw),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .issuer),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .tenantsWord),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .refreshToken, .deviceCode, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .introspection,
            request: .init(
                method: .post,
                url: "{issuer}/protocol/openid-connect/token/introspect",
                token: .form("token"),
                authentication: .asAtTokenEndpoint),
            requirements: [.init(JSONPath("active"), .equals(true)), .init(JSONPath("client_id"), .namesClient)],
            subject: JSONPath("sub")),
        deviceFlow: DeviceFlowRule(availability: .available, credential: .secretIfConfidential),
        refresh: RefreshRules(support: .withScope("offline_access")),
        notes: ["the realm is in the issuer"])

    static let line = ProviderPreset(
        id: "line",
        displayName: "LINE",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://access.line.me"]),
        endpoints: PresetEndpoints(
            discovery: "https://access.line.me/.well-known/openid-configuration",
            authorization: "https://access.line.me/oauth2/v2.1/authorize",
            token: "https://api.line.me/oauth2/v2.1/token",
            userinfo: [
                UserinfoEndpoint(url: "https://api.line.me/oauth2/v2.1/userinfo"),
                UserinfoEndpoint(url: "https://api.line.me/v2/profile"),
            ],
            keySet: "https://api.line.me/oauth2/v2.1/certs",
            revocation: RevocationEndpoint(url: "https://api.line.me/oauth2/v2.1/revoke"),
            introspection: "https://api.line.me/oauth2/v2.1/verify"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["openid", "profile"]),
        authorization: AuthorizationRules(pkce: .supported, nonce: .raw, state: .required),
        idToken: IDTokenRules(algorithms: [.hs256, .es256]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .developer),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("email"))], trust: .asserted),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(method: .get, url: "https://api.line.me/oauth2/v2.1/verify", token: .query("access_token")),
            requirements: [.init(JSONPath("client_id"), .namesClient), .init(JSONPath("expires_in"), .isPositive)],
            followUp: .init(url: "https://api.line.me/v2/profile", subject: JSONPath("userId"))),
        refresh: RefreshRules(support: .always),
        codes: CodeRules(fixed: [CodeRules.FixedParameter(name: "id_token_key_type", value: "JWK")]),
        notes: [
            "ID tokens of the web login are signed with the channel secret (HS256), those of apps with ES256",
            "the e-mail address needs an approved permission",
        ])

    static let linkedin = ProviderPreset(
        id: "linkedin",
        displayName: "LinkedIn",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://www.linkedin.com/oauth"]),
        endpoints: PresetEndpoints(
            discovery: "https://www.linkedin.com/oauth/.well-known/openid-configuration",
            authorization: "https://www.linkedin.com/oauth/v2/authorization",
            token: "https://www.linkedin.com/oauth/v2/accessToken",
            userinfo: [UserinfoEndpoint(url: "https://api.linkedin.com/v2/userinfo")],
            keySet: "https://www.linkedin.com/oauth/openid/jwks",
            introspection: "https://www.linkedin.com/oauth/v2/introspectToken"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"], responseForms: [.comma, .space]),
        authorization: AuthorizationRules(pkce: .notSupported),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .client),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            flag: .trueOrText,
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .introspectionLike,
            request: .init(
                method: .post,
                url: "https://www.linkedin.com/oauth/v2/introspectToken",
                token: .form("token"),
                authentication: .form),
            requirements: [
                .init(JSONPath("active"), .equals(true)),
                .init(JSONPath("status"), .equals("active")),
                .init(JSONPath("client_id"), .namesClient),
                .init(JSONPath("auth_type"), .equals("3L")),
                .init(JSONPath("expires_at"), .isInFuture),
            ],
            scopes: JSONPath("scope"),
            followUp: .init(url: "https://api.linkedin.com/v2/userinfo", subject: JSONPath("sub"))),
        refresh: RefreshRules(support: .forSomeClients),
        notes: ["the nonce does not come back: none is sent"])

    static let mastodon = ProviderPreset(
        id: "mastodon",
        displayName: "Mastodon",
        protocol: .oauth2,
        issuer: .serverOnly("{instance}"),
        endpoints: PresetEndpoints(
            authorization: "{instance}/oauth/authorize",
            token: "{instance}/oauth/token",
            userinfo: [UserinfoEndpoint(url: "{instance}/api/v1/accounts/verify_credentials")],
            revocation: RevocationEndpoint(url: "{instance}/oauth/revoke")),
        client: ClientRules(authentication: .methods([.post, .basic])),
        scopes: ScopeRules(defaults: ["read:accounts"]),
        subject: SubjectRule(paths: [JSONPath("id")], form: .digits, scope: .instance),
        name: [[JSONPath("display_name")], [JSONPath("username")]],
        picture: .members([JSONPath("avatar_static")]),
        acceptedCredentials: [.code],
        refresh: RefreshRules(support: .none),
        notes: ["the client is registered at each instance"])
}
