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
        do throws(KeyRingError) {
            let ring = try folder.load()
            guard !ring.hasState else {
                self = .ring(ring)
                return
            }
        } catch {
            // A folder that cannot be read is told in the words for one with a single key.
            guard error.code == .folderUnusable, (try? folder.hasState()) != true else { throw error }
        }
        self = .single(try KeyFolder(path: path, refusing: KeyRingFolder.isOfRing))
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
