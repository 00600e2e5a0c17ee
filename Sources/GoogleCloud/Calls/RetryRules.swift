/// How often, and after which pauses, a request is sent again that Google could not answer.
public struct RetryRules: Sendable {
    /// For calls that somebody waits for: four more attempts, within 15 s in all.
    public static let standard = RetryRules(attempts: 5, firstPause: .milliseconds(500), deadline: .seconds(15))

    /// The most attempts.
    public let attempts: Int
    /// The pause after the first; each later one is twice as long.
    public let firstPause: Duration
    /// From the first attempt on, no pause begins that would end later.
    public let deadline: Duration

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - attempts: The most attempts.
    ///   - firstPause: The pause after the first; each later one is twice as long.
    ///   - deadline: From the first attempt on, no pause begins that would end later.
    public init(attempts: Int, firstPause: Duration, deadline: Duration) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.deadline = deadline
    }

    /// The pause after an attempt.
    ///
    /// - Parameters:
    ///   - attempt: Which, from 1.
    ///   - jitter: A random byte, by which up to half of the pause is taken off.
    ///   - retryAfter: The seconds that Google asked for.
    /// - Returns: The pause.
    func pause(after attempt: Int, jitter: UInt8, retryAfter: Int?) -> Duration {
        let whole = firstPause * (1 << min(attempt - 1, 16))
        let pause = whole - whole * Int(jitter) / 510
        return max(pause, .seconds(retryAfter ?? 0))
    }
}
