/// How long fetched keys are fresh.
enum KeySetFreshness: Sendable {
    /// That of a key set that says nothing of it.
    static let standard = Duration.seconds(600)
    /// The least and most, whatever a key set says.
    static let bounds = Duration.seconds(60)...Duration.seconds(24 * 3600)

    /// How long keys are fresh.
    static func bounded(_ stated: Duration?) -> Duration {
        min(max(stated ?? standard, bounds.lowerBound), bounds.upperBound)
    }

    /// How long after a fetch the next may begin in the background: 80 to 90 % of the freshness.
    ///
    /// - Parameters:
    ///   - freshness: How long the keys are fresh.
    ///   - jitter: A random byte, so that many caches do not fetch at once.
    /// - Returns: The time.
    static func refresh(_ freshness: Duration, jitter: UInt8) -> Duration {
        freshness * (8 * 256 + Int(jitter)) / (10 * 256)
    }
}
