import Glibc
import StrictJSON
import Threads

/// The right to change a ring, which one process has at a time; given back when this value goes, or the process ends.
final class RingLock {
    private let lock: LockFile

    /// Waits for the lock, up to five seconds.
    ///
    /// - Throws: `KeyRingError` with code `ringLocked`, or `ringReadOnly` where the folder cannot be written to.
    init(folder: String) throws(KeyRingError) {
        try Self.checkFolder(folder)
        let path = "\(folder)/\(RingNames.lock)"
        for _ in 0..<250 {
            switch LockFile.attempt(path) {
            case .held(let lock):
                self.lock = lock
                return
            case .busy: usleep(20_000)
            case .failed(let code): throw RingFiles.unwritable(path, code)
            }
        }
        throw KeyRingError(.ringLocked, "another process changes the ring in \(folder.argumentExcerpt)")
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
