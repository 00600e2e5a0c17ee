import Glibc

/// An exclusive lock on a file, among processes and within one: given back when this value goes, or the process ends.
package final class LockFile: Sendable {
    /// What came of taking a lock.
    package enum Attempt: Sendable {
        /// It is held.
        case held(LockFile)
        /// Somebody else holds it.
        case busy
        /// The file cannot be opened or locked; with the number of the error.
        case failed(Int32)
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock, and does not wait for it; the file is made where there is none, for the owner of its folder.
    ///
    /// - Parameter path: The file, which only locks are for.
    /// - Returns: What came of it.
    package static func attempt(_ path: String) -> Attempt {
        let descriptor = FolderOwner.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failed(-descriptor) }
        let lock = LockFile(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            return code == EWOULDBLOCK || code == EINTR ? .busy : .failed(code)
        }
        // Whoever had it may have removed the file: then others lock another one of that name.
        return lock.isFile(at: path) ? .held(lock) : .busy
    }

    private func isFile(at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &opened) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }
}
