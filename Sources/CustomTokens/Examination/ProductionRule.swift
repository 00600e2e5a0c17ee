/// The rules by which Google's servers judge a custom token, in the order of the recorded answers.
///
/// - SeeAlso: recordings of `accounts:signInWithCustomToken`, September 2026.
public enum ProductionRule: String, Sendable, CaseIterable {
    /// The token is a bearer token and no single-use one.
    case reuse
    /// `exp` is an integer that has not passed by 300 s.
    case expiration
    /// `iat` is an integer that is not in the future.
    case issueTime = "issue_time"
    /// `exp` is 1 to 3600 s after `iat`.
    case lifetime
    /// `aud` is Google's one audience for custom tokens.
    case audience
    /// `iss` and `sub` are the account that signed.
    case issuer
    /// The header asks for RS256 and nothing else.
    case header
    /// The parts are strict base64url and hold JSON objects.
    case encoding
    /// The signature is right.
    case signature
    /// The signature part is there.
    case signaturePresent = "signature_present"
    /// There are three parts.
    case segments
    /// There is a token.
    case tokenPresent = "token_present"
    /// The account belongs to the project of the API key.
    case project
    /// `uid` is there and 1 to 128 characters long.
    case uid
    /// `claims` is an object without reserved names.
    case claims
    /// The user is not disabled.
    case user
    /// `tenant_id` is the tenant of the request.
    case tenant
    /// The tenant of the request exists and is enabled.
    case tenantState = "tenant_state"
    /// The API key is good.
    case apiKey = "api_key"
    /// Second factors are not asked for.
    case secondFactor = "second_factor"

    /// The order in which a violation decides the answer: what cannot be read cannot be judged further.
    static let precedence: [ProductionRule] = [
        .tokenPresent, .segments, .signaturePresent, .encoding, .header, .audience, .issuer, .expiration, .issueTime,
        .lifetime, .signature, .project, .uid, .claims, .tenant,
    ]
}
