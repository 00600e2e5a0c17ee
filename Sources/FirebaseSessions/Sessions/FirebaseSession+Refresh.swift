import JOSE
import OAuthClient
import StrictJSON

extension FirebaseSession {
    /// The least time that a token must be good for where no new one can be had, in seconds.
    private static let leastSeconds: Int64 = 30

    /// A fresh ID token, fetched unless somebody else has fetched one in the meantime.
    ///
    /// A new refresh token is kept before anything else is done with the answer.
    ///
    /// - Parameter held: The sole right to change the session.
    /// - Returns: The token.
    /// - Throws: `FirebaseSessionError`.
    func refreshed(under held: any HeldSession) async throws(FirebaseSessionError) -> SessionIDToken {
        let now = try FirebaseClock.setTime(of: connection.wallClock)
        var session = try required(try held.session())
        try check(session)
        if session.isFresh(at: now) { return SessionIDToken(session) }
        let interruptedAt = session.refreshBegunAt
        // Written before the token is redeemed: it proves that the new one can be kept, and tells a later run what
        // happened where no answer comes.
        session.refreshBegunAt = now
        try held.keep(session)
        do throws(FirebaseSessionError) {
            try await redeem(&session, under: held)
        } catch {
            if error.code == .firebaseUnavailable, now + Self.leastSeconds <= session.expiration,
                session.issuedAt <= now + ClockLeeway.standard.seconds
            {
                return SessionIDToken(session, shortfall: error)
            }
            throw try ended(error, &session, interruptedAt: interruptedAt, under: held)
        }
        return SessionIDToken(session)
    }

    private func redeem(_ session: inout StoredSession, under held: any HeldSession) async throws(FirebaseSessionError)
    {
        let answer = try await IdentityToolkit(connection, apiKey: session.apiKey).refresh(session.refreshToken)
        if let refreshToken = answer.refreshToken { session.refreshToken = refreshToken }
        session.refreshBegunAt = nil
        try held.keep(session)
        guard let idToken = answer.idToken else {
            throw FirebaseSessionError(.firebaseAnswerInvalid, "the answer to the refresh has no ID token")
        }
        let verifier = FirebaseIDTokenVerifier(
            project: session.project, tenant: try session.expectedTenant, connection: connection)
        let verified = try await verifier.verify(idToken)
        guard verified.userID.hasSameBytes(as: session.userID) else {
            throw FirebaseSessionError(
                .idTokenOfAnother,
                "the new ID token is for the uid \(verified.userID.quotedExcerpt), the session for \(session.userID.quotedExcerpt)",
                cure: FirebaseSessionError.otherUserCure)
        }
        session.take(verified)
        try held.keep(session)
    }

    /// The error to throw, after what it says of the session was kept: one that is over is not tried again.
    private func ended(
        _ error: FirebaseSessionError, _ session: inout StoredSession, interruptedAt: NumericDate?,
        under held: any HeldSession
    ) throws(FirebaseSessionError) -> FirebaseSessionError {
        guard let code = error.firebaseCode, error.code != .firebaseUnavailable, session.refreshBegunAt != nil else {
            return error
        }
        // Firebase has refused, so nothing is open any more.
        session.refreshBegunAt = nil
        let isOver = IdentityToolkitRefusal(code)?.endsSession == true
        if isOver { session.endedBy = code }
        try held.keep(session)
        guard isOver, let interruptedAt else { return error }
        return FirebaseSessionError(
            error.code,
            error.reason
                + "; an earlier refresh, begun at \(interruptedAt.utc), had no answer that could be kept, which may have had a new one",
            cure: error.cure, firebaseCode: code)
    }
}
