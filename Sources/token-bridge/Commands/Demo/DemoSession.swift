import BridgeTesting
import CustomTokenBridge
import FirebaseSessions
import JOSE
import Logins
import OAuthClient
import StrictJSON

/// What the custom token is for: a Firebase session, begun and gone on with at the strict stand-in.
struct DemoSession: Sendable {
    /// A session that has gone on once.
    struct Session: Sendable {
        let userID: String
        let project: String
        let claims: JSONObject
        /// When its first ID token expires.
        let firstExpiration: NumericDate
        /// When its second one does.
        let expiration: NumericDate
    }

    /// So long after the sign-in that the first ID token is about to expire.
    private static let pauseSeconds: Int64 = 3_500

    private let stage: DemoStage
    private let screen: DemoScreen

    init(_ stage: DemoStage, _ screen: DemoScreen) {
        self.stage = stage
        self.screen = screen
    }

    /// Signs the token in, and has the ID token renewed when it is about to expire.
    ///
    /// The session is kept in memory.
    func session(_ token: LoginToken) async throws -> Session {
        screen.begin("session", "The app signs in to Firebase with the custom token (signInWithCustomToken)")
        let connection = try FirebaseConnection(
            endpoints: FirebaseEndpoints(identityToolkit: stage.sandbox.base), transport: stage.transport,
            wallClock: stage.clock)
        let plan = FirebaseSignIn(
            apiKey: try WebAPIKey(stage.project.apiKeys[0]), project: .exactly(try ProjectID(stage.project.identifier)))
        let begun = try await FirebaseSession.begin(
            with: UnverifiedCustomToken(parsing: token.customToken.secretText), plan, as: .standard,
            in: MemorySessionStore(), over: connection)
        let idToken = begun.idToken
        screen.say(
            "uid       \(idToken.userID.quotedExcerpt)",
            "claims    provider \(idToken.claims["provider"]?.string?.quotedExcerpt ?? "none")",
            "ID token  verified, until \(idToken.expiration.utc)")
        screen.end()
        screen.begin("refresh", "An hour later (the demo puts its clock ahead) the session goes on by itself")
        stage.clock.advance(by: Self.pauseSeconds)
        let renewed = try await begun.session.idToken()
        guard renewed.expiration > idToken.expiration, renewed.userID.hasSameBytes(as: idToken.userID) else {
            throw DemoFailure.failure("the session did not go on")
        }
        screen.say("ID token  a new one, until \(renewed.expiration.utc)")
        screen.end()
        return Session(
            userID: renewed.userID, project: renewed.project.value, claims: idToken.claims,
            firstExpiration: idToken.expiration, expiration: renewed.expiration)
    }
}
