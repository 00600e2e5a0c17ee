import CustomTokens
import Glibc
import StrictJSON

/// What a folder holds.
enum FolderListing: Sendable {
    /// The names of the files; none where there is no such folder.
    ///
    /// - Throws: `FirebaseSessionError` with code `sessionFolderUnusable`.
    static func names(in path: String) throws(FirebaseSessionError) -> [String] {
        guard let stream = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw FirebaseSessionError(
                .sessionFolderUnusable, "\(path.argumentExcerpt) cannot be read: \(SystemError.text(errno))",
                cure: "check the owner and mode of the folder")
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }
}
