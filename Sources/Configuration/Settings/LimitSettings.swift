public import Bridge
public import Operations

/// What one network may ask for, where nothing else is said; an IPv6 network is a /64, and those of one /48 get ten times
/// as much together.
public struct LimitSettings: Sendable {
    /// Requests of any kind.
    public let requests: TokenBucketLimiter.Rate
    /// Requests to the token endpoint of one client that has proven who it is, from everywhere.
    public let clientRequests: TokenBucketLimiter.Rate
    /// Device logins that are started.
    public let deviceLogins: StartLimits
    /// Sign-ins that are begun in a browser in ten minutes.
    public let signIns: Int64
    /// User codes that are entered wrongly in the life of a code; the setting is for those from everywhere.
    public let deviceGuesses: GuessLimits

    static let standardRequests: Int64 = 1200
    /// What ten networks have.
    static let standardClientRequests: Int64 = 12_000

    /// So many requests a minute, a quarter of them at once.
    static func requests(perMinute count: Int64) -> TokenBucketLimiter.Rate {
        .perMinute(Int(count), burst: Int(max(count / 4, 1)))
    }
}
