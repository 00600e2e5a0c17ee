public import JOSE
public import OAuthClient

/// A valid Firebase ID token of a session, which was verified when it was received.
public struct SessionIDToken: SecretText {
    /// The token itself, for the `Authorization` field of requests.
    public let secretText: String
    /// The uid.
    public let userID: String
    /// The project.
    public let project: ProjectID
    /// The tenant; nil for none.
    public let tenant: String?
    /// When the token expires.
    public let expiration: NumericDate
    /// Why no newer one could be had though this one is good for less than five minutes; nil where it is good for longer.
    public let shortfall: FirebaseSessionError?

    init(_ session: StoredSession, shortfall: FirebaseSessionError? = nil) {
        secretText = session.idToken.secretText
        userID = session.userID
        project = session.project
        tenant = session.tenant
        expiration = session.expiration
        self.shortfall = shortfall
    }
}
