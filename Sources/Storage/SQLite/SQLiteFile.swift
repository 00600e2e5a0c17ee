import Threads
import Cryptography
import Glibc
import StrictJSON

/// The file of a database: who it belongs to, and whether it is still the one that was opened.
struct SQLiteFile: Sendable, Equatable {
    /// The path, in which nothing is a symbolic link.
    let path: String
    private let device: UInt64
    private let inode: UInt64

    /// Taken while a file is looked for or made.
    ///
    /// Whoever closes a file, drops all locks of this process on it, those of SQLite too (POSIX): so nobody may open the
    /// file before its maker has closed it. The value is of no use, but has a size: the place of one without is that of
    /// the lock's own head, which ThreadSanitizer takes for a race.
    private static let turn = Locked(false)

    /// Finds or makes a file that only its owner can read.
    ///
    /// - Parameter path: The path; its folder must exist.
    /// - Throws: `StoreFault`.
    init(preparing path: String) throws(StoreFault) {
        let resolved = try Self.resolved(path)
        let status = try Self.turn.withLock { _ throws(StoreFault) in
            if let status = try Self.found(resolved) { return status }
            return try Self.made(resolved)
        }
        // What lies beside it is read before it.
        for suffix in ["-wal", "-shm", "-journal"] { _ = try Self.found(resolved + suffix) }
        self.path = resolved
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Throws unless the file is still where it was.
    func checkPresence() throws(StoreFault) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            throw StoreFault("the file is gone: \(Self.words(errno))", .connection)
        }
        guard UInt64(status.st_dev) == device, UInt64(status.st_ino) == inode else {
            throw StoreFault("another file was put in its place", .connection)
        }
    }

    /// The path with the folder's symbolic links followed, but not the file's.
    private static func resolved(_ path: String) throws(StoreFault) -> String {
        guard !path.utf8.contains(0) else { throw StoreFault("its path is none", .connection) }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty else { throw StoreFault("its path names a folder", .connection) }
        guard let real = unsafe realpath(folder, nil) else {
            throw StoreFault("its folder cannot be found: \(words(errno))", .connection)
        }
        defer { unsafe free(real) }
        let start = unsafe String(cString: real)
        try checkFolder(start)
        return start == "/" ? "/\(name)" : "\(start)/\(name)"
    }

    /// Where everybody may rename files, nobody can tell whose file this will be.
    private static func checkFolder(_ folder: String) throws(StoreFault) {
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else {
            throw StoreFault("its folder cannot be read: \(words(errno))", .connection)
        }
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
            throw StoreFault("everybody may replace files in its folder: chmod o-w it", .connection)
        }
    }

    /// What is known of a file; nil where there is none.
    private static func found(_ path: String) throws(StoreFault) -> stat? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw StoreFault("it cannot be looked at: \(words(errno))", .connection) }
            return nil
        }
        let name = path.quotedExcerpt
        guard status.st_mode & S_IFMT != S_IFLNK else {
            throw StoreFault("\(name) is a symbolic link: name the file that it leads to", .connection)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StoreFault("\(name) is no regular file", .connection) }
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw StoreFault("\(name) belongs to another user", .connection)
        }
        if status.st_mode & 0o077 != 0, unsafe chmod(path, 0o600) != 0 {
            throw StoreFault("others can read \(name): chmod 600 it", .connection)
        }
        return status
    }

    private static func made(_ path: String) throws(StoreFault) -> stat {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0, errno == EEXIST, let status = try found(path) { return status }
        guard descriptor >= 0 else { throw StoreFault("the file cannot be made: \(words(errno))", .connection) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw StoreFault("the file cannot be made: \(words(errno))", .connection)
        }
        return status
    }

    private static func words(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
