/// What is known of a signing key for the metrics.
public struct KeyMetrics: Sendable, Equatable {
    /// Its identifier.
    public let keyID: String
    /// Its state, such as `active`.
    public let state: String
    /// For how many seconds it is valid; nil where it does not expire.
    public let secondsToExpiry: Int64?

    /// Names them.
    public init(keyID: String, state: String, secondsToExpiry: Int64?) {
        self.keyID = keyID
        self.state = state
        self.secondsToExpiry = secondsToExpiry
    }
}
