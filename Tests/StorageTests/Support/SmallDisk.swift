import Foundation
import TestSupport

/// A file system of 4 MB in memory, which goes with its owner.
final class SmallDisk: Sendable {
    /// Whether we may mount one: as root, and where the system lets root.
    static let isPossible = (try? SmallDisk()) != nil

    private let scratch: ScratchFolder
    /// Where it is.
    var path: String { "\(scratch.path)/disk" }

    init() throws {
        scratch = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: "\(scratch.path)/disk", withIntermediateDirectories: true)
        try run("mount", "-t", "tmpfs", "-o", "size=4m", "none", path)
    }

    deinit {
        try? run("umount", "-l", path)
    }

    /// Fills it up, but for some pages.
    func fill() throws {
        try Data().write(to: URL(filePath: "\(path)/filling"))
        let file = try FileHandle(forWritingTo: URL(filePath: "\(path)/filling"))
        while (try? file.write(contentsOf: Data(repeating: 1, count: 4096))) != nil {}
        try file.close()
    }

    /// Takes out what fills it.
    func empty() throws {
        try FileManager.default.removeItem(atPath: "\(path)/filling")
    }

    /// Mounts it with another option.
    func remount(_ option: String) throws {
        try run("mount", "-o", "remount,\(option)", path)
    }

    private func run(_ command: String...) throws {
        let result = try Subprocess.run("/usr/bin/env", command)
        guard result.status == 0 else { throw ServerFailure(result.errors) }
    }
}
