import JOSE
import Providers

extension ConfigurationSchema {
    /// The keys of a provider.
    static let provider: [SchemaKey] = identity + addresses + trust + ownKeys

    private static let identity = [
        SchemaKey(
            "name", .text,
            "What persons read on buttons: up to 80 characters; the product's name without it."),
        SchemaKey(
            "preset", .text,
            "What is known about the provider: the name of a preset; without it the provider's own name is that."),
        SchemaKey(
            "client_id", .text, "Our client identifier: what requests are sent with and audiences compared with."),
        SchemaKey("client_ids", .list(.text), "More client identifiers of ours, for the apps of other platforms."),
        SchemaKey("client_secret", .secret, "The secret of our client."),
        SchemaKey(
            "client_auth", .choice(ClientAuthenticationMethod.allCases.map(\.rawValue)),
            "How our client authenticates, in the place of the preset's way."),
        SchemaKey(
            "basic_raw", .truth, standard: "false",
            "Whether the provider does not decode identifier and secret in HTTP Basic."),
        SchemaKey("client_key", .secret, "The private key for private_key_jwt, in PEM: on P-256, or RSA."),
        SchemaKey("client_key_id", .text, "The kid that the provider knows client_key by."),
        SchemaKey(
            "assertion_audience", .text,
            "The audience of assertions signed with client_key; the issuer without it."),
        SchemaKey("scopes", .list(.text), "Scopes beside the preset's."),
        SchemaKey(
            "preconfigured_scopes", .list(.text),
            "The scopes that are configured at the provider, where it takes no others."),
        SchemaKey("parameters", .map(.any, .text), "Parameters of authorization requests beside the preset's."),
        SchemaKey(
            "pkce", .truth, "Whether a code challenge is sent (RFC 7636), in the place of what the preset says."),
        SchemaKey(
            "redirect_uri", .text,
            "Where authorization responses go; Yahoo wants it with each refresh token."),
        SchemaKey(
            "device_flow", .choice(["preset", "off", "even_if_off_by_default"]), standard: #""preset""#,
            "Whether the provider's own device flow is used (RFC 8628)."),
        SchemaKey(
            "verification_hosts", .list(.text),
            "Hosts that the device flow may send the person to, beside those that are known."),
        SchemaKey(
            "uid_prefix", .text, "What uids begin with, in the place of the provider's name. A change makes new users."),
        SchemaKey(
            "uid_style", .choice(UserIDMapping.Style.allCases.map(\.rawValue)),
            "How uids are made of subjects, in the place of the preset's way. A change makes new users."),
    ]

    private static let addresses = [
        SchemaKey("issuer", .text, "The issuer of an installation, byte for byte."),
        SchemaKey(
            "tenant", .text, "The tenant of Microsoft Entra: common, organizations, consumers, a GUID or a domain."),
        SchemaKey("base_url", .text, "The origin of an installation, such as https://git.example.com."),
        SchemaKey("web_base", .text, "The origin of GitHub's pages."),
        SchemaKey("api_base", .text, "The address before all paths of GitHub's API."),
        SchemaKey("instance", .text, "The origin of a Mastodon instance."),
        SchemaKey("graph_version", .text, "The version of Facebook's Graph API, such as v24.0."),
        SchemaKey("endpoints", .object(endpoints), "Addresses in the place of the preset's."),
        SchemaKey("jwks_file", .text, "A JWK set with the keys of the provider's ID tokens: no network is needed."),
        SchemaKey(
            "ca_file", .text, "A PEM file of authorities that are trusted for this provider beside the system's."),
    ]

    private static let endpoints = [
        SchemaKey("discovery", .text, "The metadata document."),
        SchemaKey("authorization", .text, "The authorization endpoint."),
        SchemaKey("token", .text, "The token endpoint."),
        SchemaKey("userinfo", .text, "Where the account is described."),
        SchemaKey("jwks", .text, "The key set."),
        SchemaKey("device_authorization", .text, "The device authorization endpoint."),
        SchemaKey("revocation", .text, "The revocation endpoint."),
        SchemaKey("introspection", .text, "The introspection endpoint, or where else access tokens are checked."),
    ]

    private static let trust = [
        SchemaKey(
            "access_tokens",
            .either(.choice(["preset", "refuse", "check_off_by_default"]), .object(accessTokens)),
            standard: #""preset""#,
            "What is done with access tokens that callers hand in."),
        SchemaKey("members", .object(members), "Where answers have what only the configuration can know."),
        SchemaKey("id_token", .object(idToken), "What is asked of the provider's ID tokens."),
        SchemaKey(
            "trust_tenant_email", .truth, standard: "false",
            "Whether a tenant's word counts that an address is verified. Only for a tenant of your own."),
        SchemaKey(
            "allowed_tenants", .list(.text), "The tenants of Microsoft Entra that may sign in, by their GUIDs."),
    ]

    private static let accessTokens = [
        SchemaKey(
            "introspection", .object(introspection), requirement: .required,
            "They are accepted after introspection (RFC 7662).")
    ]

    private static let introspection = [
        SchemaKey("client", .text, requirement: .required, "The member of the answer that names our client."),
        SchemaKey("subject", .text, requirement: .required, "The member of the answer that names the account."),
    ]

    private static let members = [
        SchemaKey("subject", .text, "The account's identifier, such as data.id."),
        SchemaKey("email", .text, "The e-mail address."),
        SchemaKey("email_verified", .text, "Whether the address is verified."),
        SchemaKey("name", .text, "The name."),
        SchemaKey("picture", .text, "The picture."),
    ]

    private static let idToken = [
        SchemaKey(
            "algorithms", .list(.choice(SignatureAlgorithm.allCases.map(\.rawValue))),
            "The algorithms that are accepted, in the place of the preset's."),
        SchemaKey(
            "nonce", .choice(["raw", "sha256-hex", "either", "none"]), "What a token's nonce is of the caller's."),
        SchemaKey("max_age", .integer(1...86400), standard: "600", "How old a token may be, in seconds."),
        SchemaKey(
            "max_auth_age", .integer(0...31_536_000), "How long ago the person may have signed in, in seconds."),
        SchemaKey(
            "leeway", .integer(0...ClockLeeway.maximumSeconds), standard: "60",
            "How far the provider's clock may differ from ours, in seconds."),
        SchemaKey("hosted_domains", .list(.text), "The hosted domains (hd) of which one must be the token's."),
        SchemaKey(
            "acr_values", .list(.text), "The authentication contexts (acr) of which one must be the token's."),
    ]

    private static let ownKeys = [
        SchemaKey("team_id", .text, "Apple: the identifier of the team that owns the key."),
        SchemaKey("key_id", .text, "Apple: the identifier of the key."),
        SchemaKey("private_key", .secret, "Apple: the private key, as downloaded from Apple."),
        SchemaKey("facebook_client_token", .secret, "Facebook: the client token of the app, for device logins."),
        SchemaKey(
            "kakao_app_id", .either(.text, .integer(1...999_999_999_999_999_999)),
            "Kakao: the number of the app, which access tokens name."),
        SchemaKey(
            "microsoft_subject", .choice(["sub", "tid_oid"]), standard: #""sub""#,
            "Microsoft: the subject that each client sees differently, or tenant and object, which all see alike."),
    ]

    /// The providers of the sample.
    static let sampleProviders = [
        SampleEntry(
            name: "yahoo", help: "A provider of a preset: `token-bridge providers list` names them all.",
            values: [
                ("client_id", #""dj0yJmk9EXAMPLE""#), ("client_secret", #"{ "env": "YAHOO_SECRET" }"#),
                ("redirect_uri", #""https://bridge.example.com/callback/yahoo""#),
                ("parameters", #"{ "language": "en" }"#),
            ]),
        SampleEntry(
            name: "corp", help: "Any provider of OpenID Connect.",
            values: [
                ("name", #""The company""#), ("preset", #""oidc""#),
                ("client_id", #""custom-token-bridge""#),
                ("client_secret", #"{ "env": "CORP_SECRET" }"#), ("issuer", #""https://id.example.com""#),
            ]),
    ]
}
