import StrictJSON

/// What an error code of Identity Toolkit or Secure Token means, in words, and what to do about it.
struct IdentityToolkitRefusal: Sendable {
    /// Google's code.
    let firebaseCode: String
    /// What it means here.
    let code: FirebaseSessionError.Code
    /// What is wrong, as a clause.
    let words: String
    /// What to do about it.
    let cure: String

    init(_ firebaseCode: String, _ code: FirebaseSessionError.Code, _ words: String, _ cure: String) {
        self.firebaseCode = firebaseCode
        self.code = code
        self.words = words
        self.cure = cure
    }

    /// The meaning of a code; nil where it is not known.
    init?(_ firebaseCode: String) {
        guard let known = Self.all.first(where: { $0.firebaseCode.hasSameBytes(as: firebaseCode) }) else { return nil }
        self = known
    }

    /// Whether the session is over for good: asking again with the same refresh token would be idle.
    var endsSession: Bool {
        ["INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND", "INVALID_GRANT", "TENANT_DELETED"]
            .contains { $0.hasSameBytes(as: firebaseCode) }
    }

    /// All codes that are known.
    static let all = customTokens + tenants + sessions + users + keys + projects + service

    private static let signIn = "sign in again"
    private static let tellUs = "this is a fault of this software: please report it"
    private static let customTokens = [
        IdentityToolkitRefusal(
            "INVALID_CUSTOM_TOKEN", .customTokenInvalid, "the custom token is not accepted",
            "get a new one: it expires within the hour; if a new one is refused too, check it with token-bridge explain"
        ),
        IdentityToolkitRefusal("MISSING_CUSTOM_TOKEN", .customTokenInvalid, "no custom token was received", tellUs),
        IdentityToolkitRefusal(
            "CREDENTIAL_MISMATCH", .projectMismatch,
            "the custom token was signed for another project than the API key's",
            "use the web API key of the project that the signing service account belongs to"),
        IdentityToolkitRefusal(
            "MISSING_IDENTIFIER", .customTokenInvalid, "the custom token names no uid",
            "mint it with a uid: sub or user_id do not do"),
        IdentityToolkitRefusal(
            "INVALID_IDENTIFIER", .customTokenInvalid, "the custom token's uid is not one that Firebase takes",
            "use a uid of 1 to 128 bytes"),
        IdentityToolkitRefusal(
            "INVALID_CLAIMS", .customTokenInvalid, "the claims of the custom token are no JSON object",
            "mint it with an object of claims"),
        IdentityToolkitRefusal(
            "FORBIDDEN_CLAIM", .customTokenInvalid, "the custom token has a claim whose name is reserved",
            "rename the claim, or nest it in an object"),
        IdentityToolkitRefusal(
            "CLAIMS_TOO_LARGE", .customTokenInvalid, "the claims of the account are too long",
            "keep large data in a database, under the uid"),
    ]

    private static let tenants = [
        IdentityToolkitRefusal(
            "TENANT_ID_MISMATCH", .tenantMismatch, "the custom token is of another tenant than the request",
            "mint the token for the tenant that you sign in to"),
        IdentityToolkitRefusal(
            "INVALID_TENANT_ID", .tenantMismatch, "the project has no such tenant",
            "copy the tenant's identifier from the console, such as tenant-7abcd"),
        IdentityToolkitRefusal(
            "TENANT_NOT_FOUND", .tenantMismatch, "the project has no such tenant",
            "copy the tenant's identifier from the console, such as tenant-7abcd"),
        IdentityToolkitRefusal(
            "TENANT_DISABLED", .tenantMismatch, "the tenant is disabled", "enable the tenant, or ask its administrator"),
        IdentityToolkitRefusal(
            "TENANT_DELETED", .tenantMismatch, "the tenant was deleted", "sign in to another tenant"),
        IdentityToolkitRefusal(
            "UNSUPPORTED_TENANT_OPERATION", .tenantMismatch, "the project does not have tenants",
            "turn on multi-tenancy in the console, or mint without a tenant"),
    ]

    private static let sessions = [
        IdentityToolkitRefusal(
            "INVALID_REFRESH_TOKEN", .sessionEnded, "the refresh token is not accepted any more", signIn),
        IdentityToolkitRefusal(
            "TOKEN_EXPIRED", .sessionEnded, "the session was revoked, or the account has changed since", signIn),
        IdentityToolkitRefusal("INVALID_GRANT", .sessionEnded, "the refresh token is not accepted any more", signIn),
        IdentityToolkitRefusal("USER_NOT_FOUND", .sessionEnded, "the account was deleted", signIn),
        IdentityToolkitRefusal("INVALID_ID_TOKEN", .idTokenInvalid, "the ID token is not accepted", signIn),
        IdentityToolkitRefusal("MISSING_ID_TOKEN", .firebaseAnswerInvalid, "no ID token was received", tellUs),
        IdentityToolkitRefusal(
            "MISSING_REFRESH_TOKEN", .firebaseAnswerInvalid, "no refresh token was received", tellUs),
        IdentityToolkitRefusal("MISSING_GRANT_TYPE", .firebaseAnswerInvalid, "no grant type was received", tellUs),
        IdentityToolkitRefusal("INVALID_GRANT_TYPE", .firebaseAnswerInvalid, "the grant type is not known", tellUs),
        IdentityToolkitRefusal(
            "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .sessionEnded, "the sign-in was too long ago", signIn),
    ]

    private static let users = [
        IdentityToolkitRefusal(
            "USER_DISABLED", .userRefused, "the account is disabled",
            "ask the administrator of the project to enable it"),
        IdentityToolkitRefusal(
            "BLOCKING_FUNCTION_ERROR_RESPONSE", .userRefused, "a blocking function of the project refused the sign-in",
            "see the logs of the project's blocking functions"),
        IdentityToolkitRefusal(
            "ADMIN_ONLY_OPERATION", .userRefused, "only administrators may make accounts in this project",
            "let an administrator make the account first"),
    ]

    private static let keys = [
        IdentityToolkitRefusal(
            "API_KEY_INVALID", .apiKeyInvalid, "the API key is not one of Google's",
            "copy the web API key from the project settings of the Firebase console"),
        IdentityToolkitRefusal(
            "API_KEY_EXPIRED", .apiKeyInvalid, "the API key has expired", "make a new web API key in the console"),
        IdentityToolkitRefusal(
            "API_KEY_SERVICE_BLOCKED", .apiKeyInvalid, "the API key may not be used for Firebase Authentication",
            "add the Identity Toolkit API and the Token Service API to the key's restrictions"),
        IdentityToolkitRefusal(
            "API_KEY_IP_ADDRESS_BLOCKED", .apiKeyInvalid, "the API key may not be used from this address",
            "add this machine's address to the key's restrictions"),
        IdentityToolkitRefusal(
            "API_KEY_HTTP_REFERRER_BLOCKED", .apiKeyInvalid, "the API key is for web pages only", other),
        IdentityToolkitRefusal(
            "API_KEY_ANDROID_APP_BLOCKED", .apiKeyInvalid, "the API key is for Android apps only", other),
        IdentityToolkitRefusal("API_KEY_IOS_APP_BLOCKED", .apiKeyInvalid, "the API key is for iOS apps only", other),
        IdentityToolkitRefusal(
            "PERMISSION_DENIED", .apiKeyInvalid, "the API key is missing, or may not do this",
            "use the web API key of the project, without restrictions to apps or pages"),
    ]
    private static let other = "use a key that is restricted to APIs or addresses, not to apps or pages"

    private static let projects = [
        IdentityToolkitRefusal(
            "CONFIGURATION_NOT_FOUND", .projectMisconfigured, "the project does not use Firebase Authentication yet",
            "press Get started under Authentication in the Firebase console"),
        IdentityToolkitRefusal(
            "OPERATION_NOT_ALLOWED", .projectMisconfigured, "the project does not allow this way of signing in",
            "allow it under Authentication, Sign-in method, in the Firebase console"),
        IdentityToolkitRefusal(
            "PROJECT_NOT_FOUND", .projectMisconfigured, "the project of the API key does not exist any more",
            "use the web API key of a project that exists"),
        IdentityToolkitRefusal(
            "PROJECT_DISABLED", .projectMisconfigured, "the project is disabled", "ask the owner of the project"),
        IdentityToolkitRefusal(
            "SERVICE_DISABLED", .projectMisconfigured, "the Identity Toolkit API is turned off in the project",
            "turn it on in the Google Cloud console, and wait some minutes"),
        IdentityToolkitRefusal(
            "BILLING_DISABLED", .projectMisconfigured, "the project has no billing, which this needs",
            "turn billing on in the Google Cloud console"),
        IdentityToolkitRefusal(
            "UNAUTHENTICATED", .projectMisconfigured, "Firebase wants a proof that this is a genuine app (App Check)",
            "turn off App Check enforcement for Authentication, or sign in from an app that has it"),
        IdentityToolkitRefusal("INVALID_ARGUMENT", .firebaseAnswerInvalid, "the request was not understood", tellUs),
        IdentityToolkitRefusal("INVALID_REQ_TYPE", .firebaseAnswerInvalid, "the request was not understood", tellUs),
    ]

    private static let later = "try again later; the session stays as it is"
    private static let service = [
        IdentityToolkitRefusal(
            "QUOTA_EXCEEDED", .firebaseUnavailable, "the project's quota is used up for now",
            "try again later, or have the quota raised"),
        IdentityToolkitRefusal(
            "RESOURCE_EXHAUSTED", .firebaseUnavailable, "the project's quota is used up for now",
            "try again later, or have the quota raised"),
        IdentityToolkitRefusal(
            "TOO_MANY_ATTEMPTS_TRY_LATER", .firebaseUnavailable, "there were too many attempts from here", later),
        IdentityToolkitRefusal("UNAVAILABLE", .firebaseUnavailable, "the service is out of order for now", later),
        IdentityToolkitRefusal("INTERNAL", .firebaseUnavailable, "the service failed", later),
        IdentityToolkitRefusal("INTERNAL_ERROR", .firebaseUnavailable, "the service failed", later),
        IdentityToolkitRefusal("DEADLINE_EXCEEDED", .firebaseUnavailable, "the service took too long", later),
    ]
}
