public import OAuthClient

/// Where a provider's token answers leave the standard, beside the forms of scopes.
public struct TokenAnswerRules: Sendable {
    /// What an answer without `token_type` is.
    public var missingTokenType = TokenResponseRules.MissingTokenType.refused
    /// Whether an answer needs an ID token: nothing else that the provider has says who somebody is.
    public var idToken = TokenResponseRules.IDTokenNeed.optional
    /// What says besides `error` that an answer with status 200 is one of failure.
    public var failureMembers: [FailureMember] = []
}
