import CustomTokens
import Glibc
import StrictJSON

/// Makes folders that only their owner can enter.
enum PrivateFolder: Sendable {
    /// Makes a folder and those above it where they are missing, and sees to it that others cannot enter it.
    ///
    /// - Throws: `FirebaseSessionError` with code `sessionFolderUnusable`.
    static func make(_ path: String) throws(FirebaseSessionError) {
        var status = stat()
        if unsafe stat(path, &status) != 0 {
            let parts = path.split(separator: "/")
            for count in 1...max(1, parts.count) {
                let folder = (path.hasPrefix("/") ? "/" : "") + parts.prefix(count).joined(separator: "/")
                guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EISDIR else {
                    // Those above may not be ours to make, and still be there.
                    let code = errno
                    guard unsafe stat(folder, &status) == 0 else { throw unusable(folder, SystemError.text(code)) }
                    continue
                }
            }
            guard unsafe stat(path, &status) == 0 else { throw unusable(path, SystemError.text(errno)) }
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw unusable(path, "it is no folder") }
        if status.st_mode & 0o077 != 0 {
            guard unsafe chmod(path, 0o700) == 0 else {
                throw unusable(path, "others can enter it, and its mode cannot be changed")
            }
        }
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw unusable(path, SystemError.text(errno)) }
    }

    /// What is worth telling the person of a folder that only reads go to: a change would make it theirs alone.
    static func warnings(about path: String) -> [String] {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & 0o022 != 0 else { return [] }
        let mode = String(status.st_mode & 0o777, radix: 8)
        return ["others can replace what is in \(path.argumentExcerpt) (mode \(mode)): chmod 700 it"]
    }

    private static func unusable(_ path: String, _ fault: String) -> FirebaseSessionError {
        FirebaseSessionError(
            .sessionFolderUnusable, "\(path.argumentExcerpt) cannot hold sessions: \(fault)",
            cure: "set XDG_STATE_HOME to a folder that this user may write to")
    }
}
