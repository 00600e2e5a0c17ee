import StrictJSON
import Threads

/// The right to upload keys of a ring, which one process has at a time; given back when this value goes, or the process
/// ends.
///
/// Each change of a ring has a lock of its own. This one is held while Google is asked and waited for, so that two
/// rotations never make two keys.
public final class RotationLock: Sendable {
    private static let name = ".rotation.lock"

    private let lock: LockFile

    fileprivate init(folder: String) throws(KeyRingError) {
        let path = "\(folder)/\(Self.name)"
        switch LockFile.attempt(path) {
        case .held(let lock): self.lock = lock
        case .busy:
            throw KeyRingError(
                .ringLocked, "another process uploads or rotates keys of the ring in \(folder.argumentExcerpt)")
        case .failed(let code): throw RingFiles.unwritable(path, code)
        }
    }
}

extension KeyRingFolder {
    /// Takes the right to upload keys, and does not wait for it.
    ///
    /// - Returns: The right, held as long as the value lives.
    /// - Throws: `KeyRingError` with code `ringLocked` where another process has it, or `ringReadOnly`.
    public func rotationLock() throws(KeyRingError) -> RotationLock {
        try RotationLock(folder: path)
    }
}
