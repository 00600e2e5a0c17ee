import Glibc

/// A folder that is held open: whatever its path leads to later, its files are these.
package final class OpenFolder: Sendable {
    /// `O_PATH`, which Glibc has for programs with `_GNU_SOURCE` alone.
    private static let pathOnly: Int32 = 0o10_000_000

    /// For `openat` and its like.
    package let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder, whose names need not be readable.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The folder, or the number of the error.
    package static func at(_ path: String) -> Result<OpenFolder, Failure> {
        let descriptor = unsafe open(path, pathOnly | O_DIRECTORY | O_CLOEXEC)
        return descriptor >= 0 ? .success(OpenFolder(descriptor)) : .failure(Failure(code: errno))
    }

    /// Why a folder could not be opened.
    package struct Failure: Error, Sendable {
        /// The number of the error.
        package let code: Int32
    }
}
