import JOSE
import OAuthClient
import StrictJSON

extension PresetTable {
    static let microsoft = ProviderPreset(
        id: "microsoft",
        displayName: "Microsoft Entra ID v2",
        firebaseProviderID: "microsoft.com",
        protocol: .openIDConnect,
        issuer: .microsoft,
        endpoints: PresetEndpoints(
            discovery: "https://login.microsoftonline.com/{tenant}/v2.0/.well-known/openid-configuration",
            authorization: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize",
            token: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
            userinfo: [
                UserinfoEndpoint(url: "https://graph.microsoft.com/oidc/userinfo"),
                UserinfoEndpoint(url: "https://graph.microsoft.com/v1.0/me"),
            ],
            keySet: "https://login.microsoftonline.com/{tenant}/discovery/v2.0/keys",
            deviceAuthorization: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/devicecode"),
        client: ClientRules(authentication: .methods([.post, .basic, .privateKeyJWT, .none])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email", "offline_access"]),
        authorization: AuthorizationRules(
            pkce: .supportedRequiredOfPublicClients,
            nonce: .raw,
            responseModes: [.query, .formPost, .fragment],
            extraParameters: [
                ExtraParameter("prompt", .offered(["select_account", "consent", "login"])),
                ExtraParameter("domain_hint", .offered([])),
                ExtraParameter("login_hint", .offered([])),
            ]),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .client, userIDStyle: .readableOnly),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("xms_edov")])],
            flag: .trueOrOne,
            trust: .ownedDomainFlag),
        name: [[JSONPath("name")]],
        acceptedCredentials: [.code, .idToken, .deviceCode, .refreshToken],
        accessTokenCheck: .none("access tokens are for Microsoft Graph, in a form that nobody else may read"),
        deviceFlow: DeviceFlowRule(
            availability: .available, vocabulary: .microsoft,
            verificationHosts: ["microsoft.com", "www.microsoft.com", "login.microsoft.com"]),
        refresh: RefreshRules(support: .withScope("offline_access"), rotation: .rotates, additions: [.scope]),
        tokenAnswers: TokenAnswerRules(idToken: .required),
        notes: [
            "the e-mail address counts as verified only with the optional claim xms_edov",
            "the device flow needs public client flows allowed in the registration",
        ])

    static let naver = ProviderPreset(
        id: "naver",
        displayName: "Naver",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://nid.naver.com/oauth2.0/authorize",
            token: "https://nid.naver.com/oauth2.0/token",
            userinfo: [UserinfoEndpoint(url: "https://openapi.naver.com/v1/nid/me")],
            revocation: RevocationEndpoint(
                url: "https://nid.naver.com/oauth2.0/token?grant_type=delete&service_provider=NAVER", method: .get,
                form: .query,
                tokenParameter: "access_token"),
            introspection: "https://openapi.naver.com/v1/nid/verify?info=true"),
        client: ClientRules(authentication: .methods([.post, .query])),
        authorization: AuthorizationRules(pkce: .notSupported, state: .required),
        subject: SubjectRule(paths: [JSONPath("response", "id")], scope: .client),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("response", "email"))], trust: .asserted),
        name: [[JSONPath("response", "name")], [JSONPath("response", "nickname")]],
        picture: .members([JSONPath("response", "profile_image")]),
        acceptedCredentials: [.code, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .unconfirmed,
            activation: .onlyIfConfigured,
            request: .init(method: .get, url: "https://openapi.naver.com/v1/nid/verify?info=true", token: .bearer),
            requirements: [
                .init(JSONPath("resultcode"), .equals("00")),
                .init(JSONPath("response", "client_id"), .namesClient),
            ]),
        refresh: RefreshRules(support: .always, rotation: .stays),
        codes: CodeRules(fromResponse: ["state"]),
        tokenAnswers: TokenAnswerRules(failureMembers: [FailureMember(name: "resultcode", valueOfSuccess: "00")]),
        notes: ["consent is configured in the console, not asked for by scopes"])

    static let notion = ProviderPreset(
        id: "notion",
        displayName: "Notion",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://api.notion.com/v1/oauth/authorize",
            token: "https://api.notion.com/v1/oauth/token",
            userinfo: [UserinfoEndpoint(url: "https://api.notion.com/v1/users/me")]),
        client: ClientRules(authentication: .methods([.basic])),
        authorization: AuthorizationRules(extraParameters: [ExtraParameter("owner", .always("user"))]),
        requestHeaders: [.fixed(name: "Notion-Version", value: "2022-06-28")],
        subject: SubjectRule(paths: [JSONPath("bot", "owner", "user", "id")]),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("bot", "owner", "user", "person", "email"))],
            trust: .asserted),
        name: [[JSONPath("bot", "owner", "user", "name")]],
        picture: .members([JSONPath("bot", "owner", "user", "avatar_url")]),
        acceptedCredentials: [.code],
        notes: ["the account is missing where the integration is owned by a workspace"])

    static let oauth2 = ProviderPreset(
        id: "oauth2",
        displayName: "Generic OAuth 2.0",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: .configured,
            token: .configured,
            userinfo: [UserinfoEndpoint(url: .configured)],
            introspection: .configured),
        client: ClientRules(authentication: .configured),
        authorization: AuthorizationRules(pkce: .configured),
        subject: SubjectRule(paths: [], scope: .configured),
        email: EmailRule(candidates: [], trust: .tenantsWord),
        acceptedCredentials: [.code],
        accessTokenCheck: AccessTokenCheck(
            method: .introspection,
            activation: .onlyIfConfigured,
            request: .init(method: .post, url: .configured, token: .form("token"), authentication: .asAtTokenEndpoint)),
        refresh: RefreshRules(support: .depends),
        notes: ["addresses and members are configured; there is no default for the subject"])

    static let oidc = ProviderPreset(
        id: "oidc",
        displayName: "Generic OpenID Connect",
        protocol: .openIDConnect,
        issuer: .configured,
        endpoints: PresetEndpoints(
            discovery: "{issuer}/.well-known/openid-configuration",
            authorization: .discovered,
            token: .discovered,
            userinfo: [UserinfoEndpoint(url: .discovered)],
            keySet: .discovered,
            deviceAuthorization: .discovered,
            revocation: RevocationEndpoint(url: .discovered),
            introspection: .discovered),
        client: ClientRules(authentication: .advertised(otherwise: .basic)),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(pkce: .advertised, nonce: .raw),
        idToken: IDTokenRules(algorithms: [.rs256, .es256]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .issuer),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            flag: .trueOrText,
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .deviceCode, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .introspection,
            activation: .onlyIfConfigured,
            request: .init(method: .post, url: .discovered, token: .form("token"), authentication: .asAtTokenEndpoint),
            requirements: [.init(JSONPath("active"), .equals(true)), .init(JSONPath("client_id"), .namesClient)],
            subject: JSONPath("sub")),
        deviceFlow: DeviceFlowRule(availability: .ifAdvertised, credential: .secretIfConfidential),
        refresh: RefreshRules(support: .depends))

    static let okta = ProviderPreset(
        id: "okta",
        displayName: "Okta",
        protocol: .openIDConnect,
        issuer: .configured,
        endpoints: PresetEndpoints(
            discovery: "{issuer}/.well-known/openid-configuration",
            authorization: .discovered,
            token: .discovered,
            userinfo: [UserinfoEndpoint(url: .discovered)],
            keySet: "{issuer}/v1/keys",
            deviceAuthorization: "{issuer}/v1/device/authorize",
            introspection: "{issuer}/v1/introspect"),
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
                url: "{issuer}/v1/introspect",
                token: .form("token"),
                authentication: .asAtTokenEndpoint),
            requirements: [.init(JSONPath("active"), .equals(true)), .init(JSONPath("client_id"), .namesClient)],
            subject: JSONPath("sub")),
        deviceFlow: DeviceFlowRule(availability: .available, credential: .secretIfConfidential),
        refresh: RefreshRules(support: .withScope("offline_access")),
        notes: [
            "some servers take the credentials in the form only",
            "ID tokens may lack claims that the userinfo endpoint has",
        ])

    static let paypal = ProviderPreset(
        id: "paypal",
        displayName: "PayPal",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://www.paypal.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://www.paypal.com/.well-known/openid-configuration",
            authorization: "https://www.paypal.com/signin/authorize",
            token: "https://api-m.paypal.com/v1/oauth2/token",
            userinfo: [UserinfoEndpoint(url: "https://api-m.paypal.com/v1/identity/oauth2/userinfo?schema=paypalv1.1")],
            keySet: "https://api.paypal.com/v1/oauth2/certs",
            revocation: RevocationEndpoint(url: "https://api.paypal.com/v1/oauth2/revoke")),
        client: ClientRules(authentication: .methods([.basic])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("user_id")], scope: .client, reading: .lastPathSegment),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")]),
                EmailRule.Candidate(
                    address: JSONPath("emails", .entry(flags: ["primary"]), "value"),
                    flags: [JSONPath("emails", .entry(flags: ["primary"]), "confirmed")]),
            ],
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        acceptedCredentials: [.code],
        refresh: RefreshRules(support: .always),
        notes: ["the ID token is often missing", "the sandbox needs other addresses"])

    static let reddit = ProviderPreset(
        id: "reddit",
        displayName: "Reddit",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://www.reddit.com/api/v1/authorize",
            token: "https://www.reddit.com/api/v1/access_token",
            userinfo: [UserinfoEndpoint(url: "https://oauth.reddit.com/api/v1/me")],
            revocation: RevocationEndpoint(url: "https://www.reddit.com/api/v1/revoke_token")),
        client: ClientRules(authentication: .methods([.basic, .basicWithEmptySecret])),
        scopes: ScopeRules(defaults: ["identity"]),
        authorization: AuthorizationRules(
            state: .required,
            extraParameters: [ExtraParameter("duration", .forRefreshToken("permanent"))]),
        subject: SubjectRule(paths: [JSONPath("id")]),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("icon_img")]),
        acceptedCredentials: [.code, .refreshToken],
        refresh: RefreshRules(support: .withParameter(name: "duration", value: "permanent")),
        notes: ["wants a descriptive User-Agent"])

    static let salesforce = ProviderPreset(
        id: "salesforce",
        displayName: "Salesforce",
        protocol: .openIDConnect,
        defaults: [.base: "https://login.salesforce.com"],
        issuer: .oneOf(["{base}"]),
        endpoints: PresetEndpoints(
            discovery: "{base}/.well-known/openid-configuration",
            authorization: "{base}/services/oauth2/authorize",
            token: "{base}/services/oauth2/token",
            userinfo: [UserinfoEndpoint(url: "{base}/services/oauth2/userinfo")],
            keySet: .discovered,
            revocation: RevocationEndpoint(url: "{base}/services/oauth2/revoke"),
            introspection: "{base}/services/oauth2/introspect"),
        client: ClientRules(authentication: .methods([.post])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(pkce: .supported, nonce: .raw),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(
            paths: [JSONPath("user_id"), JSONPath("sub")], scope: .organization, reading: .lastPathSegment),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("photos", "picture")]),
        acceptedCredentials: [.code, .idToken],
        accessTokenCheck: AccessTokenCheck(
            method: .introspection,
            activation: .onlyIfConfigured,
            request: .init(
                method: .post,
                url: "{base}/services/oauth2/introspect",
                token: .form("token"),
                authentication: .form,
                parameters: ["token_type_hint": "access_token"]),
            requirements: [.init(JSONPath("active"), .equals(true)), .init(JSONPath("client_id"), .namesClient)],
            subject: JSONPath("sub")),
        deviceFlow: DeviceFlowRule(availability: .onlyIfConfigured, vocabulary: .salesforce),
        refresh: RefreshRules(support: .withScope("refresh_token")))

    static let slack = ProviderPreset(
        id: "slack",
        displayName: "Slack",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://slack.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://slack.com/.well-known/openid-configuration",
            authorization: "https://slack.com/openid/connect/authorize",
            token: "https://slack.com/api/openid.connect.token",
            userinfo: [UserinfoEndpoint(url: "https://slack.com/api/openid.connect.userInfo")],
            keySet: "https://slack.com/openid/connect/keys",
            revocation: RevocationEndpoint(url: "https://slack.com/api/auth.revoke")),
        client: ClientRules(authentication: .methods([.post, .basic])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(nonce: .raw, extraParameters: [ExtraParameter("team", .offered([]))]),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("sub")]),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken],
        tokenAnswers: TokenAnswerRules(failureMembers: [FailureMember(name: "ok", valueOfSuccess: true)]),
        notes: ["errors come with status 200"])

    static let spotify = ProviderPreset(
        id: "spotify",
        displayName: "Spotify",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://accounts.spotify.com/authorize",
            token: "https://accounts.spotify.com/api/token",
            userinfo: [UserinfoEndpoint(url: "https://api.spotify.com/v1/me")]),
        client: ClientRules(authentication: .methods([.basic, .post, .none])),
        scopes: ScopeRules(defaults: ["user-read-email"]),
        authorization: AuthorizationRules(pkce: .supportedRequiredOfPublicClients),
        subject: SubjectRule(paths: [JSONPath("id")]),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("email"))], trust: .asserted),
        name: [[JSONPath("display_name")]],
        picture: .largestImage(JSONPath("images")),
        acceptedCredentials: [.code, .refreshToken],
        accessTokenCheck: .none("Spotify has no endpoint that describes a token"),
        refresh: RefreshRules(support: .always, rotation: .rotatesForPublicClients))
}
