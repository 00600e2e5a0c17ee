import CustomTokens
import Glibc
public import OAuthClient
import StrictJSON

/// A folder with one file for each session, that only its owner can enter.
///
/// Files are replaced whole and survive a crash; a damaged one is told of and never overwritten. Processes that change
/// the same session take turns by a lock on a file beside it, which goes with a process that is killed.
public struct SessionFolder: SessionStore {
    /// The path.
    public let path: String

    private let clock: any MonotonicClock

    /// Names a folder, which is made when something is first kept in it.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - clock: The clock that waiting for the lock is measured with.
    public init(path: String, clock: any MonotonicClock = SystemMonotonicClock()) {
        self.path = path
        self.clock = clock
    }

    /// Finds the folder of a user: `token-bridge/sessions` in `XDG_STATE_HOME`, or in `~/.local/state`.
    ///
    /// - Parameters:
    ///   - environment: The environment of the process.
    ///   - clock: The clock that waiting for the lock is measured with.
    /// - Throws: `FirebaseSessionError` with code `sessionFolderUnusable` where neither variable names an absolute path.
    public init(
        environment: [String: String], clock: any MonotonicClock = SystemMonotonicClock()
    ) throws(FirebaseSessionError) {
        // A relative path is invalid and to be ignored (XDG Base Directory Specification).
        let isAbsolute = { (path: String) in path.utf8.first == UInt8(ascii: "/") }
        let state = environment["XDG_STATE_HOME"].flatMap { isAbsolute($0) ? $0 : nil }
        let home = environment["HOME"].flatMap { isAbsolute($0) ? $0 : nil }
        guard let state = state ?? home.map({ "\($0)/.local/state" }) else {
            throw FirebaseSessionError(
                .sessionFolderUnusable,
                "there is no folder for sessions: neither XDG_STATE_HOME nor HOME is an absolute path",
                cure: "set XDG_STATE_HOME to a folder that this user may write to")
        }
        self.init(path: "\(state)/token-bridge/sessions", clock: clock)
    }

    /// The names of the sessions that are there, in order.
    ///
    /// - Throws: `FirebaseSessionError` with code `sessionFolderUnusable`.
    public func names() throws(FirebaseSessionError) -> [AccountName] {
        let files: [String]
        do throws(CustomTokenError) {
            files = try FolderListing.namesIfThere(in: path) ?? []
        } catch {
            throw FirebaseSessionError(
                .sessionFolderUnusable, error.reason, cure: "check the owner and mode of the folder")
        }
        return files.compactMap { file in
            file.hasSuffix(SessionFile.suffix)
                ? try? AccountName(String(file.dropLast(SessionFile.suffix.utf8.count))) : nil
        }.sorted()
    }

    /// The session of a name; nil where there is none.
    ///
    /// - Parameter name: The name.
    /// - Returns: The session.
    /// - Throws: `FirebaseSessionError` with code `sessionDamaged` or `sessionFolderUnusable`.
    public func session(named name: AccountName) throws(FirebaseSessionError) -> StoredSession? {
        try SessionFile(folder: path, name: name).session()
    }

    /// Waits for the sole right to change the session of a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The right.
    /// - Throws: `FirebaseSessionError` with code `sessionBusy` after a minute, `sessionFolderUnusable` or `cancelled`.
    public func hold(_ name: AccountName) async throws(FirebaseSessionError) -> any HeldSession {
        try PrivateFolder.make(path)
        let file = SessionFile(folder: path, name: name)
        let lock = try await SessionLock.held(file.lockPath, name, clock)
        return HeldSessionFile(file: file, lock: lock)
    }

    /// What is worth telling the person, such as files that others can read, or a folder where they can replace them.
    ///
    /// - Parameter name: The name of a session.
    /// - Returns: The warnings.
    public func warnings(about name: AccountName) -> [String] {
        let ofFile = (try? SecretFile(regularFile: SessionFile(folder: path, name: name).path))?.warnings ?? []
        return PrivateFolder.warnings(about: path) + ofFile
    }
}
