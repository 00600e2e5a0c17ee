import Glibc
import StrictJSON

/// The contents of a file that holds a secret.
package struct SecretFile: Sendable {
    /// The largest file, in bytes: several times the largest service-account key.
    package static let maximumBytes = 64 << 10

    /// The contents.
    package let bytes: [UInt8]
    /// What is worth telling the operator, such as a mode that lets others read the file.
    package let warnings: [String]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path; a pipe such as `/dev/fd/3` will do, and is waited for.
    ///   - maximumBytes: The largest file, in bytes.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package init(path: String, maximumBytes: Int = maximumBytes) throws(CustomTokenError) {
        try self.init(path, flags: 0, maximumBytes, mayWait: .forPipe)
    }

    /// Reads a regular file, and nothing that would have to be waited for.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - maximumBytes: The largest file, in bytes.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package init(regularFile path: String, maximumBytes: Int = maximumBytes) throws(CustomTokenError) {
        try self.init(path, flags: O_NONBLOCK, maximumBytes, mayWait: .forNothing)
    }

    /// What reading may wait for.
    private enum Waiting {
        case forPipe
        case forNothing
    }

    private init(_ path: String, flags: Int32, _ maximumBytes: Int, mayWait: Waiting) throws(CustomTokenError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        guard isRegular || mayWait == .forPipe else {
            throw CustomTokenError(.fileUnreadable, "\(path.argumentExcerpt) is no regular file")
        }
        bytes = try Self.contents(of: descriptor, path, maximumBytes)
        let isOpenToOthers = status.st_mode & 0o077 != 0
        warnings =
            isRegular && isOpenToOthers
            ? ["others can read \(path.quotedExcerpt) (mode \(String(status.st_mode & 0o777, radix: 8))): chmod 600 it"]
            : []
    }

    /// Reads standard input to its end.
    ///
    /// - Parameter maximumBytes: The longest text, in bytes.
    /// - Returns: What it held.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package static func standardInput(maximumBytes: Int = maximumBytes) throws(CustomTokenError) -> SecretFile {
        SecretFile(bytes: try contents(of: STDIN_FILENO, "standard input", maximumBytes), warnings: [])
    }

    private init(bytes: [UInt8], warnings: [String]) {
        self.bytes = bytes
        self.warnings = warnings
    }

    private static func contents(
        of descriptor: Int32, _ path: String, _ maximumBytes: Int
    ) throws(CustomTokenError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw unreadable(path, errno)
            }
            bytes.append(contentsOf: buffer.prefix(count))
            guard bytes.count <= maximumBytes else {
                throw CustomTokenError(
                    .fileUnreadable, "\(path.argumentExcerpt) is larger than \(maximumBytes) bytes")
            }
        }
    }

    private static func unreadable(_ path: String, _ code: Int32) -> CustomTokenError {
        CustomTokenError(.fileUnreadable, "\(path.argumentExcerpt) cannot be read: \(SystemError.text(code))")
    }
}
