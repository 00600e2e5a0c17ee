import Foundation
import Glibc
import TestSupport
import Testing
import Threads

@Suite("Whose the files are that root makes", .enabled(if: getuid() == 0))
struct FolderOwnerTests {
    private static let nobody: uid_t = 65534
    private let folder: ScratchFolder

    /// A folder of root's, one of nobody's, and a link that leads to root's.
    init() throws {
        folder = try ScratchFolder()
        for name in ["ours", "nobody"] {
            try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
        }
        try #require(unsafe chown(path("nobody"), Self.nobody, Self.nobody) == 0)
        try #require(unsafe symlink("ours", path("link")) == 0)
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func owner(_ name: String) throws -> uid_t {
        var status = stat()
        try #require(unsafe lstat(path(name), &status) == 0)
        return status.st_uid
    }

    private func made(_ place: OpenFolder) throws -> Int32 {
        let descriptor = unsafe openat(place.descriptor, "file", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        return descriptor
    }

    @Test("a file becomes the owner's of the folder that it was made in")
    func given() throws {
        let place = try OpenFolder.at(path("nobody")).get()
        let file = try made(place)
        defer { close(file) }
        #expect(FolderOwner.give(file, in: place) == 0)
        #expect(try owner("nobody/file") == Self.nobody)
    }

    @Test("a link that leads to another folder by then gives nothing of root's away")
    func turned() throws {
        let place = try OpenFolder.at(path("link")).get()
        let file = try made(place)
        defer { close(file) }
        try #require(unsafe unlink(path("link")) == 0 && symlink("nobody", path("link")) == 0)
        #expect(FolderOwner.give(file, in: place) == 0)
        #expect(try owner("ours/file") == 0)
    }

    @Test("a file that is there, and a link in its place, stay whose they are")
    func found() throws {
        try folder.write([], to: "nobody/lock")
        let descriptor = FolderOwner.open(path("nobody/lock"), O_RDWR | O_CLOEXEC)
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(try owner("nobody/lock") == 0)
        try #require(unsafe symlink("../ours/file", path("nobody/other")) == 0)
        #expect(FolderOwner.open(path("nobody/other"), O_RDWR | O_CLOEXEC) == -ELOOP)
        #expect(!FileManager.default.fileExists(atPath: path("ours/file")))
    }

    @Test("a folder that is none is no place for a file", arguments: ["nothing/lock", "file/lock"])
    func none(_ name: String) throws {
        try folder.write([], to: "file")
        #expect(FolderOwner.open(path(name), O_RDWR | O_CLOEXEC) < 0)
    }
}
