/// Names of claims that mean something to Google.
public enum ClaimNames: Sendable {
    /// The names that Google refuses at the top level of developer claims, all 16 of them.
    public static let reserved = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti",
        "nbf", "nonce", "sub",
    ]

    /// The names that Google accepts and then overwrites in the ID token, or that override the user's profile there.
    public static let overwritten = [
        "email", "email_verified", "name", "phone_number", "picture", "provider_id", "user_id",
    ]
}
