import OAuthClient

/// What became of a session that was ended.
public enum EndedSession: Sendable {
    /// It is dropped here, and revoked for everybody who has a copy.
    case revoked
    /// It is dropped here; nothing is known that could revoke it, so a copy elsewhere stays good.
    case dropped
    /// It is dropped here; the bridge did not revoke it, for this reason.
    case notRevoked(FirebaseSessionError)
}

extension FirebaseSession {
    /// Ends the session: revokes it where that is possible, and drops it in any case, even where its file is damaged.
    ///
    /// - Returns: What became of it.
    /// - Throws: `FirebaseSessionError` with code `sessionUnknown`, or `sessionNotKept` where it is still there.
    public func end() async throws(FirebaseSessionError) -> EndedSession {
        if !(try store.names().contains(name)) { _ = try required(nil) }
        let held = try await store.hold(name)
        defer { held.release() }
        let outcome = await revoked(under: held)
        try held.drop()
        return outcome
    }

    private func revoked(under held: any HeldSession) async -> EndedSession {
        guard let session = try? held.session(), let revocation = session.revocation else { return .dropped }
        do throws(FirebaseSessionError) {
            // The bridge must be able to verify whose sessions it is to revoke.
            let idToken = try await refreshed(under: held)
            try await revocation.revoke(UnverifiedIDToken(idToken.secretText), over: connection.transport)
            return .revoked
        } catch {
            return .notRevoked(error)
        }
    }

    /// Asks Firebase whether the session still stands.
    ///
    /// - Returns: What it says of the account.
    /// - Throws: `FirebaseSessionError`: `sessionEnded` where it was revoked, `userRefused` where the account is
    ///   disabled.
    public func standing() async throws(FirebaseSessionError) -> AccountAnswer {
        let fresh = try await idToken()
        let session = try stored()
        let verifier = FirebaseIDTokenVerifier(
            project: session.project, tenant: try session.expectedTenant, connection: connection)
        let verified = try await verifier.verify(UnverifiedIDToken(fresh.secretText))
        let account = try await IdentityToolkit(connection, apiKey: session.apiKey).account(of: verified)
        try FirebaseIDTokenVerifier.checkStanding(of: verified, by: account)
        return account
    }
}
