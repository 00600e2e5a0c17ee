public import Cryptography
public import CustomTokens
public import JOSE
public import OAuthClient
import StrictJSON
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

    // MARK: What there is

    /// Makes a service account without keys; nothing happens where there is one of the name.
    ///
    /// - Parameters:
    ///   - email: Its address.
    ///   - projectID: Its project.
    public func addAccount(_ email: String, projectID: String) {
        state.withLock { state in
            let key = TextKey(email)
            if state.accounts[key] == nil {
                state.accounts[key] = AccountRecord(email: email, projectID: projectID)
            }
        }
    }

    /// Makes the account of a key file known, with its key, which shows at once.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - projectID: Its project; nil for the one that its file names.
    /// - Throws: `SandboxError` with code `unknown` where no project is named, or `failed`.
    public func add(_ account: ServiceAccount, projectID: String? = nil) throws(SandboxError) {
        guard let projectID = projectID ?? account.projectID ?? account.signingProjectID else {
            throw SandboxError(.unknown, "the service account names no project")
        }
        let now = try source.now()
        let newID = try source.keyID()
        let key = try SandboxKey(account.privateKey, keyID: account.privateKeyID ?? newID)
        let certificate = try KeyCertificate(
            selfSignedBy: key, commonName: "unused", notBefore: now - 60, notAfter: Self.never)
        addAccount(account.email, projectID: projectID)
        show(certificate, keyID: key.keyID, of: account.email, .google, at: now)
    }

    /// Makes a certificate of an account known, whose key shows at once.
    ///
    /// - Parameters:
    ///   - pem: The certificate.
    ///   - keyID: The identifier of the key; nil for a new one.
    ///   - email: The account.
    /// - Returns: The identifier of the key.
    /// - Throws: `SandboxError` with code `certificateInvalid`, `unknown` or `failed`.
    @discardableResult
    public func addCertificate(
        _ pem: [UInt8], keyID: String? = nil, to email: String
    ) throws(SandboxError) -> String {
        let certificate = try KeyCertificate(parsing: pem)
        let newID = try source.keyID()
        let keyID = keyID ?? newID
        guard state.withLock({ $0.accounts[TextKey(email)] }) != nil else {
            throw SandboxError(.unknown, "there is no such service account here")
        }
        show(certificate, keyID: keyID, of: email, .user, at: try source.now())
        return keyID
    }

    private func show(
        _ certificate: KeyCertificate, keyID: String, of email: String, _ origin: AccountKey.Origin, at now: Int64
    ) {
        let key = AccountKey(
            keyID: keyID, certificate: certificate, origin: origin, management: .user,
            validBefore: certificate.notAfter,
            changes: [AccountKey.Change(time: now - propagationDelay, isShown: true)])
        state.withLock { $0.accounts[TextKey(email)]?.keys.append(key) }
    }

    /// Makes a new key of an account, which shows at once, and its key file as Google hands it out.
    ///
    /// - Parameters:
    ///   - email: The account; it must exist.
    ///   - tokenURI: The token endpoint that the file names.
    /// - Returns: The text of the file: a secret.
    /// - Throws: `SandboxError` with code `unknown` or `failed`.
    public func makeKeyFile(for email: String, tokenURI: String) throws(SandboxError) -> [UInt8] {
        guard let account = state.withLock({ $0.accounts[TextKey(email)] }) else {
            throw SandboxError(.unknown, "there is no such service account here")
        }
        let now = try source.now()
        let (record, file) = try newKey(of: account, tokenURI: tokenURI, now: now, shownAt: now - propagationDelay)
        state.withLock { $0.accounts[TextKey(email)]?.keys.append(record) }
        return file
    }

    /// An access token of an account, without any request for it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - scopes: The scopes, whole.
    ///   - lifetime: How long it is good for, in seconds.
    /// - Returns: The token.
    /// - Throws: `SandboxError` with code `failed`.
    public func accessToken(
        for account: String, scopes: [String] = ["https://www.googleapis.com/auth/cloud-platform"],
        lifetime: Int64 = 3600
    ) throws(SandboxError) -> AccessToken {
        let token = try source.unguessable("ya29.")
        let access = GrantedAccess(account: account, scopes: scopes, expiration: try source.now() + lifetime)
        state.withLock { $0.access[TextKey(token)] = access }
        return AccessToken(token)
    }

    // MARK: What a test may wish

    /// Takes a permission from all callers.
    public func withhold(_ permission: Permission) {
        state.withLock { _ = $0.missingPermissions.insert(permission) }
    }

    /// Gives a permission back.
    public func grant(_ permission: Permission) {
        state.withLock { _ = $0.missingPermissions.remove(permission) }
    }

    /// Puts a constraint of the organisation in force.
    public func enforce(_ constraint: Constraint) {
        state.withLock { _ = $0.constraints.insert(constraint) }
    }

    /// Lifts a constraint.
    public func lift(_ constraint: Constraint) {
        state.withLock { _ = $0.constraints.remove(constraint) }
    }

    /// Lets keys that are made from now on end after some hours; nil for never.
    public func expireNewKeys(afterHours hours: Int64?) {
        state.withLock { $0.keyExpiryHours = hours }
    }

    /// Switches an API off in the project, such as `iamcredentials.googleapis.com`.
    public func disableService(_ host: String) {
        state.withLock { _ = $0.disabledServices.insert(TextKey(host)) }
    }

    /// Answers the next requests with a failure, whatever they are, also those to Identity Toolkit; public keys are not
    /// concerned.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - status: The status, such as 503.
    public func failNext(_ count: Int, status: Int) {
        state.withLock { $0.failures = (count, status) }
    }

    // MARK: What the rest of Google knows

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

    /// A new key of an account, with its key file.
    func newKey(
        of account: AccountRecord, tokenURI: String, now: Int64, shownAt: Int64, bits: Int = 2048
    ) throws(SandboxError) -> (AccountKey, [UInt8]) {
        let privateKey: RSAPrivateKey
        do throws(CryptographyError) {
            privateKey = try RSAPrivateKey.generate(bits: bits)
        } catch {
            throw SandboxError(error)
        }
        let key = try SandboxKey(privateKey, keyID: source.keyID())
        let hours = state.withLock { $0.keyExpiryHours }
        let end = hours.map { now + $0 * 3600 } ?? Self.never
        let record = AccountKey(
            keyID: key.keyID,
            certificate: try KeyCertificate(
                selfSignedBy: key, commonName: "unused", notBefore: now, notAfter: end),
            origin: .google, management: .user, validBefore: end,
            changes: [AccountKey.Change(time: shownAt, isShown: true)])
        do throws(CustomTokenError) {
            let text = try ServiceAccount.keyFile(
                privateKey: privateKey, email: account.email, projectID: account.projectID, privateKeyID: key.keyID)
            guard var object = try? JSONObject(parsing: text, limits: .document) else { return (record, text) }
            object["token_uri"] = .string(tokenURI)
            return (record, object.compactBytes)
        } catch {
            throw SandboxError(.failed, error.reason)
        }
    }
}
