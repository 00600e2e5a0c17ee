public import JOSE
public import OAuthClient
import StrictJSON

/// What is kept of a session from one run to the next.
///
/// It holds a refresh token and an ID token, which are secrets: it prints redacted.
public struct StoredSession: Sendable {
    /// The web API key that the session belongs to.
    public internal(set) var apiKey: WebAPIKey
    /// The project.
    public let project: ProjectID
    /// The uid.
    public let userID: String
    /// The tenant; nil for none.
    public let tenant: String?
    /// How the user signed in.
    public let signInProvider: String?
    /// When the user signed in.
    public let authenticatedAt: NumericDate
    /// Where Firebase is reached.
    public let place: Place
    /// The refresh token.
    public internal(set) var refreshToken: RefreshToken
    /// The last ID token, which was verified when it was received.
    public internal(set) var idToken: UnverifiedIDToken
    /// When that was issued.
    public internal(set) var issuedAt: NumericDate
    /// When it expires.
    public internal(set) var expiration: NumericDate
    /// Where the session can be revoked; nil where nothing is known.
    public internal(set) var revocation: SessionRevocation?
    /// When a refresh began of which no answer was kept; nil where none is under way.
    var refreshBegunAt: NumericDate?
    /// The code with which Firebase ended the session; nil where it goes on.
    public internal(set) var endedBy: String?

    /// Where Firebase is reached.
    public enum Place: Sendable {
        /// At Google's usual addresses.
        case google
        /// At this address, of Google or a stand-in on this machine.
        case address(String)
        /// At the emulator that the environment names.
        case emulator

        init(_ endpoints: FirebaseEndpoints) {
            switch (endpoints.kind, endpoints.base) {
            case (.emulator, _): self = .emulator
            case (_, let base?): self = .address(base)
            case (_, nil): self = .google
            }
        }
    }

    /// A session that has just begun.
    init(
        _ token: VerifiedFirebaseIDToken, refreshToken: RefreshToken, apiKey: WebAPIKey, place: Place,
        revocation: SessionRevocation?
    ) {
        self.apiKey = apiKey
        project = token.project
        userID = token.userID
        tenant = token.tenant
        signInProvider = token.signInProvider
        authenticatedAt = token.authenticatedAt
        self.place = place
        self.refreshToken = refreshToken
        idToken = UnverifiedIDToken(token.secretText)
        issuedAt = token.issuedAt
        expiration = token.expiration
        self.revocation = revocation
    }

    /// The session with a newer ID token.
    mutating func take(_ token: VerifiedFirebaseIDToken) {
        idToken = UnverifiedIDToken(token.secretText)
        issuedAt = token.issuedAt
        expiration = token.expiration
    }
}

extension StoredSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose session it is, nothing of its secrets.
    public var description: String {
        "session of \(userID.quotedExcerpt) in \(project.value.quotedExcerpt) (tokens redacted)"
    }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
