/// How many device sessions may be started (RFC 6819, section 4.4.1.11).
///
/// The networks of one /48 of IPv6 may together start ten times what each of them may. With these limits the number of
/// sessions that wait at once is bounded too: none of them outlives its code for long.
public struct StartLimits: Sendable, Equatable {
    /// From one network in a minute.
    public let perNetworkAndMinute: Int64
    /// From one network in the life of a code.
    public let perNetworkAndLifetime: Int64
    /// For one client in the life of a code, from everywhere.
    public let perClientAndLifetime: Int64

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - perNetworkAndMinute: How many from one network in a minute, at least 1.
    ///   - perNetworkAndLifetime: How many from one network in the life of a code, at least 1.
    ///   - perClientAndLifetime: How many for one client in the life of a code, at least 1; nil for 10,000, or a
    ///     hundred times `perNetworkAndLifetime` where that is more.
    public init(
        perNetworkAndMinute: Int64 = 20, perNetworkAndLifetime: Int64 = 100, perClientAndLifetime: Int64? = nil
    ) {
        self.perNetworkAndMinute = max(perNetworkAndMinute, 1)
        self.perNetworkAndLifetime = max(perNetworkAndLifetime, 1)
        self.perClientAndLifetime = max(
            perClientAndLifetime ?? WideLimit.everybody(perNetworkAndLifetime, atLeast: 10_000), 1)
    }
}
