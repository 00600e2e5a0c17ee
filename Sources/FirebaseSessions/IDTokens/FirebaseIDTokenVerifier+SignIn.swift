import JOSE
import OAuthClient
import StrictJSON

extension FirebaseIDTokenVerifier {
    /// Verifies the ID token that Firebase gave for a custom token, before its subject is used.
    ///
    /// - Parameters:
    ///   - idToken: The ID token.
    ///   - customToken: The custom token.
    ///   - project: Which project it must be of.
    ///   - connection: The way to Firebase.
    /// - Returns: The evidence.
    /// - Throws: `FirebaseSessionError`, `idTokenOfAnother` where the ID token is not for the custom token's uid.
    static func verify(
        _ idToken: UnverifiedIDToken, for customToken: UnverifiedCustomToken, of project: ExpectedProject,
        over connection: FirebaseConnection
    ) async throws(FirebaseSessionError) -> VerifiedFirebaseIDToken {
        let expected = try expectedProject(project, idToken, customToken, connection.endpoints)
        let verifier = FirebaseIDTokenVerifier(
            project: expected, tenant: ExpectedTenant(customToken.tenantID), connection: connection)
        let verified = try await verifier.verify(idToken)
        guard verified.signInProvider?.hasSameBytes(as: "custom") == true else {
            throw FirebaseSessionError(
                .idTokenOfAnother, "the ID token was not had by a custom token (firebase.sign_in_provider)",
                cure: FirebaseSessionError.otherUserCure)
        }
        guard verified.userID.hasSameBytes(as: customToken.userID) else {
            throw FirebaseSessionError(
                .idTokenOfAnother,
                "the ID token is for the uid \(verified.userID.quotedExcerpt), the custom token for \(customToken.userID.quotedExcerpt)",
                cure: FirebaseSessionError.otherUserCure)
        }
        return verified
    }

    private static func expectedProject(
        _ project: ExpectedProject, _ idToken: UnverifiedIDToken, _ customToken: UnverifiedCustomToken,
        _ endpoints: FirebaseEndpoints
    ) throws(FirebaseSessionError) -> ProjectID {
        switch (project, endpoints.kind, customToken.project) {
        case (.exactly(let project), _, _): return project
        case (.ofAPIKey, .google, let project?), (.ofAPIKey, .standIn, let project?): return project
        // The emulator takes custom tokens of every account.
        case (.ofAPIKey, .emulator, _), (.ofAPIKey, _, nil): return try projectNamed(by: idToken)
        }
    }

    /// The project that an answer names, which came over a connection to Google for our API key.
    private static func projectNamed(by idToken: UnverifiedIDToken) throws(FirebaseSessionError) -> ProjectID {
        let payload = try TokenParts(parsing: idToken.secretText, .idTokenInvalid).payload
        guard let audience = payload["aud"]?.string else {
            throw FirebaseSessionError(.idTokenInvalid, "the ID token has no project (aud)")
        }
        return try ProjectID(audience)
    }

    /// Returns if a session still stands: the account is enabled, and the session was not revoked since it began.
    ///
    /// - Parameters:
    ///   - token: The verified ID token.
    ///   - account: What Firebase says of the account.
    /// - Throws: `FirebaseSessionError` with code `userRefused` or `sessionEnded`.
    public static func checkStanding(
        of token: VerifiedFirebaseIDToken, by account: AccountAnswer
    ) throws(FirebaseSessionError) {
        guard account.userID.hasSameBytes(as: token.userID) else {
            throw FirebaseSessionError(
                .firebaseAnswerInvalid, "Firebase answered with another account than the token's")
        }
        guard !account.isDisabled else {
            throw FirebaseSessionError(
                .userRefused, "the account is disabled", cure: "ask the administrator of the project to enable it",
                firebaseCode: "USER_DISABLED")
        }
        if let validSince = account.validSince, token.authenticatedAt < validSince {
            throw FirebaseSessionError(
                .sessionEnded, "the session began at \(token.authenticatedAt) and was revoked at \(validSince)",
                cure: "sign in again", firebaseCode: "TOKEN_EXPIRED")
        }
    }
}
