public import Cryptography
public import JOSE
import Threads

/// A strict fake of Google's IAM, IAM Credentials and token endpoint, with the public keys of service accounts.
///
/// It answers as the real services were seen to, and where nobody has looked it refuses rather than allows. Requests
/// come with the host as the first segment of their path, as with the emulator:
/// `/iam.googleapis.com/v1/projects/...`.
public final class StrictIAM: Sendable {
    /// A permission that callers can be without.
    public enum Permission: String, Sendable, CaseIterable {
        /// To make a key, and to upload one.
        case createKeys = "iam.serviceAccountKeys.create"
        /// To list keys.
        case listKeys = "iam.serviceAccountKeys.list"
        /// To read a key.
        case getKeys = "iam.serviceAccountKeys.get"
        /// To disable a key.
        case disableKeys = "iam.serviceAccountKeys.disable"
        /// To enable a key.
        case enableKeys = "iam.serviceAccountKeys.enable"
        /// To delete a key.
        case deleteKeys = "iam.serviceAccountKeys.delete"
        /// To have a token signed.
        case signJWT = "iam.serviceAccounts.signJwt"
        /// To have bytes signed.
        case signBlob = "iam.serviceAccounts.signBlob"
        /// To get an access token of an account.
        case getAccessToken = "iam.serviceAccounts.getAccessToken"
        /// To look after the accounts of a Firebase project.
        case administerUsers = "firebaseauth.users.update"
    }

    /// A constraint that an organisation can put on keys.
    public enum Constraint: String, Sendable, CaseIterable {
        /// No key may be made.
        case keyCreation = "constraints/iam.disableServiceAccountKeyCreation"
        /// No key may be uploaded.
        case keyUpload = "constraints/iam.disableServiceAccountKeyUpload"
    }

    struct State: Sendable {
        var accounts: [TextKey: AccountRecord] = [:]
        var access: [TextKey: GrantedAccess] = [:]
        var missingPermissions: Set<Permission> = []
        var constraints: Set<Constraint> = []
        var keyExpiryHours: Int64?
        var disabledServices: Set<TextKey> = []
        var failures: (count: Int, status: Int) = (0, 503)
    }

    /// How long a change of keys takes until the rest of Google knows, in seconds.
    public let propagationDelay: Int64
    /// Where assertions may be sent to, beside Google's own token endpoint: their audience.
    public let tokenAudiences: [String]

    let source: SandboxSource
    let state = Locked(State())

    /// Makes a fake without accounts.
    ///
    /// - Parameters:
    ///   - propagationDelay: How long a change of keys takes until the rest of Google knows, in seconds.
    ///   - tokenAudiences: What assertions may have as their audience beside Google's own token endpoint.
    ///   - clock: The time.
    ///   - random: Where keys and tokens come from.
    public init(
        propagationDelay: Int64 = 60, tokenAudiences: [String] = [], clock: any WallClock, random: any RandomSource
    ) {
        self.propagationDelay = propagationDelay
        self.tokenAudiences = tokenAudiences
        source = SandboxSource(clock: clock, random: random)
    }

    /// The end of a key that never ends: the last second of the year 9999.
    static let never: Int64 = 253_402_300_799

    /// The project of an account, and its keys that are known everywhere by now; nil for an account that is unknown.
    func publishedKeys(of email: String, at now: Int64) -> (projectID: String, keys: [AccountKey])? {
        guard let account = state.withLock({ $0.accounts[TextKey(email)] }) else { return nil }
        return (account.projectID, account.keys.filter { $0.isPublished(at: now, delay: propagationDelay) })
    }

    /// What an access token allows; nil for one that is not good.
    func access(_ token: String, at now: Int64) -> GrantedAccess? {
        state.withLock { $0.access[TextKey(token)] }.flatMap { now < $0.expiration ? $0 : nil }
    }
}
