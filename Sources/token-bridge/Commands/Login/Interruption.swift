import CustomTokenBridge
import Logins
import Operations
import Threads

/// Runs a login that Ctrl-C, SIGTERM and the end of the terminal give up.
enum Interruption: Sendable {
    /// Waits for the end of a login; the countdown is gone by then, whatever the end.
    ///
    /// - Parameters:
    ///   - screen: Where the login shows itself.
    ///   - subject: What is given up.
    ///   - work: The login.
    /// - Returns: What it brings.
    /// - Throws: What the login throws, or `Failure` with code `INTERRUPTED`.
    static func result<Value: Sendable>(
        _ screen: LoginScreen, givingUp subject: String = "the login",
        of work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let signals = try SignalStream()
        defer { signals.stop() }
        return try Waiting.result {
            let isInterrupted = Locked(false)
            let login = Task { try await work() }
            let watch = Task {
                for await _ in signals.signals {
                    isInterrupted.withLock { $0 = true }
                    login.cancel()
                }
            }
            let countdown = Task { await screen.countDown() }
            let result = await login.result
            watch.cancel()
            countdown.cancel()
            await countdown.value
            screen.end()
            // A token that was there by then is not thrown away.
            if case .failure = result, isInterrupted.withLock({ $0 }) {
                throw Failure(
                    code: "INTERRUPTED", message: "\(subject) was given up", hint: nil, exitCode: .denied)
            }
            return try result.get()
        }
    }
}
