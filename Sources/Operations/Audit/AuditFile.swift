import Cryptography
import Glibc
import JOSE
import StrictJSON
import Threads

/// An audit file that is open for appending, by us alone.
final class AuditFile: Sendable {
    /// What a file was found to hold when it was opened.
    struct Opening: Sendable {
        /// What the next line has to begin with.
        var chain: AuditChain
        /// Bytes to write before it.
        var lead: [UInt8]
        /// The segment that begins; nil where the chain just goes on.
        var segment: AuditSegment?
    }

    private let descriptor: Int32
    private let path: String
    /// The device and the number of the file, by which it is known that it was put away.
    private let identity: [UInt64]

    /// Opens a file, and makes it where there is none, for the owner of its folder.
    ///
    /// - Parameter path: The path.
    /// - Throws: `OperationsError` with code `logUnwritable`, also where another process writes to it.
    init(path: String) throws(OperationsError) {
        let descriptor = FolderOwner.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unwritable(path, -descriptor) }
        do throws(OperationsError) {
            identity = try Self.prepared(descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether the file is this process's alone; a process that ends, or one that was started a moment ago, is waited for.
    private static func isLocked(_ descriptor: Int32) -> Bool {
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(20_000)
        }
        return false
    }

    private static func prepared(_ descriptor: Int32, _ path: String) throws(OperationsError) -> [UInt64] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw unwritable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw OperationsError(.logUnwritable, "\(path.argumentExcerpt) is no regular file")
        }
        guard isLocked(descriptor) else {
            throw OperationsError(.logUnwritable, "another process writes to the audit file \(path.argumentExcerpt)")
        }
        // Who may read it is not left to the umask, nor to whoever made the file.
        guard fchmod(descriptor, 0o600) == 0 else { throw unwritable(path, errno) }
        try synchronizeFolder(of: path)
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// Whether the path still names this file.
    var isInPlace: Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && [UInt64(status.st_dev), UInt64(status.st_ino)] == identity
    }

    /// How long the file is.
    func length() throws(OperationsError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unwritable(path, errno) }
        return Int(status.st_size)
    }

    /// Reads the end of the file.
    ///
    /// - Parameter before: Where the chain of the file before ended; nil where there was none.
    /// - Returns: How to go on.
    /// - Throws: `OperationsError` with code `auditBroken` where no line of an audit log is at the end.
    func opening(after before: AuditChain?) throws(OperationsError) -> Opening {
        let length = try length()
        guard length > 0 else {
            return Opening(chain: before ?? .start, lead: [], segment: before == nil ? .new : .rotated)
        }
        let tail = try bytes(from: max(0, length - 4 * AuditChain.maximumLine), count: 4 * AuditChain.maximumLine)
        var end = tail.endIndex
        // From the last line backwards to one that is whole; the bytes after it are what a crash left.
        while true {
            let start = tail[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? tail.startIndex
            if let line = AuditLine([UInt8](tail[start..<end])) {
                let isTerminated = end < tail.endIndex
                let rest = isTerminated ? tail[(end + 1)...] : []
                guard !rest.isEmpty else {
                    return Opening(chain: line.chain, lead: isTerminated ? [] : [0x0A], segment: nil)
                }
                return Opening(chain: line.chain, lead: [0x0A], segment: .torn([UInt8](rest)))
            }
            guard start > tail.startIndex else { break }
            end = start - 1
        }
        // A crash at the very first line leaves a part of it, and nothing before it.
        if length < AuditChain.maximumLine, !tail.contains(0x0A), tail.starts(with: #"{"sequence":"#.utf8) {
            return Opening(chain: before ?? .start, lead: [0x0A], segment: .torn([UInt8](tail)))
        }
        throw OperationsError(
            .auditBroken, "\(path.argumentExcerpt) does not end as an audit file does: nothing is appended to it")
    }

    /// Appends bytes; what a failure leaves of them is taken back where the system lets us.
    func append(_ bytes: [UInt8]) throws(OperationsError) {
        let before = try length()
        let result = SystemCall.write(bytes, to: descriptor)
        guard result == 0 else {
            _ = ftruncate(descriptor, before)
            throw Self.unwritable(path, result)
        }
    }

    /// Waits until the file is on the disk.
    func synchronize() throws(OperationsError) {
        guard fdatasync(descriptor) == 0 else { throw Self.unwritable(path, errno) }
    }

    private func bytes(from offset: Int, count: Int) throws(OperationsError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, offset + filled)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw Self.unwritable(path, errno) }
            if read == 0 { break }
            filled += read
        }
        return Array(buffer.prefix(filled))
    }

    private static func synchronizeFolder(of path: String) throws(OperationsError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw unwritable(path, errno) }
    }

    private static func unwritable(_ path: String, _ code: Int32) -> OperationsError {
        OperationsError(
            .logUnwritable, "the audit file \(path.argumentExcerpt) cannot be written: \(SystemCall.text(code))")
    }
}
