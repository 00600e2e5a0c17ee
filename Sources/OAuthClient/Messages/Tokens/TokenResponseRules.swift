/// Where a provider's token answers leave RFC 6749, section 5.1.
///
/// What is not said here is refused.
public struct TokenResponseRules: Sendable {
    /// What an answer without `token_type` is.
    public enum MissingTokenType: Sendable {
        /// Malformed.
        case refused
        /// One with a bearer token.
        case isBearer
    }

    /// Whether an answer needs an ID token.
    public enum IDTokenNeed: Sendable {
        /// It may have one.
        case optional
        /// Without one it proves nothing.
        case required
    }

    /// How scopes may be written besides the form of RFC 6749.
    public let scopeForms: Set<ScopeForm>
    /// What an answer without `token_type` is.
    public let missingTokenType: MissingTokenType
    /// Whether an answer needs an ID token.
    public let idToken: IDTokenNeed
    /// What says besides `error` that an answer with status 200 is one of failure.
    public let failureMembers: [FailureMember]
    /// The member with the account's identifier, which some providers give beside the token.
    public let accountMember: String?

    /// Makes rules; those of RFC 6749 where nothing is said.
    ///
    /// - Parameters:
    ///   - scopeForms: How scopes may be written besides the form of RFC 6749.
    ///   - missingTokenType: What an answer without `token_type` is.
    ///   - idToken: Whether an answer needs an ID token.
    ///   - failureMembers: What says besides `error` that an answer with status 200 is one of failure.
    ///   - accountMember: The member with the account's identifier.
    public init(
        scopeForms: Set<ScopeForm> = [], missingTokenType: MissingTokenType = .refused,
        idToken: IDTokenNeed = .optional, failureMembers: [FailureMember] = [],
        accountMember: String? = nil
    ) {
        self.scopeForms = scopeForms
        self.missingTokenType = missingTokenType
        self.idToken = idToken
        self.failureMembers = failureMembers
        self.accountMember = accountMember
    }
}
