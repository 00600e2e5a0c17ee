/// What the texts of the specification's table mean, field by field, in the words of `PresetFacts`.
///
/// A text that is not here means itself.
enum SpecificationWords {
    static let meanings: [String: [String: String]] = [
        "firebaseProviderId": [
            #""twitter.com (OAuth 1.0a there)""#: "twitter.com"
        ],
        "issuer": [
            #""https://login.microsoftonline.com/{tenantid}/v2.0""#: "microsoft",
            #""https://{org}.okta.com or https://{org}.okta.com/oauth2/{authServer}""#: "configured",
            #""https://{tenant}.auth0.com/ (trailing slash is part of the issuer)""#: "configured with final slash",
            #""{base}/realms/{realm}""#: "configured",
            #""https://cognito-idp.{region}.amazonaws.com/{userPoolId}""#: "configured",
            #""{issuer}""#: "configured",
        ],
        "acceptedIssuers": [
            "[]": "none",
            #"["template: https://login.microsoftonline.com/{token.tid}/v2.0"]"#: "microsoft",
            #"["exactly the configured issuer"]"#: "configured",
            #"["exactly the configured issuer; optional issuerAlias"]"#: "configured",
            #"["https://login.salesforce.com","https://test.salesforce.com","{myDomain}"]"#:
                "https://login.salesforce.com ; https://test.salesforce.com ; {base}",
        ],
        "userinfoEndpoints": [
            #"["https://graph.facebook.com/{graphVersion}/me?fields=id,name,first_name,last_name,email,picture"]"#:
                "https://graph.facebook.com/{graphVersion}/me?fields=id,name,first_name,last_name,email,picture query:access_token appsecret_proof",
            #"["https://login.yandex.ru/info?format=json"]"#: "https://login.yandex.ru/info?format=json oauth-scheme",
            #"["POST https://id.vk.com/oauth2/user_info (client_id, access_token)"]"#:
                "POST https://id.vk.com/oauth2/user_info form:access_token client_id",
            #"["https://api.weixin.qq.com/sns/userinfo?access_token&openid"]"#:
                "https://api.weixin.qq.com/sns/userinfo query:access_token openid",
            #"["https://api.weibo.com/2/users/show.json?uid&access_token"]"#:
                "https://api.weibo.com/2/users/show.json query:access_token uid",
        ],
        "jwksURI": [
            #""{issuer}/v1/keys (org: /oauth2/v1/keys)""#: "{issuer}/v1/keys",
            #""{issuer}.well-known/jwks.json""#: "{issuer}/.well-known/jwks.json",
        ],
        "deviceAuthorizationEndpoint": [
            #""{issuer}oauth/device/code""#: "{issuer}/oauth/device/code"
        ],
        "revocationEndpoint": [
            #""DELETE https://api.github.com/applications/{client_id}/token (Basic, JSON access_token)""#:
                "DELETE https://api.github.com/applications/{client_id}/token jsonWithClientCredentials",
            #""DELETE {baseURL}/api/v3/applications/{client_id}/token (Basic, JSON access_token)""#:
                "DELETE {baseURL}/api/v3/applications/{client_id}/token jsonWithClientCredentials",
            #""DELETE https://graph.facebook.com/{graphVersion}/{user-id}/permissions""#:
                "DELETE https://graph.facebook.com/{graphVersion}/{user-id}/permissions bearer",
            #""POST https://kapi.kakao.com/v1/user/unlink (ends the app connection)""#:
                "https://kapi.kakao.com/v1/user/unlink bearer",
            #""https://nid.naver.com/oauth2.0/token?grant_type=delete&client_id&client_secret&access_token&service_provider=NAVER""#:
                "GET https://nid.naver.com/oauth2.0/token?grant_type=delete&service_provider=NAVER query",
            #""POST https://api.dropboxapi.com/2/auth/token/revoke""#:
                "https://api.dropboxapi.com/2/auth/token/revoke bearer",
        ],
        "introspectionEndpoint": [
            #""https://api.weixin.qq.com/sns/auth?access_token&openid""#: "https://api.weixin.qq.com/sns/auth",
            #""config (RFC 7662)""#: "config",
        ],
        "responseScopeForms": [
            #"["none; granted_scopes in the redirect when return_scopes=true"]"#: "absent",
            #"["JSON array","space"]"#: "array ; space",
        ],
        "tokenEndpointAuthMethods": [
            #"["client_secret_post","query parameters on GET"]"#: "client_secret_post ; query",
            #"["none (no token endpoint in discovery; SDK issues the id_token)"]"#: "no token endpoint",
            #"["client_secret_post","client_secret_basic","private_key_jwt","none (public client)"]"#:
                "client_secret_post ; client_secret_basic ; private_key_jwt ; none",
            #"["client_secret_post with an ES256 JWT as client_secret"]"#: "client_secret_post_es256_jwt",
            #"["client_secret_post","query parameters"]"#: "client_secret_post ; query",
            #"["client_secret_basic","client_secret_post","none (PKCE)"]"#:
                "client_secret_basic ; client_secret_post ; none",
            #"["client_secret_basic (confidential, code AND refresh)","none (public)"]"#:
                "client_secret_basic ; none",
            #"["client_secret_basic (also for public clients, empty password)"]"#:
                "client_secret_basic ; client_secret_basic_empty",
            #"["none (PKCE)"]"#: "none",
            #"["query parameters on GET"]"#: "query",
            #"["from discovery; default client_secret_basic"]"#: "advertised, else client_secret_basic",
            #"["config"]"#: "config",
        ],
        "responseMode": [
            #""form_post (mandatory when name or email is requested)""#: "form_post",
            #""query|form_post|fragment""#: "query|form_post|fragment",
        ],
        "idTokenSigningAlgs": [
            #"["RS256 (only with the openid scope of the Social SDK)"]"#: "RS256"
        ],
        "idTokenAudience": [
            #""client_id (the long dj0y... consumer key)""#: "client",
            #""Facebook app id""#: "client",
            #""client_id; azp names the presenter for hybrid apps""#: "list",
            #""application (client) id GUID""#: "client",
            #""Services ID (web) or bundle id (native): configure a list""#: "list",
            #""channel id""#: "client",
            #""the app key used: REST API key OR native app key OR JavaScript key: configure a list""#: "list",
            #""client_id""#: "client",
            #""application id""#: "client",
            #""app key""#: "client",
            #""consumer key""#: "client",
        ],
        "subjectPath": [
            #""sub (id_token, string of digits) / id (/v2/user/me, int64 NUMBER)""#: "sub / id",
            #""id|user_id""#: "id / user_id",
            #""openid.claimed_id suffix of https://steamcommunity.com/openid/id/""#: "",
            #""athlete.id (token response) / id""#: "athlete.id / id",
            #""idstr (not id)""#: "idstr",
            #""config (required)""#: "",
        ],
        "subjectType": [
            #""int64""#: "integer",
            #""string (21 digits: exceeds Int64)""#: "digits",
            #""string (numeric string for apps older than 2021-05-01)""#: "string",
            #""string (snowflake, 64 bit)""#: "digits",
            #""string of digits""#: "digits",
            #""string (snowflake)""#: "digits",
            #""int64 (17 digits, above 2^53, sometimes a JSON number)""#: "string-or-integer",
            #""string / int64""#: "string-or-integer",
            #""uint64 as string""#: "digits",
            #""int64 or string""#: "string-or-integer",
            #""int64 as string""#: "digits",
            #""string (int64)""#: "digits",
        ],
        "subjectScope": [
            #""global (subject_types_supported: public)""#: "global",
            #""global per instance""#: "instance",
            #""per app (app-scoped user id)""#: "client",
            #""per app (same app-scoped id as classic)""#: "client",
            #""sub: per app (pairwise); oid: per tenant; stable key across apps = tid + ':' + oid""#: "client",
            #""per developer team""#: "developer",
            #""per LINE provider (shared by channels of one provider)""#: "developer",
            #""per app (service user id)""#: "client",
            #""per app""#: "client",
            #""per instance""#: "instance",
            #""per developer (amzn1.account....)""#: "developer",
            "null": "unknown",
            #""per app (pairwise)""#: "client",
            #""per org""#: "organization",
            #""global; allauth keys user+workspace""#: "global",
            #""global (psuid is per app)""#: "global",
            #""per appid (unionid: per open-platform account)""#: "client",
            #""per instance: key = instance host + id""#: "instance",
            #""per issuer""#: "issuer",
            #""config""#: "configured",
        ],
        "emailPath": [
            #""/user/emails[primary==true && verified==true].email""#: "[primary&&verified].email",
            #""email (id_token only, needs approved email permission)""#: "email",
            #""data.confirmed_email (scope users.email)""#: "data.confirmed_email",
            "null": "",
            #""values[is_primary].email""#: "values[is_primary&&is_confirmed].email",
            #""email|emails[primary].value""#: "email | emails[primary].value",
            #""default_email|emails[0]""#: "default_email | emails[0]",
            #""config""#: "",
        ],
        "emailVerifiedPath": [
            #""/user/emails[].verified""#: "[primary&&verified].verified",
            "null": "",
            #""email_verified (only if asked for in claims)""#: "email_verified",
            #""email_verified (or confirmed_at in /api/v4/user)""#: "email_verified",
            #""values[].is_confirmed""#: "values[is_primary&&is_confirmed].is_confirmed",
            #""email_verified|emails[].confirmed""#: "email_verified | emails[primary].confirmed",
            #""verified (0/1) with login_type""#: "verified",
            #""config""#: "",
        ],
        "emailVerifiedRule": [
            #""claim == true""#: "literalTrue",
            #""entry.primary && entry.verified""#: "literalTrue",
            #""no flag; may be absent (phone accounts)""#: "no flag",
            #""no claim""#: "no flag",
            #""true or 'true'; v2 userinfo names it verified_email""#: "trueOrText",
            #""email present AND xms_edov in {true,1,'1','true'}; otherwise UNVERIFIED""#: "trueOrOne",
            #""true or 'true'""#: "trueOrText",
            #""no flag""#: "no flag",
            #""is_email_valid && is_email_verified""#: "literalTrue",
            #""verified == true""#: "literalTrue",
            #""documentation: no verification data""#: "no flag",
            #""bool, or string 'true' in the id_token""#: "trueOrText",
            #""present means confirmed""#: "present means confirmed",
            "null": "none",
            #""is_primary && is_confirmed""#: "literalTrue",
            #""verified == 1 (supabase also trusts login_type != '100')""#: "one",
            #""no flag (supabase says true, allauth/better-auth say false)""#: "no flag",
            #""no reliable flag""#: "no flag",
            #""claim == true; missing = false""#: "literalTrue",
            #""missing = false""#: "none",
        ],
        "emailTrust": [
            #""provider-asserted""#: "asserted",
            #""verified-claim (authoritative only for @gmail.com or when hd is present)""#: "verified-claim-google",
            #""unverified by default (nOAuth)""#: "owned-domain-flag",
            #""verified-claim; may be a @privaterelay.appleid.com address""#: "verified-claim",
            #""unverified""#: "asserted",
            #""verified-claim; email is optional consent""#: "verified-claim",
            #""unverified (contact email, user editable)""#: "asserted",
            #""none""#: "none",
            #""verified-claim, as trustworthy as the tenant admin""#: "tenants-word",
        ],
        "namePath": [
            #""form parameter user.name.firstName/lastName (first authorization only, unsigned)""#: "",
            "null": "",
            #""config""#: "",
        ],
        "picturePath": [
            #""https://cdn.discordapp.com/avatars/{id}/{avatar}.(gif if avatar starts with a_ else png)""#: "discord",
            #""images[max(width*height)].url""#: "largest of images",
            #""https://avatars.yandex.net/get-yapic/{default_avatar_id}/islands-200""#: "yandex",
            #""config""#: "null",
        ],
    ]
}
