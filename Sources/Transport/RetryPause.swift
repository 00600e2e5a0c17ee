public import Cryptography

/// The pause before a request is sent a second time.
public struct RetryPause: Sendable {
    private let random: any RandomSource
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes a pause.
    ///
    /// - Parameters:
    ///   - random: Where its length comes from, so that many clients do not return at once.
    ///   - sleep: What waits; it must throw when its task is cancelled.
    public init(
        random: any RandomSource,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.random = random
        self.sleep = sleep
    }

    /// The shortest pause, to which up to 255 milliseconds are added.
    static let shortest = Duration.milliseconds(50)

    /// The length of the next pause; without randomness, the shortest.
    func length() -> Duration {
        var extra: UInt8 = 0
        do throws(CryptographyError) {
            extra = try random.bytes(count: 1).first ?? 0
        } catch {}
        return Self.shortest + .milliseconds(Int(extra))
    }

    /// Waits.
    ///
    /// - Throws: What the sleep throws when its task is cancelled.
    func wait(_ length: Duration) async throws {
        try await sleep(length)
    }
}
