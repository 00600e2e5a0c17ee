import CustomTokenBridge
import GoogleCloud
import JOSE
import StrictJSON

/// The waits of a rotation: for Google to publish a key, for what is out of order to recover, and for a time of day.
struct RotationWait: Sendable {
    private static let longestSlice = Duration.seconds(60)

    private let wait: PublicationWait
    private let console: Console

    init(_ wait: PublicationWait, _ console: Console) {
        self.wait = wait
        self.console = console
    }

    /// The shortest time from an upload to the first signature.
    var leastSeconds: Int64 { wait.least.components.seconds }

    /// Waits until a key is published: the pauses grow, and there is an end.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - isPublished: Looks once.
    /// - Throws: What looking throws; `Failure` with exit code 75 where the time is up.
    func untilPublished(_ keyID: String, _ isPublished: () async throws -> Bool) async throws {
        let start = ContinuousClock.now
        var pause = wait.firstPause
        while try await !isPublished() {
            guard ContinuousClock.now + pause - start <= wait.deadline else {
                throw Failure(
                    code: GoogleCloudError.Code.keyNotPublished.rawValue,
                    message: "Google does not publish \(keyID) within \(wait.deadline.components.seconds) s",
                    hint: "it does not sign yet; run the same command again, which goes on from here",
                    exitCode: .temporary)
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, wait.longestPause)
        }
    }

    /// Does something again as long as Google is out of order, and no longer than the longest wait.
    ///
    /// - Parameter body: What is done; it may be done twice.
    /// - Returns: What it returns.
    /// - Throws: What it throws last.
    func whileUnavailable<Value>(_ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        var pause = wait.firstPause
        while true {
            do {
                return try await body()
            } catch let error as GoogleCloudError where error.code.isTemporary && error.code != .cancelled {
                let asked = Duration.seconds(error.retryAfterSeconds ?? 0)
                guard ContinuousClock.now + max(pause, asked) - start <= wait.deadline else { throw error }
                console.note("\(error.reason); it is tried again")
                try await Task.sleep(for: max(pause, asked))
                pause = min(pause * 2, wait.longestPause)
            }
        }
    }

    /// Waits for a time of day, also where the clock is set meanwhile.
    func until(_ time: NumericDate, _ clock: some WallClock) async throws {
        while case let now = try clock.now(), now < time {
            let rest = Duration.seconds(time.secondsSinceEpoch - now.secondsSinceEpoch)
            try await Task.sleep(for: min(rest, Self.longestSlice))
        }
    }
}
