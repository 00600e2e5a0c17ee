/// How far two clocks may differ.
public struct ClockLeeway: Sendable, Equatable {
    /// The largest leeway, in seconds.
    public static let maximumSeconds: Int64 = 300
    /// One minute.
    public static let standard = ClockLeeway(validSeconds: 60)

    /// The leeway, in seconds.
    public let seconds: Int64

    /// Makes a leeway.
    ///
    /// - Parameter seconds: The leeway, in seconds, 0 to 300.
    /// - Throws: `JOSEError` with code `leewayInvalid`.
    public init(seconds: Int64) throws(JOSEError) {
        guard 0...Self.maximumSeconds ~= seconds else {
            throw JOSEError(.leewayInvalid, "the leeway for clocks is not between 0 and \(Self.maximumSeconds) seconds")
        }
        self.init(validSeconds: seconds)
    }

    private init(validSeconds: Int64) {
        seconds = validSeconds
    }
}
