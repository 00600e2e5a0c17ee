import CustomTokens
import Glibc
import StrictJSON

/// The file of one session.
struct SessionFile: Sendable {
    static let suffix = ".json"

    let folder: String
    let name: AccountName

    var path: String { "\(folder)/\(name.value)\(Self.suffix)" }
    /// The file whose lock guards it: hidden, so that no name of an account meets it.
    var lockPath: String { "\(folder)/.\(name.value).lock" }

    /// The session; nil where there is none.
    func session() throws(FirebaseSessionError) -> StoredSession? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw unreadable(SystemError.text(errno))
        }
        let file: SecretFile
        do throws(CustomTokenError) {
            file = try SecretFile(regularFile: path)
        } catch {
            throw unreadable(error.reason)
        }
        do throws(StoredSession.Damage) {
            return try StoredSession(parsing: file.bytes)
        } catch {
            throw FirebaseSessionError(
                .sessionDamaged,
                "the session file \(path.argumentExcerpt) is damaged and left as it is: \(error.fault)",
                cure: "drop it with token-bridge logout --account \(name.value), then sign in again")
        }
    }

    /// Replaces the session.
    func write(_ session: StoredSession) throws(FirebaseSessionError) {
        removeLeftovers()
        do throws(CustomTokenError) {
            try PrivateFile.replace(path, with: session.json.compactBytes + [UInt8(ascii: "\n")])
        } catch {
            throw notKept(error.reason)
        }
    }

    /// Removes the session.
    func remove() throws(FirebaseSessionError) {
        removeLeftovers()
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw notKept(SystemError.text(errno)) }
    }

    /// Removes what a process that was killed in the middle of writing has left: it holds tokens too.
    private func removeLeftovers() {
        let beginning = "\(name.value)\(Self.suffix)."
        let files = (try? FolderListing.names(in: folder)) ?? []
        for file in files where file.hasPrefix(beginning) && file.hasSuffix(".new") {
            unsafe unlink("\(folder)/\(file)")
        }
    }

    private func unreadable(_ fault: String) -> FirebaseSessionError {
        FirebaseSessionError(
            .sessionFolderUnusable, "the session file \(path.argumentExcerpt) cannot be read: \(fault)",
            cure: "check its owner and mode")
    }

    private func notKept(_ fault: String) -> FirebaseSessionError {
        FirebaseSessionError(
            .sessionNotKept, "the session file \(path.argumentExcerpt) cannot be changed: \(fault)",
            cure: "check the folder, its owner, and the space on the disk")
    }
}
