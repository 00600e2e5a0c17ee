/// How many user codes may be entered wrongly before nothing that is entered is looked at any more (RFC 8628,
/// section 5.1).
///
/// A guess is right with a chance of 2^-34.5 for each code that lives.
public struct GuessLimits: Sendable, Equatable {
    /// From one network; five guesses find a code with a chance of 2^-32.
    public var perNetwork: Int64
    /// From one browser session.
    public var perBrowserSession: Int64
    /// From everywhere, so that many networks together find no code either.
    ///
    /// It is well above the limit of one network: else whoever mistypes on purpose would stop everybody's sign-in.
    public var everywhere: Int64

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - perNetwork: How many wrong codes from one network, at least 1.
    ///   - perBrowserSession: How many from one browser session, at least 1.
    ///   - everywhere: How many from everywhere, at least 1.
    public init(perNetwork: Int64 = 5, perBrowserSession: Int64 = 5, everywhere: Int64 = 100) {
        self.perNetwork = max(perNetwork, 1)
        self.perBrowserSession = max(perBrowserSession, 1)
        self.everywhere = max(everywhere, 1)
    }
}
