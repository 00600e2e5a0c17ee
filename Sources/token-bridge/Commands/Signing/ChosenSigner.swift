import BridgeServer
import Configuration
import Cryptography
import CustomTokenBridge
import CustomTokens
import GoogleCloud
import HardwareKeys
import JOSE
import KeyRings
import OAuthClient
import StrictJSON
import Transport

/// What signs, why it does, and what is known of its key.
struct ChosenSigner: Sendable {
    let signer: any CustomTokenSigner
    /// What was chosen and why, for start-up and `doctor`.
    let summary: String
    /// The account whose tokens they are.
    let account: String
    /// The project that Google finds for that account; nil where nothing tells.
    let project: String?
    /// The public halves of its keys, as far as they are known.
    let published: [ServiceKeys.PublishedKey]
    /// What the secret that guards codes follows from; nil where the key is not at hand.
    let stateSecret: StateSecret?
    /// What is worth telling the operator.
    let warnings: [String]
    /// What the folder of its keys looked like; nil where it has none.
    var mark: FolderMark?

    /// Why nobody will accept its tokens in a project; nil where they will be.
    func projectFault(_ expected: String) -> String? {
        guard let project, !project.hasSameBytes(as: expected) else { return nil }
        return "the account \(account) is of the project \(project.argumentExcerpt), and the configuration is for"
            + " \(expected.argumentExcerpt): Google refuses such tokens there (CREDENTIAL_MISMATCH)"
    }
}

extension BridgeConfiguration {
    /// What signs by the configuration; the emulator is not thought of here.
    ///
    /// A key that is not at hand is probed first.
    ///
    /// - Throws: `CustomTokenError`, `CryptographyError`, `GoogleCloudError` or `HardwareKeyError`.
    func chosenSigner(_ console: Console) async throws -> ChosenSigner {
        switch keys {
        case .folder(let path):
            if case .ring(let ring) = try folderKeys(path) { return try ringSigner(ring, in: path, console) }
            return try localSigner(console)
        case .serviceAccount: return try localSigner(console)
        case .iam(let settings): return try await iamSigner(settings, console.environment)
        case .pkcs11(let settings): return try hardwareSigner(settings, console)
        }
    }

    private func localSigner(_ console: Console) throws -> ChosenSigner {
        // Before the key is read: a folder may become a ring at any time.
        var mark: FolderMark?
        if case .folder(let path) = keys { mark = try KeyRingFolder(path: path).mark() }
        let account = try serviceAccount(console)
        let reason =
            switch keys {
            case .folder(let path): "keys names the folder \(path.argumentExcerpt), where this is the only key"
            case .serviceAccount(let path): "keys names the file \(path.argumentExcerpt)"
            case .iam, .pkcs11: "keys says so"
            }
        return ChosenSigner(
            signer: try ServiceAccountSigner(account, clock: SystemWallClock()),
            summary: "tokens are signed here with the key \(account.privateKeyID?.argumentExcerpt ?? "without a name")"
                + " of \(account.email): \(reason)",
            account: account.email, project: account.signingProjectID,
            published: [
                ServiceKeys.PublishedKey(id: account.privateKeyID, key: account.privateKey.publicKey.material)
            ],
            stateSecret: try StateSecret(derivedFrom: [account.privateKey.unencryptedPEM()]),
            warnings: account.warnings, mark: mark)
    }

    /// The active key of a ring signs; the ones before and after it are published beside it.
    ///
    /// The secret does not follow from that key: another is activated while people sign in.
    private func ringSigner(_ ring: LoadedKeyRing, in path: String, _ console: Console) throws -> ChosenSigner {
        let clock = SystemWallClock()
        let account = try FolderKeys.ring(ring).account(console)
        let now = try clock.now()
        // A loop: on a closure here the optimizer of Swift 6.3 ends.
        var published: [ServiceKeys.PublishedKey] = []
        for key in ring.published {
            var secondsToExpiry: Int64?
            if let end = key.expiresAt { secondsToExpiry = end.secondsSinceEpoch - now.secondsSinceEpoch }
            published.append(
                ServiceKeys.PublishedKey(
                    id: key.id, key: key.account.privateKey.publicKey.material, state: key.state.rawValue,
                    secondsToExpiry: secondsToExpiry))
        }
        return ChosenSigner(
            signer: try ring.signer(clock: clock),
            summary:
                "tokens are signed here with the active key \(try ring.signingKey().id) of \(account.email): keys names the"
                + " folder \(path.argumentExcerpt), which is a key ring",
            account: account.email, project: account.signingProjectID,
            published: published,
            stateSecret: try KeyRingFolder(path: path).secret().map { try StateSecret(bytes: $0) },
            warnings: account.warnings, mark: ring.mark)
    }

    private func hardwareSigner(_ settings: PKCS11Settings, _ console: Console) throws -> ChosenSigner {
        let key = try HardwareSigningKey(
            opening: settings.uri, environment: console.environment, sessions: settings.sessions)
        return ChosenSigner(
            signer: try HardwareTokenSigner(
                key: key, accountEmail: settings.account.email, keyID: settings.keyID, clock: SystemWallClock()),
            summary:
                "tokens are signed with \(settings.uri.keyName) for \(settings.account.email), as keys.pkcs11 says",
            account: settings.account.email, project: AccountEmail.project(in: settings.account.email),
            published: [ServiceKeys.PublishedKey(id: settings.keyID, key: key.publicKey.material)], stateSecret: nil,
            warnings: key.warnings)
    }

    private func iamSigner(_ settings: IAMSettings, _ environment: [String: String]) async throws -> ChosenSigner {
        let universe = try UniverseDomain(environment: environment)
        let connection = GoogleConnection(
            transport: try CurlTransport(transport.transport(version: CustomTokenBridge.version)),
            endpoints: try settings.google.map { try GoogleEndpoints(universe: universe, below: $0) }
                ?? GoogleEndpoints(universe: universe),
            clock: SystemMonotonicClock(), wallClock: SystemWallClock(), random: SecureRandom())
        let search = ApplicationDefaultCredentials(environment: environment, connection: connection)
        let credential =
            if let path = settings.credentialsPath {
                try search.credential(inFile: path)
            } else {
                try await search.find()
            }
        guard let account = settings.account ?? credential.account else {
            throw Failure(
                code: "KEY_UNAVAILABLE", message: "keys.iam names no account, and the credential is a person's",
                hint:
                    #"name the service account: "keys": {"iam": {"account": "NAME@PROJECT.iam.gserviceaccount.com"}}"#,
                exitCode: .configuration)
        }
        let credentials = IAMCredentials(
            account: account, delegates: settings.delegates, tokens: credential.tokens, connection: connection)
        let keyID = try await credentials.probe(settings.method)
        return ChosenSigner(
            signer: IAMSigner(credentials, by: settings.method, clock: SystemWallClock()),
            summary: "tokens are signed by Google (\(settings.method.rawValue), now with the key \(keyID)) for"
                + " \(account.email), as keys.iam says; the credential is \(credential.summary)",
            account: account.email, project: AccountEmail.project(in: account.email),
            published: [], stateSecret: nil, warnings: credential.warnings)
    }
}
