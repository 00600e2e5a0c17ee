import Glibc
import StrictJSON

/// The right to change a ring, which one process has at a time; given back when this value goes, or the process ends.
final class RingLock {
    private let descriptor: Int32

    /// Waits for the lock, up to five seconds.
    ///
    /// - Throws: `KeyRingError` with code `ringLocked`, or `ringReadOnly` where the folder cannot be written to.
    init(folder: String) throws(KeyRingError) {
        try Self.checkFolder(folder)
        let path = "\(folder)/\(RingNames.lock)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw RingFiles.unwritable(path, errno) }
        guard Self.isLocked(descriptor) else {
            close(descriptor)
            throw KeyRingError(.ringLocked, "another process changes the ring in \(folder.argumentExcerpt)")
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func isLocked(_ descriptor: Int32) -> Bool {
        for _ in 0..<250 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(20_000)
        }
        return false
    }

    /// Keys are not written where others can replace them.
    private static func checkFolder(_ folder: String) throws(KeyRingError) {
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else { throw RingFiles.unwritable(folder, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw KeyRingError(.folderUnusable, "\(folder.argumentExcerpt) is no folder")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw KeyRingError(
                .folderUnusable, "others can change the folder \(folder.argumentExcerpt): no key is written there")
        }
    }

    /// Makes the folder of a ring where there is none.
    static func makeFolder(_ folder: String) throws(KeyRingError) {
        if unsafe mkdir(folder, 0o700) != 0 {
            guard errno == EEXIST else { throw RingFiles.unwritable(folder, errno) }
            return
        }
        let parent = "\(folder)/.."
        let descriptor = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
