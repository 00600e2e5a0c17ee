import CustomTokens
import Glibc
import StrictJSON

/// The folder of a key ring: a file for each key, and one small file for their states.
///
/// Reading needs no lock and no right to write, so a mounted secret or a credential of systemd will do. Every change is
/// made under a lock, and each of its files is written whole under another name, synchronized, and then put in place:
/// after a crash at any point the ring is as it was before or as it is after.
public struct KeyRingFolder: Sendable {
    /// The path.
    public let path: String

    /// Names a folder, which need not exist.
    ///
    /// - Parameter path: The path.
    public init(path: String) {
        self.path = path
    }

    /// What the files look like now: cheap, for nothing is read.
    ///
    /// - Returns: The mark; equal to another as long as nothing has changed.
    /// - Throws: `KeyRingError` with code `folderUnusable`.
    public func mark() throws(KeyRingError) -> FolderMark {
        FolderMark(folder: path, names: try names())
    }

    /// Whether a state was ever written: without one, a folder is just a place for a single key.
    ///
    /// - Returns: Whether it was.
    /// - Throws: `KeyRingError` with code `folderUnusable`.
    public func hasState() throws(KeyRingError) -> Bool {
        try names().contains(where: RingNames.isState)
    }

    /// Reads the ring.
    ///
    /// Damaged files and those of other accounts are left out and reported. A ring that changes while it is read is
    /// read again.
    ///
    /// - Returns: The ring as it is at one time.
    /// - Throws: `KeyRingError` with code `folderUnusable` or `ringDamaged`.
    public func load() throws(KeyRingError) -> LoadedKeyRing {
        var result = try RingReader(path, try names()).read()
        for _ in 0..<20 {
            let names = try names()
            guard FolderMark(folder: path, names: names) != result.mark else { break }
            result = try RingReader(path, names).read()
        }
        return result
    }

    private func names() throws(KeyRingError) -> [String] {
        do {
            return try FolderListing.names(in: path).filter { RingNames.isKey($0) || RingNames.isState($0) }
        } catch {
            throw KeyRingError(.folderUnusable, error.reason)
        }
    }
}
