/// What holds for every server that mints, whatever its own registration says.
public struct MintingRules: Sendable {
    /// What tokens say where the server does not ask for something else.
    public let policy: MintingPolicy
    /// What the uids of configured providers begin with, without the colon: nobody mints for an account of theirs.
    public let providerPrefixes: [String]

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - policy: What tokens say where the server does not ask for something else.
    ///   - providerPrefixes: What the uids of configured providers begin with, without the colon.
    public init(policy: MintingPolicy, providerPrefixes: [String]) {
        self.policy = policy
        self.providerPrefixes = providerPrefixes
    }
}
