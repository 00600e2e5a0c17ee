/// How it stands with fetched keys: for health checks, metrics and logs.
public struct KeySetHealth: Sendable, Equatable {
    /// The state.
    public enum State: Sendable, Equatable {
        /// Nothing was fetched yet.
        case empty
        /// The last fetch succeeded.
        case good
        /// The last fetch failed; keys of an earlier one are still in use.
        case degraded
        /// The last fetch failed, and there are no keys to use.
        case unavailable
    }

    /// The state.
    public let state: State
    /// Why the last fetch failed; nil where it did not.
    public let lastFailure: OAuthClientError?
    /// The time since the provider last published the keys; nil where it never did.
    public let age: Duration?
    /// How many keys can be used.
    public let usableKeys: Int
    /// The entries that were left out, each with its reason.
    public let skippedKeys: [String]
    /// How many fetches ended.
    public let fetches: Int
    /// How many of them failed.
    public let failures: Int
}
