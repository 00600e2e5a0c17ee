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
    /// - Parameter path: The path; a pipe such as `/dev/fd/3` will do.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package init(path: String) throws(CustomTokenError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        bytes = try Self.contents(of: descriptor, path)
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        let isOpenToOthers = status.st_mode & 0o077 != 0
        warnings =
            isRegular && isOpenToOthers
            ? ["others can read \(path.quotedExcerpt) (mode \(String(status.st_mode & 0o777, radix: 8))): chmod 600 it"]
            : []
    }

    /// Reads standard input to its end.
    ///
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package static func standardInput() throws(CustomTokenError) -> SecretFile {
        SecretFile(bytes: try contents(of: STDIN_FILENO, "standard input"), warnings: [])
    }

    private init(bytes: [UInt8], warnings: [String]) {
        self.bytes = bytes
        self.warnings = warnings
    }

    private static func contents(of descriptor: Int32, _ path: String) throws(CustomTokenError) -> [UInt8] {
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
                    .fileUnreadable, "\(shown(path)) is larger than \(maximumBytes) bytes")
            }
        }
    }

    private static func unreadable(_ path: String, _ code: Int32) -> CustomTokenError {
        let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return CustomTokenError(.fileUnreadable, "\(shown(path)) cannot be read: \(text)")
    }

    /// A path as messages show it: not at all where it may be the secret itself, given in place of its file.
    private static func shown(_ path: String) -> String {
        let isPath = path.utf8.count <= 512 && !path.utf8.contains(UInt8(ascii: "{")) && !path.hasPrefix("-----")
        return isPath ? path.quotedExcerpt : "the path of the file (not shown: it looks like the secret itself)"
    }
}
