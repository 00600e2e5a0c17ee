import Glibc
import StrictJSON

/// The right to upload keys of a ring, which one process has at a time; given back when this value goes, or the process
/// ends.
///
/// Each change of a ring has a lock of its own. This one is held while Google is asked and waited for, so that two
/// rotations never make two keys.
public final class RotationLock: Sendable {
    private static let name = ".rotation.lock"

    private let descriptor: Int32

    fileprivate init(folder: String) throws(KeyRingError) {
        let path = "\(folder)/\(Self.name)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw RingFiles.unwritable(path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw KeyRingError(
                .ringLocked, "another process uploads or rotates keys of the ring in \(folder.argumentExcerpt)")
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
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
