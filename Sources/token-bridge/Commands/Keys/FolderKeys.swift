import CustomTokenBridge
import CustomTokens
import KeyRings
import StrictJSON

/// The keys of a folder: a ring where a state was written in it, else a single key.
enum FolderKeys: Sendable {
    case ring(LoadedKeyRing)
    case single(KeyFolder)

    /// Reads a folder.
    ///
    /// - Throws: `KeyRingError` or `CustomTokenError`.
    init(_ path: String) throws {
        let folder = KeyRingFolder(path: path)
        // What cannot be read is told in the words for a folder with one key.
        guard (try? folder.hasState()) == true else {
            try Self.requireNoSecret(folder)
            self = .single(try KeyFolder(path: path))
            return
        }
        self = .ring(try folder.load())
    }

    /// A secret is made for a ring whose state was written: without the state, a key that is left may be a revoked one.
    private static func requireNoSecret(_ folder: KeyRingFolder) throws {
        guard (try? folder.secret()) != nil else { return }
        throw Failure(
            code: KeyRingError.Code.ringDamaged.rawValue,
            message:
                "the folder \(folder.path.argumentExcerpt) has ring.secret and no ring.state: what its keys are for is lost",
            hint: "put ring.state back from a copy; or remove ring.secret, where the one key in the folder is to sign",
            exitCode: .configuration)
    }

    /// The account with the key that signs; what is odd about the folder is told.
    func account(_ console: Console) throws -> ServiceAccount {
        switch self {
        case .single(let folder):
            folder.warnings.forEach(console.warn)
            return folder.account
        case .ring(let ring):
            // What is odd about the accounts is told by whoever signs with them.
            let own = ring.keys.flatMap(\.account.warnings)
            ring.warnings.filter { !own.contains($0) }.forEach(console.warn)
            let key = try ring.signingKey()
            KeyList(ring, at: try SystemWallClock().now()).rows.filter(\.signs).flatMap(\.warnings)
                .forEach(console.warn)
            return key.account
        }
    }
}
