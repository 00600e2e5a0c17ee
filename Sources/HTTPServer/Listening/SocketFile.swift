import CMicrohttpd
import Glibc

/// The file of a socket, which is removed only while it is the one that was made.
struct SocketFile: Sendable {
    let path: String
    private let device: dev_t
    private let inode: ino_t

    /// The socket that stands at a path; nil where there is none.
    init?(at path: String) {
        var found = stat()
        guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK else { return nil }
        self.path = path
        device = found.st_dev
        inode = found.st_ino
    }

    /// Whether someone listens on it; nil where that cannot be told.
    var isInUse: Bool? {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let code = unsafe SocketCalls.withAddress(of: path) { unsafe connect(descriptor, $0, $1) }
        if code == 0 || errno == EAGAIN { return true }
        return errno == ECONNREFUSED ? false : nil
    }

    /// Removes the file, unless another stands in its place.
    func remove() {
        guard let now = SocketFile(at: path), now.device == device, now.inode == inode else { return }
        unsafe unlink(path)
    }
}
