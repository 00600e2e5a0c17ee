import Glibc
import StrictJSON

/// Writes files that only their owner may read, so that after a crash there is either the old file or the new one.
package enum PrivateFile: Sendable {
    /// Writes a file in the place of the one that is there.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - bytes: The contents.
    /// - Throws: `CustomTokenError` with code `fileUnwritable`; the old file is then as it was.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(CustomTokenError) {
        // A process that was killed may have left one, and its number comes again: in a container it is always 1.
        let names = (0..<100).map { "\(path).\(getpid()).\($0).new" }
        guard let temporary = names.first(where: { unsafe access($0, F_OK) != 0 }) else {
            throw unwritable(path, EEXIST)
        }
        try create(temporary, bytes, path)
        do throws(CustomTokenError) {
            guard unsafe rename(temporary, path) == 0 else { throw unwritable(path, errno) }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        try synchronizeFolder(of: path)
    }

    /// Writes a file where there is none.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - bytes: The contents.
    /// - Throws: `CustomTokenError` with code `fileUnwritable`, also where there is a file already.
    package static func create(_ path: String, with bytes: [UInt8]) throws(CustomTokenError) {
        try create(path, bytes, path)
        try synchronizeFolder(of: path)
    }

    private static func create(_ file: String, _ bytes: [UInt8], _ path: String) throws(CustomTokenError) {
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { close(descriptor) }
        do throws(CustomTokenError) {
            try write(bytes, to: descriptor, path)
        } catch {
            // Half a file is worse than none.
            unsafe unlink(file)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(CustomTokenError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unwritable(path, errno) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw unwritable(path, errno) }
    }

    private static func synchronizeFolder(of path: String) throws(CustomTokenError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw unwritable(path, errno) }
    }

    private static func unwritable(_ path: String, _ code: Int32) -> CustomTokenError {
        CustomTokenError(.fileUnwritable, "\(path.argumentExcerpt) cannot be written: \(SystemError.text(code))")
    }
}
