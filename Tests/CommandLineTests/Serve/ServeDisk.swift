import Foundation
import TestSupport

/// A file system of 4 MB in memory, which goes with its owner.
final class ServeDisk: Sendable {
    /// Whether we may mount one: as root, and where the system lets root.
    static let isPossible = (try? ServeDisk()) != nil

    private let scratch: ScratchFolder

    /// Where it is.
    var path: String { "\(scratch.path)/disk" }

    init() throws {
        scratch = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: "\(scratch.path)/disk", withIntermediateDirectories: true)
        let mounted = try Subprocess.run(
            "/usr/bin/env", ["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "none", path])
        guard mounted.status == 0 else { throw ServeFailure(mounted.errors) }
    }

    deinit {
        _ = try? Subprocess.run("/usr/bin/env", ["umount", "-l", path])
    }

    /// Fills it up.
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
}
