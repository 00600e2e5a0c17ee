import CustomTokens
import Glibc
import StrictJSON

/// What the files of a ring looked like at one time: when two marks are equal, nothing has changed.
///
/// Files are looked at through symbolic links, so a mounted secret that is swapped as a whole shows; nothing is read.
public struct FolderMark: Sendable, Equatable {
    private struct File: Sendable, Equatable {
        let name: String
        /// Device, number, size, and the times of the last change of contents and of anything.
        let numbers: [Int64]
    }

    private let files: [File]

    /// Looks at a folder.
    init(folder: String, names: [String]) {
        files = names.map { name in
            var status = stat()
            guard unsafe stat("\(folder)/\(name)", &status) == 0 else { return File(name: name, numbers: []) }
            return File(
                name: name,
                numbers: [
                    Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
                    Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                    Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
                ])
        }
    }
}
