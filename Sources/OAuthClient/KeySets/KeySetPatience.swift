/// How long an issuer is left in peace after a fetch of its keys, and how long keys are used that it cannot confirm.
public struct KeySetPatience: Sendable, Equatable {
    /// From when on the longest use of keys is counted.
    enum Beginning: Sendable, Equatable {
        /// From when the issuer last published them.
        case published
        /// From when they were fresh no longer.
        case stale
    }

    /// The least time from the end of one fetch to the next.
    let cooldown: Duration
    /// The longest use of keys while the issuer cannot be reached.
    let longestUse: Duration
    /// From when on it is counted.
    let beginning: Beginning

    /// For providers, whose outage would keep all their users out: a fetch each 30 s, and keys of the last day.
    public static let provider = KeySetPatience(
        cooldown: .seconds(30), longestUse: .seconds(24 * 3600), beginning: .published)

    /// For Firebase's certificates, which say themselves how long they are good: a fetch each 60 s, and an hour of grace
    /// (FB-19).
    public static let firebase = KeySetPatience(
        cooldown: .seconds(60), longestUse: .seconds(3600), beginning: .stale)
}
