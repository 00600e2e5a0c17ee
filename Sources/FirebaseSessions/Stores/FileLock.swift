import CustomTokens
import Glibc
import OAuthClient
import StrictJSON
import Threads

/// An exclusive lock on a file, among processes and within one; the system takes it from a process that ends.
final class FileLock: Sendable {
    /// How long a lock is waited for: longer than a refresh with all its repetitions.
    private static let patience = Duration.seconds(60)

    private let path: String
    /// The open file; negative once it is released.
    private let descriptor: Locked<Int32>

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = Locked(descriptor)
    }

    deinit {
        release()
    }

    /// Waits for the lock without holding up a thread.
    static func held(
        _ path: String, _ name: AccountName, _ clock: any MonotonicClock
    ) async throws(FirebaseSessionError) -> FileLock {
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
    private static func attempt(_ path: String) throws(FirebaseSessionError) -> FileLock? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unusable(path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            if code == EWOULDBLOCK || code == EINTR { return nil }
            throw unusable(path, code)
        }
        // Whoever had it may have removed the file: then others lock another one of that name.
        guard isFile(descriptor, at: path) else {
            close(descriptor)
            return nil
        }
        return FileLock(path: path, descriptor: descriptor)
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &opened) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    private static func unusable(_ path: String, _ code: Int32) -> FirebaseSessionError {
        FirebaseSessionError(
            .sessionFolderUnusable, "\(path.argumentExcerpt) cannot be locked: \(SystemError.text(code))",
            cure: "check the owner and mode of the folder, and that it is no read-only file system")
    }

    /// Removes the file while the lock is held.
    func removeFile() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { unsafe unlink(path) }
        }
    }

    func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }
}
