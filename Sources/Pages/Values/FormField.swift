/// The names of the fields that forms send.
public enum FormField: String, Sendable, CaseIterable {
    /// The token against forged requests.
    case token = "csrf_token"
    /// The user code (RFC 8628, section 3.3).
    case userCode = "user_code"
    /// What the person decided.
    case decision = "decision"
    /// The provider that the person chose.
    case provider = "provider"
}

/// What a person decides about a code.
public enum Decision: String, Sendable, CaseIterable {
    /// The code is on their device; the sign-in goes on.
    case approve = "approve"
    /// It is not; nothing is signed in.
    case deny = "deny"
}
