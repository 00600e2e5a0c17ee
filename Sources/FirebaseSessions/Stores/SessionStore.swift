/// Where sessions are kept.
public protocol SessionStore: Sendable {
    /// The names of the sessions that are there, in order.
    ///
    /// - Throws: `FirebaseSessionError` with code `sessionFolderUnusable`.
    func names() throws(FirebaseSessionError) -> [AccountName]

    /// The session of a name; nil where there is none.
    ///
    /// - Parameter name: The name.
    /// - Returns: The session.
    /// - Throws: `FirebaseSessionError` with code `sessionDamaged` or `sessionFolderUnusable`.
    func session(named name: AccountName) throws(FirebaseSessionError) -> StoredSession?

    /// Waits for the sole right to change the session of a name, which others have until they release it or end.
    ///
    /// - Parameter name: The name.
    /// - Returns: The right.
    /// - Throws: `FirebaseSessionError` with code `sessionBusy`, `sessionFolderUnusable` or `cancelled`.
    func hold(_ name: AccountName) async throws(FirebaseSessionError) -> any HeldSession
}

/// The sole right to change one session, across processes; it goes with its last owner, or when the process ends.
public protocol HeldSession: Sendable {
    /// The session as it is now; nil where there is none.
    ///
    /// - Throws: `FirebaseSessionError` with code `sessionDamaged` or `sessionFolderUnusable`.
    func session() throws(FirebaseSessionError) -> StoredSession?

    /// Keeps a session in the place of the one that is there; when this returns, a crash does not lose it.
    ///
    /// - Parameter session: The session.
    /// - Throws: `FirebaseSessionError` with code `sessionNotKept`; the old one is then as it was.
    func keep(_ session: StoredSession) throws(FirebaseSessionError)

    /// Drops the session, also one that is damaged.
    ///
    /// - Throws: `FirebaseSessionError` with code `sessionNotKept` where it is still there.
    func drop() throws(FirebaseSessionError)

    /// Gives the right back.
    func release()
}
