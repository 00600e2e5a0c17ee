import Glibc
import StrictJSON

/// What a folder holds.
package enum FolderListing: Sendable {
    /// The names in a folder, in their order.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The names, those of hidden files too.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package static func names(in path: String) throws(CustomTokenError) -> [String] {
        guard let names = try namesIfThere(in: path) else { throw unreadable(path, ENOENT) }
        return names
    }

    /// The names in a folder, in their order; nil where there is no such folder.
    ///
    /// A listing that ends early is no listing: whoever does not find a file in it would take it for one that is not there.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The names, those of hidden files too.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    package static func namesIfThere(in path: String) throws(CustomTokenError) -> [String]? {
        guard let folder = unsafe opendir(path) else {
            if errno == ENOENT { return nil }
            throw unreadable(path, errno)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else {
                let code = errno
                guard code == 0 else { throw unreadable(path, code) }
                return names.sorted()
            }
            // The entry ends with its name: the array that Swift sees reaches beyond it.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            names.append(
                unsafe String(
                    cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)))
        }
    }

    private static func unreadable(_ path: String, _ code: Int32) -> CustomTokenError {
        CustomTokenError(
            .fileUnreadable, "the folder \(path.argumentExcerpt) cannot be read: \(SystemError.text(code))")
    }
}
