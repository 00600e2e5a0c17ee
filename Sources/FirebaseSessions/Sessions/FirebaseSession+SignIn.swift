import OAuthClient

/// A session that has just begun.
public struct BegunSession: Sendable {
    /// The session.
    public let session: FirebaseSession
    /// Its first ID token.
    public let idToken: VerifiedFirebaseIDToken
    /// Whose session was kept under the name before; nil for nobody's.
    public let replacedUserID: String?
}

extension FirebaseSession {
    /// Signs a custom token in and keeps the session.
    ///
    /// Whether the session can be kept is found out first. Nothing is kept before the ID token was verified and found to
    /// be for the custom token's uid.
    ///
    /// - Parameters:
    ///   - customToken: The custom token.
    ///   - signIn: What it is signed in to.
    ///   - name: The name to keep the session under; one that is kept under it is replaced.
    ///   - store: Where to keep it.
    ///   - connection: The way to Firebase.
    /// - Returns: The session and its first ID token.
    /// - Throws: `FirebaseSessionError`: `clockNotSet` before anything else; `sessionDamaged` where the file of the name
    ///   cannot be understood, which is left as it is.
    public static func begin(
        with customToken: UnverifiedCustomToken, _ signIn: FirebaseSignIn, as name: AccountName,
        in store: any SessionStore, over connection: FirebaseConnection
    ) async throws(FirebaseSessionError) -> BegunSession {
        _ = try FirebaseClock.setTime(of: connection.wallClock)
        try signIn.check(customToken, for: connection.endpoints)
        let held = try await store.hold(name)
        defer { held.release() }
        let former = try held.session()
        let answer = try await IdentityToolkit(connection, apiKey: signIn.apiKey).signIn(with: customToken)
        let idToken = try await FirebaseIDTokenVerifier.verify(
            answer.idToken, for: customToken, of: signIn.project, over: connection)
        try held.keep(
            StoredSession(
                idToken, refreshToken: answer.refreshToken, apiKey: signIn.apiKey,
                place: StoredSession.Place(connection.endpoints), revocation: signIn.revocation))
        return BegunSession(
            session: FirebaseSession(resuming: name, in: store, over: connection), idToken: idToken,
            replacedUserID: former?.userID)
    }
}
