import Synchronization

/// How many may wait for one other party at once.
///
/// A party that does not answer holds up those that wait for it, and these hold what they were given to work with. With
/// a limit for each party, one that is slow leaves room for the requests that do not need it.
public final class WaitLimit: Sendable {
    /// A quarter of what the service answers at once.
    public static let standard = 128

    private let maximum: Int
    private let subject: String
    private let refused: @Sendable () -> Void
    private let waiting = Atomic<Int>(0)

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - subject: Whom they wait for, as the refusal names it.
    ///   - maximum: How many may wait at once, at least 1.
    ///   - refused: Is told of each that is refused.
    public init(
        _ subject: String, maximum: Int = WaitLimit.standard, refused: @escaping @Sendable () -> Void = {}
    ) {
        self.subject = subject
        self.refused = refused
        self.maximum = max(maximum, 1)
    }

    /// Whether the next one would be refused.
    public var isFull: Bool { waiting.load(ordering: .relaxed) >= maximum }

    /// Runs what may have to wait, unless too many wait already.
    ///
    /// - Parameter body: What may have to wait.
    /// - Returns: What it returns.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` at once where too many wait, or what it throws.
    public func run<Result: Sendable>(
        _ body: () async throws(OAuthClientError) -> Result
    ) async throws(OAuthClientError) -> Result {
        let count = waiting.add(1, ordering: .relaxed).newValue
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard count <= maximum else {
            refused()
            throw OAuthClientError(
                .providerUnavailable, "\(subject) is slow to answer, and too many requests wait for it already",
                retryAfterSeconds: 1)
        }
        return try await body()
    }
}
