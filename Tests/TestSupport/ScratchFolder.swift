import Foundation

/// A folder for one test, which goes with its owner.
public final class ScratchFolder: Sendable {
    /// The path.
    public let path: String

    /// Makes an empty folder.
    ///
    /// - Throws: An error where it cannot be made.
    public init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - name: The name; folders in it are made.
    ///   - mode: Who may read it.
    /// - Throws: An error where it cannot be written.
    public func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    /// Lists what the folder holds, at any depth.
    ///
    /// - Returns: The paths within the folder.
    /// - Throws: An error where it cannot be read.
    public func contents() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    }
}
