import JOSE
import OAuthClient
import StrictJSON

/// A user's session with Firebase: made by a custom token, kept in a store, and good for ID tokens until it is ended.
///
/// Any number of tasks and processes may use one session: whoever needs a new ID token first fetches it, and the others
/// get the same.
///
///     let session = try await FirebaseSession.begin(
///         with: customToken, FirebaseSignIn(apiKey: key), as: .standard, in: folder, over: connection)
///     let idToken = try await session.idToken()
public actor FirebaseSession {
    /// How long an ID token must be good for at least, in seconds: else a new one is fetched.
    public static let marginSeconds: Int64 = 300

    /// The name under which the session is kept.
    public nonisolated let name: AccountName

    let store: any SessionStore
    let connection: FirebaseConnection
    private var refresh: Task<Result<SessionIDToken, FirebaseSessionError>, Never>?

    /// Takes up a session that is kept.
    ///
    /// Nothing is read by that.
    ///
    /// - Parameters:
    ///   - name: The name under which it is kept.
    ///   - store: Where it is kept.
    ///   - connection: The way to Firebase.
    public init(resuming name: AccountName, in store: any SessionStore, over connection: FirebaseConnection) {
        self.name = name
        self.store = store
        self.connection = connection
    }

    /// An ID token that is good for five minutes at least, or, where Firebase cannot be reached, for 30
    /// seconds at least; `SessionIDToken.shortfall` says then why.
    ///
    /// Where the one that is kept is not, a new one is fetched, once for all who ask; the fetch is not given up when one
    /// of them is cancelled.
    ///
    /// - Returns: The token.
    /// - Throws: `FirebaseSessionError`: `clockNotSet` before anything else; `sessionUnknown`; `sessionEnded` where one
    ///   has to sign in again; `firebaseUnavailable` where it may work later.
    public func idToken() async throws(FirebaseSessionError) -> SessionIDToken {
        let now = try FirebaseClock.setTime(of: connection.wallClock)
        let session = try required(try store.session(named: name))
        try check(session)
        if session.isFresh(at: now) { return SessionIDToken(session) }
        let running = refresh ?? begunRefresh()
        return try await running.value.get()
    }

    private func begunRefresh() -> Task<Result<SessionIDToken, FirebaseSessionError>, Never> {
        let task = Task {
            let result = await refreshResult()
            refresh = nil
            return result
        }
        refresh = task
        return task
    }

    private func refreshResult() async -> Result<SessionIDToken, FirebaseSessionError> {
        do throws(FirebaseSessionError) {
            let held = try await store.hold(name)
            defer { held.release() }
            return .success(try await refreshed(under: held))
        } catch {
            return .failure(error)
        }
    }

    /// The session as it is kept.
    ///
    /// - Returns: The session.
    /// - Throws: `FirebaseSessionError` with code `sessionUnknown`, `sessionDamaged` or `sessionFolderUnusable`.
    public func stored() throws(FirebaseSessionError) -> StoredSession {
        try required(try store.session(named: name))
    }

    func required(_ session: StoredSession?) throws(FirebaseSessionError) -> StoredSession {
        guard let session else {
            throw FirebaseSessionError(
                .sessionUnknown, "there is no session named \(name.value.quotedExcerpt)",
                cure: "sign in with token-bridge login --api-key KEY")
        }
        return session
    }

    /// Returns if the session can go on, and here.
    func check(_ session: StoredSession) throws(FirebaseSessionError) {
        try session.place.check(against: connection.endpoints)
        if let code = session.endedBy {
            let words = IdentityToolkitRefusal(code)?.words ?? "it was ended"
            throw FirebaseSessionError(
                .sessionEnded, "the session \(name.value.quotedExcerpt) is over: \(words) (\(code.quotedExcerpt))",
                cure: "sign in again", firebaseCode: code)
        }
    }
}

extension StoredSession {
    /// Whether its ID token is good for some time yet.
    ///
    /// One that seems to be from the future is not: the clock has been set since.
    func isFresh(at now: NumericDate) -> Bool {
        now + FirebaseSession.marginSeconds <= expiration && issuedAt <= now + ClockLeeway.standard.seconds
    }
}
