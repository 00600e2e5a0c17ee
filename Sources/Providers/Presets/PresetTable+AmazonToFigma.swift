import JOSE
import OAuthClient
import StrictJSON

extension PresetTable {
    static let amazon = ProviderPreset(
        id: "amazon",
        displayName: "Login with Amazon",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://www.amazon.com/ap/oa",
            token: "https://api.amazon.com/auth/o2/token",
            userinfo: [UserinfoEndpoint(url: "https://api.amazon.com/user/profile")],
            deviceAuthorization: "https://api.amazon.com/auth/o2/create/codepair",
            introspection: "https://api.amazon.com/auth/o2/tokeninfo"),
        client: ClientRules(authentication: .methods([.basic, .post])),
        scopes: ScopeRules(defaults: ["profile"]),
        authorization: AuthorizationRules(pkce: .supported),
        subject: SubjectRule(paths: [JSONPath("user_id")], scope: .developer),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("email"))], trust: .asserted),
        name: [[JSONPath("name")]],
        acceptedCredentials: [.code, .accessToken, .deviceCode],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(
                method: .get,
                url: "https://api.amazon.com/auth/o2/tokeninfo",
                token: .query("access_token")),
            requirements: [.init(JSONPath("aud"), .namesClient), .init(JSONPath("exp"), .isPositive)],
            subject: JSONPath("user_id"),
            followUp: .init(url: "https://api.amazon.com/user/profile", subject: JSONPath("user_id"))),
        deviceFlow: DeviceFlowRule(availability: .available, vocabulary: .amazon, verificationHosts: ["amazon.com"]),
        refresh: RefreshRules(support: .always),
        notes: ["access tokens contain a vertical bar, which must be percent-encoded"])

    static let apple = ProviderPreset(
        id: "apple",
        displayName: "Sign in with Apple",
        firebaseProviderID: "apple.com",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://appleid.apple.com", "https://account.apple.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://appleid.apple.com/.well-known/openid-configuration",
            authorization: "https://appleid.apple.com/auth/authorize",
            token: "https://appleid.apple.com/auth/token",
            keySet: "https://appleid.apple.com/auth/keys",
            revocation: RevocationEndpoint(url: "https://appleid.apple.com/auth/revoke")),
        client: ClientRules(authentication: .methods([.signedSecret])),
        scopes: ScopeRules(defaults: ["name", "email"]),
        authorization: AuthorizationRules(pkce: .unadvertised, nonce: .rawOrSHA256Hex, responseModes: [.formPost]),
        idToken: IDTokenRules(algorithms: [.rs256], audience: .anyConfiguredIdentifier),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .developer),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            flag: .trueOrText,
            trust: .verifiedClaim),
        acceptedCredentials: [.code, .idToken],
        accessTokenCheck: .none("Apple tells nothing about an access token"),
        refresh: RefreshRules(support: .always, rotation: .stays),
        tokenAnswers: TokenAnswerRules(idToken: .required),
        notes: [
            "the client identifiers are the Services ID and the bundle identifiers",
            "name and address come with the first authorization only",
        ])

    static let auth0 = ProviderPreset(
        id: "auth0",
        displayName: "Auth0",
        protocol: .openIDConnect,
        issuer: .configuredWithFinalSlash,
        endpoints: PresetEndpoints(
            discovery: "{issuer}/.well-known/openid-configuration",
            authorization: .discovered,
            token: .discovered,
            userinfo: [UserinfoEndpoint(url: .discovered)],
            keySet: "{issuer}/.well-known/jwks.json",
            deviceAuthorization: "{issuer}/oauth/device/code"),
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
        acceptedCredentials: [.code, .idToken, .refreshToken, .deviceCode],
        accessTokenCheck: AccessTokenCheck(
            method: .localJWT,
            activation: .onlyIfConfigured,
            requirements: [.init(JSONPath("azp"), .namesClient)],
            subject: JSONPath("sub")),
        deviceFlow: DeviceFlowRule(availability: .available, credential: .secretIfConfidential),
        refresh: RefreshRules(support: .withScope("offline_access")),
        notes: ["the issuer ends with a slash"])

    static let bitbucket = ProviderPreset(
        id: "bitbucket",
        displayName: "Bitbucket Cloud",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://bitbucket.org/site/oauth2/authorize",
            token: "https://bitbucket.org/site/oauth2/access_token",
            userinfo: [
                UserinfoEndpoint(url: "https://api.bitbucket.org/2.0/user"),
                UserinfoEndpoint(url: "https://api.bitbucket.org/2.0/user/emails"),
            ]),
        client: ClientRules(authentication: .methods([.basic])),
        scopes: ScopeRules(defaults: ["account", "email"]),
        subject: SubjectRule(paths: [JSONPath("uuid")]),
        email: EmailRule(
            candidates: [
                EmailRule.Candidate(
                    address: JSONPath("values", .entry(flags: ["is_primary", "is_confirmed"]), "email"),
                    flags: [JSONPath("values", .entry(flags: ["is_primary", "is_confirmed"]), "is_confirmed")])
            ],
            trust: .verifiedClaim),
        name: [[JSONPath("display_name")]],
        picture: .members([JSONPath("links", "avatar", "href")]),
        acceptedCredentials: [.code, .refreshToken],
        refresh: RefreshRules(support: .always))

    static let cognito = ProviderPreset(
        id: "cognito",
        displayName: "Amazon Cognito",
        protocol: .openIDConnect,
        issuer: .configured,
        endpoints: PresetEndpoints(
            discovery: "{issuer}/.well-known/openid-configuration",
            authorization: .discovered,
            token: .discovered,
            userinfo: [UserinfoEndpoint(url: .discovered)],
            keySet: "{issuer}/.well-known/jwks.json"),
        client: ClientRules(authentication: .methods([.basic, .post, .privateKeyJWT, .none])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(pkce: .supported, nonce: .raw),
        idToken: IDTokenRules(algorithms: [.rs256], requirements: [.init(JSONPath("token_use"), .equals("id"))]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .issuer),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            flag: .trueOrText,
            trust: .tenantsWord),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.code, .idToken, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .localJWT,
            activation: .onlyIfConfigured,
            requirements: [
                .init(JSONPath("client_id"), .namesClient), .init(JSONPath("token_use"), .equals("access")),
            ],
            subject: JSONPath("sub")),
        refresh: RefreshRules(support: .withScope("offline_access")),
        notes: ["the endpoints are on another host than the issuer"])

    static let discord = ProviderPreset(
        id: "discord",
        displayName: "Discord",
        protocol: .oauth2,
        issuer: .serverOnly("https://discord.com"),
        endpoints: PresetEndpoints(
            discovery: "https://discord.com/.well-known/openid-configuration",
            authorization: "https://discord.com/oauth2/authorize",
            token: "https://discord.com/api/oauth2/token",
            userinfo: [
                UserinfoEndpoint(url: "https://discord.com/api/users/@me"),
                UserinfoEndpoint(url: "https://discord.com/api/oauth2/@me"),
            ],
            keySet: "https://discord.com/api/oauth2/keys",
            deviceAuthorization: "https://discord.com/api/v10/oauth2/device/authorize",
            revocation: RevocationEndpoint(url: "https://discord.com/api/oauth2/token/revoke"),
            introspection: "https://discord.com/api/v10/oauth2/@me"),
        client: ClientRules(authentication: .methods([.basic, .post])),
        scopes: ScopeRules(defaults: ["identify", "email"]),
        authorization: AuthorizationRules(
            pkce: .supported,
            extraParameters: [ExtraParameter("prompt", .offered(["none", "consent"]))]),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("id")], form: .digits),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("global_name")], [JSONPath("username")]],
        picture: .discordAvatar,
        acceptedCredentials: [.code, .accessToken, .deviceCode, .refreshToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(method: .get, url: "https://discord.com/api/v10/oauth2/@me", token: .bearer),
            requirements: [
                .init(JSONPath("application", "id"), .namesClient),
                .init(JSONPath("expires"), .isInFuture),
                .init(JSONPath("user", "id"), .isPresent),
            ],
            subject: JSONPath("user", "id"),
            scopes: JSONPath("scopes"),
            followUp: .init(url: "https://discord.com/api/users/@me", subject: JSONPath("id"))),
        deviceFlow: DeviceFlowRule(
            availability: .available,
            polling: "https://discord.com/api/v10/oauth2/token",
            credential: .basic),
        refresh: RefreshRules(support: .always, rotation: .rotates),
        notes: ["device login is documented for the Social SDK only"])

    static let dropbox = ProviderPreset(
        id: "dropbox",
        displayName: "Dropbox",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://www.dropbox.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://www.dropbox.com/.well-known/openid-configuration",
            authorization: "https://www.dropbox.com/oauth2/authorize",
            token: "https://api.dropboxapi.com/oauth2/token",
            userinfo: [
                UserinfoEndpoint(url: "https://api.dropboxapi.com/2/users/get_current_account", method: .post),
                UserinfoEndpoint(url: "https://api.dropboxapi.com/2/openid/userinfo", method: .post),
            ],
            keySet: "https://www.dropbox.com/.well-known/jwks",
            revocation: RevocationEndpoint(url: "https://api.dropboxapi.com/2/auth/token/revoke", form: .bearer)),
        client: ClientRules(authentication: .methods([.basic, .post])),
        scopes: ScopeRules(defaults: ["openid", "profile", "email"]),
        authorization: AuthorizationRules(
            pkce: .supportedRequiredOfPublicClients,
            extraParameters: [ExtraParameter("token_access_type", .forRefreshToken("offline"))]),
        idToken: IDTokenRules(algorithms: [.rs256]),
        subject: SubjectRule(paths: [JSONPath("account_id"), JSONPath("sub")]),
        email: EmailRule(
            candidates: [EmailRule.Candidate(address: JSONPath("email"), flags: [JSONPath("email_verified")])],
            trust: .verifiedClaim),
        name: [[JSONPath("name", "display_name")]],
        picture: .members([JSONPath("profile_photo_url")]),
        acceptedCredentials: [.code, .idToken, .refreshToken],
        refresh: RefreshRules(support: .withParameter(name: "token_access_type", value: "offline")),
        notes: ["the nonce does not come back: none is sent"])

    static let facebook = ProviderPreset(
        id: "facebook",
        displayName: "Facebook (classic access token)",
        firebaseProviderID: "facebook.com",
        protocol: .oauth2,
        defaults: [.graphVersion: "v24.0"],
        issuer: .serverOnly("https://www.facebook.com"),
        endpoints: PresetEndpoints(
            authorization: "https://www.facebook.com/{graphVersion}/dialog/oauth",
            token: "https://graph.facebook.com/{graphVersion}/oauth/access_token",
            userinfo: [
                UserinfoEndpoint(
                    url:
                        "https://graph.facebook.com/{graphVersion}/me?fields=id,name,first_name,last_name,email,picture",
                    token: .query("access_token"), parameters: [.appSecretProof])
            ],
            deviceAuthorization: "https://graph.facebook.com/{graphVersion}/device/login",
            revocation: RevocationEndpoint(
                url: "https://graph.facebook.com/{graphVersion}/{user-id}/permissions", method: .delete, form: .bearer),
            introspection: "https://graph.facebook.com/{graphVersion}/debug_token"),
        client: ClientRules(authentication: .methods([.post, .query])),
        scopes: ScopeRules(defaults: ["email", "public_profile"], separator: .comma, responseForms: [.absent]),
        authorization: AuthorizationRules(
            pkce: .supported,
            extraParameters: [
                ExtraParameter("auth_type", .offered(["rerequest", "reauthenticate"])),
                ExtraParameter("auth_nonce", .offered([])),
                ExtraParameter("return_scopes", .offered(["true"])),
                ExtraParameter("display", .offered(["page", "touch"])),
            ]),
        subject: SubjectRule(paths: [JSONPath("id")], scope: .client),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("email"))], trust: .asserted),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture", "data", "url")]),
        acceptedCredentials: [.code, .deviceCode, .accessToken],
        accessTokenCheck: AccessTokenCheck(
            method: .providerCheck,
            request: .init(
                method: .get,
                url: "https://graph.facebook.com/{graphVersion}/debug_token",
                token: .query("input_token"),
                authentication: .appToken),
            requirements: [
                .init(JSONPath("data", "is_valid"), .equals(true)),
                .init(JSONPath("data", "app_id"), .namesClient),
                // Tokens of apps and pages say what they are, and have no user_id.
                .init(JSONPath("data", "type"), .equalsIfPresent("USER")),
                .init(JSONPath("data", "user_id"), .isPresent),
                .init(JSONPath("data", "expires_at"), .isZeroOrInFuture),
            ],
            subject: JSONPath("data", "user_id"),
            scopes: JSONPath("data", "scopes"),
            followUp: .init(
                url: "https://graph.facebook.com/{graphVersion}/me?fields=id,name,first_name,last_name,email,picture",
                subject: JSONPath("id"))),
        deviceFlow: DeviceFlowRule(
            availability: .available,
            vocabulary: .facebook,
            polling: "https://graph.facebook.com/{graphVersion}/device/login_status",
            credential: .clientToken),
        refresh: RefreshRules(support: .none),
        // The answer of the device login does not say what kind of token it has.
        tokenAnswers: TokenAnswerRules(missingTokenType: .isBearer),
        notes: [
            "device login needs the client token of the app, not its secret",
            "the check fails for apps that are configured as native or desktop apps",
        ])

    static let facebookLimited = ProviderPreset(
        id: "facebook-limited",
        displayName: "Facebook Limited Login",
        firebaseProviderID: "facebook.com",
        protocol: .openIDConnect,
        issuer: .oneOf(["https://www.facebook.com"]),
        endpoints: PresetEndpoints(
            discovery: "https://www.facebook.com/.well-known/openid-configuration/",
            authorization: "https://facebook.com/dialog/oauth/",
            token: .none,
            keySet: "https://limited.facebook.com/.well-known/oauth/openid/jwks/"),
        client: ClientRules(authentication: .noTokenEndpoint),
        scopes: ScopeRules(defaults: ["openid"], separator: .comma),
        authorization: AuthorizationRules(nonce: .sha256Hex),
        idToken: IDTokenRules(algorithms: [.rs256], requirements: [.init(JSONPath("jti"), .isPresent)]),
        subject: SubjectRule(paths: [JSONPath("sub")], scope: .client, sharedWith: "facebook"),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("email"))], trust: .asserted),
        name: [[JSONPath("name")]],
        picture: .members([JSONPath("picture")]),
        acceptedCredentials: [.idToken],
        accessTokenCheck: .none("Limited Login has no usable access token"),
        refresh: RefreshRules(support: .none),
        notes: ["on Android an ID token comes with the first authorization only"])

    static let figma = ProviderPreset(
        id: "figma",
        displayName: "Figma",
        protocol: .oauth2,
        endpoints: PresetEndpoints(
            authorization: "https://www.figma.com/oauth",
            token: "https://api.figma.com/v1/oauth/token",
            userinfo: [UserinfoEndpoint(url: "https://api.figma.com/v1/me")]),
        client: ClientRules(authentication: .methods([.basic, .post])),
        scopes: ScopeRules(defaults: ["current_user:read"]),
        authorization: AuthorizationRules(pkce: .supported, state: .required),
        subject: SubjectRule(paths: [JSONPath("id")]),
        email: EmailRule(candidates: [EmailRule.Candidate(address: JSONPath("email"))], trust: .asserted),
        name: [[JSONPath("handle")]],
        picture: .members([JSONPath("img_url")]),
        acceptedCredentials: [.code])
}
