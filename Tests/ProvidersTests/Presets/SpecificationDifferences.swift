extension Specification {
    /// Where presets say something else than the table, by preset.
    static let differences: [String: [Difference]] = [
        "yahoo": [
            Difference("picturePath", "picture", yahooPictures, "the text names profile_images too"),
            Difference("extraAuthParams", "", "language= ; prompt=", "PRV-16 names them"),
        ],
        "github": [
            Difference("acceptedIssuers", "https://github.com/login/oauth", "none", "no ID token is accepted")
        ],
        "github-enterprise": [
            Difference("acceptedIssuers", "{baseURL}/login/oauth", "none", "no ID token is accepted")
        ],
        "google": [
            Difference("emailPath", "email", "email | email", "one address with either of two flags"),
            Difference(
                "emailVerifiedPath", "email_verified", "email_verified | verified_email", "the rule names the second"),
        ],
        "kakao": [
            Difference(
                "emailVerifiedPath", "kakao_account.is_email_verified",
                "kakao_account.is_email_valid & kakao_account.is_email_verified", "the rule names both")
        ],
        "discord": [
            Difference("idTokenAudience", "null", "client", "the algorithm is known, so the audience is named too"),
            Difference(
                "deviceAuthorizationEndpoint", "https://discord.com/api/oauth2/device/authorize",
                "https://discord.com/api/v10/oauth2/device/authorize", "the text has the versioned address"),
            Difference(
                "introspectionEndpoint", "https://discord.com/api/oauth2/@me",
                "https://discord.com/api/v10/oauth2/@me", "the text has the versioned address"),
        ],
        "twitter": [
            Difference("emailVerifiedRule", "present means confirmed", "no flag", "section 8: asserted, false")
        ],
        "slack": [
            Difference(
                "subjectScope", "per workspace: key = https://slack.com/team_id + sub", "global",
                "section 6: sub, global")
        ],
        "gitlab": [
            Difference("issuer", "https://gitlab.com", "{baseURL}", "an installation speaks for itself only"),
            Difference(
                "acceptedIssuers", "https://gitlab.com ; {baseURL}", "{baseURL}",
                "an installation speaks for itself only"),
        ],
        "paypal": [
            Difference("idTokenSigningAlgs", "HS256 ; RS256", "RS256", "PRV-23: HS256 for LINE only"),
            Difference("subjectPath", "user_id", "user_id last segment", "section 6: the last segment of a URL"),
        ],
        "salesforce": [
            Difference(
                "issuer", "https://login.salesforce.com", "{base}", "OIDC-02: the configured organization alone"),
            Difference(
                "acceptedIssuers", "https://login.salesforce.com ; https://test.salesforce.com ; {base}", "{base}",
                "OIDC-02: a sandbox is another issuer"),
            Difference(
                "acceptedCredentials", "code ; id_token ; access_token", "code ; id_token",
                "its check is confirmed by nobody: off until switched on"),
            Difference("jwksURI", "null", "from discovery", "an ID token cannot be accepted without keys"),
            Difference(
                "subjectPath", "user_id", "user_id / sub last segment", "section 6: sub is a URL, and ends in user_id"),
        ],
        "dropbox": [
            Difference("subjectPath", "account_id", "account_id / sub", "ID tokens have sub")
        ],
        "cognito": [
            Difference("emailVerifiedRule", "literalTrue", "trueOrText", "section 6: may be a string")
        ],
        "oidc": [
            Difference("emailVerifiedRule", "literalTrue", "trueOrText", "case B18 takes the string")
        ],
        "oauth2": [
            Difference("emailTrust", "asserted", "tenants-word", "section 8: false unless trustTenantEmail")
        ],
    ]

    private static let yahooPictures =
        "picture|profile_images.image192|profile_images.image128|profile_images.image64|profile_images.image32"
}
