import Threads
import Cryptography
import Dispatch

/// Runs what must wait for a network from a command, which is not async itself.
///
/// A command that waits for nothing starts faster and smaller without the machinery of concurrency.
enum Waiting: Sendable {
    /// Waits for the end of some work.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result.
    /// - Throws: What the work throws.
    static func result<Value: Sendable>(
        of work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let result: Locked<Result<Value, any Error>> = Locked(.failure(CancellationError()))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(try await work())
            } catch {
                outcome = .failure(error)
            }
            result.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        return try result.withLock { $0 }.get()
    }
}
