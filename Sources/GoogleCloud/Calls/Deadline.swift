import OAuthClient

/// Gives something up that takes too long.
enum Deadline: Sendable {
    /// Does something, for no longer than so long.
    ///
    /// - Parameters:
    ///   - patience: How long.
    ///   - connection: Whose clock counts.
    ///   - body: What is done; it must end when its task is cancelled.
    /// - Returns: What it returns.
    /// - Throws: What it throws; `unavailable` where the time is up.
    static func within<Answer: Sendable>(
        _ patience: Duration, _ connection: GoogleConnection,
        _ body: @escaping @Sendable () async throws(GoogleCloudError) -> Answer
    ) async throws(GoogleCloudError) -> Answer {
        let end = connection.clock.now() + patience
        let result = await withTaskGroup(of: Result<Answer, GoogleCloudError>.self) { group in
            group.addTask {
                do throws(GoogleCloudError) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do throws(GoogleCloudError) {
                    try await connection.wait(until: end)
                } catch {
                    return .failure(error)
                }
                return .failure(
                    GoogleCloudError(.unavailable, "there was no answer within \(patience.components.seconds) s"))
            }
            let first = await group.next()
            group.cancelAll()
            return first
        }
        guard let result else { throw GoogleCloudError(.cancelled, "the request was given up") }
        return try result.get()
    }
}
