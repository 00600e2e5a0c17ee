/// How many user codes may be entered wrongly in the life of a code before nothing that is entered is looked at any more
/// (RFC 8628, section 5.1).
///
/// There are 20^8 codes, so five guesses, which is what one network has, find a given one with a chance of 2^-32: the odds
/// that the RFC asks for. What all networks together may guess is a bound of another kind. It must stay small against all
/// codes, and be more than what a few can use up: once it is reached, people with right codes have to wait, too. 5,000
/// guesses take 1,000 addresses of IPv4, or 250 subscribers of IPv6. They find a given code with a chance of 1 in 5
/// million, any of 100 open codes with 1 in 51,000, and any of 10,000, which one client has at most, with 1 in 512.
public struct GuessLimits: Sendable, Equatable {
    /// From one network; five guesses find a code with a chance of 2^-32.
    public let perNetwork: Int
    /// From one browser session.
    public let perBrowserSession: Int
    /// From everywhere, so that many networks together find no code either.
    public let everywhere: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - perNetwork: How many wrong codes from one network, 1 to 1,000.
    ///   - perBrowserSession: How many from one browser session, 1 to 1,000.
    ///   - everywhere: How many from everywhere, 1 to 1,000,000.
    public init(perNetwork: Int = 5, perBrowserSession: Int = 5, everywhere: Int = 5000) {
        self.perNetwork = min(max(perNetwork, 1), 1000)
        self.perBrowserSession = min(max(perBrowserSession, 1), 1000)
        self.everywhere = min(max(everywhere, 1), 1_000_000)
    }
}
