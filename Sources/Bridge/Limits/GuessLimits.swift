/// How many user codes may be entered wrongly in the life of a code before nothing that is entered is looked at any more
/// (RFC 8628, section 5.1).
///
/// A guess is right with a chance of 2^-34.5 for each code that lives: what all origins together may guess must stay
/// small where many codes live, and must not be what one of them can use up.
public struct GuessLimits: Sendable, Equatable {
    /// From one network; five guesses find a code with a chance of 2^-32.
    public let perNetwork: Int
    /// From one browser session.
    public let perBrowserSession: Int
    /// From everywhere, so that many networks together find no code either.
    ///
    /// It is well above the limit of one network: else whoever mistypes on purpose would stop everybody's sign-in.
    public let everywhere: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - perNetwork: How many wrong codes from one network, 1 to 1,000.
    ///   - perBrowserSession: How many from one browser session, 1 to 1,000.
    ///   - everywhere: How many from everywhere, 1 to 1,000.
    public init(perNetwork: Int = 5, perBrowserSession: Int = 5, everywhere: Int = 100) {
        self.perNetwork = min(max(perNetwork, 1), 1000)
        self.perBrowserSession = min(max(perBrowserSession, 1), 1000)
        self.everywhere = min(max(everywhere, 1), 1000)
    }
}
