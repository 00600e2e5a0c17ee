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

    /// Whether a folder with a file of this name is a ring, or was one.
    ///
    /// - Parameter name: The name.
    /// - Returns: Whether it is.
    package static func isOfRing(_ name: String) -> Bool { RingNames.isState(name) || RingNames.isSecret(name) }

    /// What the files look like now: cheap, for nothing is read.
    ///
    /// - Returns: The mark; equal to another as long as nothing has changed.
    /// - Throws: `KeyRingError` with code `folderUnusable`.
    public func mark() throws(KeyRingError) -> FolderMark {
        RingReader.mark(path, try names())
    }

    /// Whether a state was ever written: without one, a folder is just a place for a single key.
    ///
    /// - Returns: Whether it was.
    /// - Throws: `KeyRingError` with code `folderUnusable`.
    public func hasState() throws(KeyRingError) -> Bool {
        try names().contains(where: RingNames.isState)
    }

    /// Whether there is a secret beside the keys, whatever is in it.
    ///
    /// - Returns: Whether there is.
    /// - Throws: `KeyRingError` with code `folderUnusable`.
    public func hasSecret() throws(KeyRingError) -> Bool {
        try names().contains(where: RingNames.isSecret)
    }

    /// Reads the ring.
    ///
    /// Damaged files and those of other accounts are left out and reported. A ring that changes while it is read is
    /// read again.
    ///
    /// - Returns: The ring as it is at one time.
    /// - Throws: `KeyRingError` with code `folderUnusable`, or `ringDamaged`: also where the state was lost, so that
    ///   nobody takes a key that is left, which may be a revoked one, for the one that signs.
    public func load() throws(KeyRingError) -> LoadedKeyRing {
        let ring = try loadForActivation()
        guard !ring.isStateLost else {
            let ids = ring.keys.map(\.id)
            throw KeyRingError(
                .ringDamaged,
                "the folder \(path.argumentExcerpt) has ring.secret and no ring.state: what its keys are for is lost"
                    + (ids.isEmpty ? "" : " (\(ids.joined(separator: ", ")))"))
        }
        return ring
    }

    /// Reads the ring as `load` does, and also one whose state was lost: none of its keys signs before one is activated.
    ///
    /// - Returns: The ring as it is at one time.
    /// - Throws: `KeyRingError` with code `folderUnusable` or `ringDamaged`.
    public func loadForActivation() throws(KeyRingError) -> LoadedKeyRing {
        var result = try RingReader(path, try names()).read()
        for _ in 0..<20 {
            let names = try names()
            guard RingReader.mark(path, names) != result.mark else { break }
            result = try RingReader(path, names).read()
        }
        return result
    }

    private func names() throws(KeyRingError) -> [String] {
        do {
            return try FolderListing.names(in: path).filter {
                RingNames.isKey($0) || RingNames.isState($0) || RingNames.isSecret($0)
            }
        } catch {
            throw KeyRingError(.folderUnusable, error.reason)
        }
    }
}
