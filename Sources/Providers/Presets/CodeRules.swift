public import OAuthClient

/// What a request that redeems a code says beside the standard's parameters (RFC 6749, section 4.1.3).
public struct CodeRules: Sendable {
    /// A parameter that always has the same value.
    public struct FixedParameter: Sendable, Equatable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String
    }

    /// Parameters that always have the same value.
    public var fixed: [FixedParameter] = []
    /// The names of the parameters of the authorization response that go along with its code.
    public var fromResponse: [String] = []
    /// What the provider appends to codes and does not take back; nil for nothing.
    public var droppedSuffix: String?
    /// What is known about codes that a person types or pastes.
    public var typedForm = TypedCodeForm.verbatim
}
