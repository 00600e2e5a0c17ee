import Cryptography
public import CustomTokens
import JOSE
public import OAuthClient
import StrictJSON
import Threads

extension StrictIAM {
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
            selfSignedBy: key, commonName: "unused", notBefore: now - 60, notAfter: Self.never, random: source.random)
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
                selfSignedBy: key, commonName: "unused", notBefore: now, notAfter: end, random: source.random),
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
