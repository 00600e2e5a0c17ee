import CustomTokens
import Glibc
import OAuthClient
import StrictJSON
import Threads

/// The right to change a session, which one task of all processes has at a time.
final class SessionLock: Sendable {
    /// How long a lock is waited for: longer than a refresh with all its repetitions.
    private static let patience = Duration.seconds(60)

    private let path: String
    /// The lock; nil once it is released.
    private let lock: Locked<LockFile?>

    private init(path: String, lock: LockFile) {
        self.path = path
        self.lock = Locked(lock)
    }

    /// Waits for the lock without holding up a thread.
    static func held(
        _ path: String, _ name: AccountName, _ clock: any MonotonicClock
    ) async throws(FirebaseSessionError) -> SessionLock {
        let end = clock.now() + patience
        var pause = Duration.milliseconds(2)
        while true {
            if let lock = try attempt(path) { return lock }
            guard clock.now() < end else {
                throw FirebaseSessionError(
                    .sessionBusy, "another process has been using the session \(name.value.quotedExcerpt) for a minute",
                    cure: "see what it waits for, or end it; then try again")
            }
            do throws(OAuthClientError) {
                try await clock.sleep(until: min(clock.now() + pause, end))
            } catch {
                throw FirebaseSessionError(error)
            }
            pause = min(pause * 2, .milliseconds(100))
        }
    }

    /// The lock, if it is free.
    private static func attempt(_ path: String) throws(FirebaseSessionError) -> SessionLock? {
        switch LockFile.attempt(path) {
        case .held(let lock): return SessionLock(path: path, lock: lock)
        case .busy: return nil
        case .failed(let code): throw unusable(path, code)
        }
    }

    private static func unusable(_ path: String, _ code: Int32) -> FirebaseSessionError {
        FirebaseSessionError(
            .sessionFolderUnusable, "\(path.argumentExcerpt) cannot be locked: \(SystemError.text(code))",
            cure: "check the owner and mode of the folder, and that it is no read-only file system")
    }

    /// Removes the file while the lock is held.
    func removeFile() {
        lock.withLock { lock in
            if lock != nil { unsafe unlink(path) }
        }
    }

    func release() {
        lock.withLock { $0 = nil }
    }
}
