import Foundation
import Glibc
import TestSupport
import Testing

@Suite("keys: root changes the ring of a service that runs as another", .enabled(if: getuid() == 0))
struct KeysOwnerTests {
    private static let ids = KeysFolder.ids
    private static let nobody: uid_t = 65534

    /// A folder of nobody's.
    private func plant() throws -> KeysFolder {
        let folder = try KeysFolder()
        try FileManager.default.createDirectory(atPath: folder.path("keys"), withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("keys"))
        try #require(unsafe chown(folder.path("keys"), Self.nobody, Self.nobody) == 0)
        return folder
    }

    private func owner(_ path: String) throws -> uid_t {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0)
        return status.st_uid
    }

    @Test("every file that it writes is the owner's of the folder: keys, state, secret, locks, audit")
    func owners() throws {
        let folder = try plant()
        try folder.fill()
        for arguments in [
            ["generate"], ["activate", Self.ids[1]], ["revoke", Self.ids[0], "--yes"],
            ["remove", Self.ids[0], "--yes"],
        ] {
            let result = try folder.keys(arguments)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("keys"))
        #expect(Set(["ring.state", "ring.secret", ".ring.lock", "audit.jsonl"]).isSubset(of: names))
        for name in names { #expect(try owner(folder.path("keys/\(name)")) == Self.nobody, "\(name)") }
        let audit = try folder.keys(["list", "--audit", folder.path("none.jsonl")])
        #expect(audit.status == 2)
    }

    @Test("so is what a rotation writes")
    func rotation() async throws {
        let plant = try await RotationPlant(delay: 0)
        let keys = "\(plant.scratch.path)/keys"
        for name in try FileManager.default.contentsOfDirectory(atPath: keys) + ["."] {
            try #require(unsafe chown("\(keys)/\(name)", Self.nobody, Self.nobody) == 0)
        }
        #expect(try await plant.rotate().status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: keys)
        #expect(names.contains(".rotation.lock") && names.count { $0.hasSuffix(".json") } == 2)
        for name in names { #expect(try owner("\(keys)/\(name)") == Self.nobody, "\(name)") }
        await plant.end()
    }

    @Test("its owner goes on with the ring", .enabled(if: Shell.setpriv.isThere))
    func usable() throws {
        let folder = try plant()
        try folder.fill()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.scratch.path)
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", Locations.tokenBridge]
        for arguments in [["keys", "activate", Self.ids[1]], ["mint", "--uid", "alice"], ["keys", "list"]] {
            let result = try Subprocess.run("/usr/bin/env", user + arguments + ["--keys", folder.path("keys")])
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
    }

    @Test(
        "a file that was there before is not given away: it may be another's, by a second name",
        arguments: [
            ".ring.lock", "audit.jsonl",
        ])
    func secondName(_ name: String) throws {
        let folder = try plant()
        try folder.scratch.write([], to: "root.txt")
        try #require(unsafe Glibc.link(folder.path("root.txt"), folder.path("keys/\(name)")) == 0)
        let result = try folder.keys(["import", folder.path("a.json")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try owner(folder.path("root.txt")) == 0)
    }

    @Test("nor is a file that a link names written to, or given away", arguments: [".ring.lock", "audit.jsonl"])
    func link(_ name: String) throws {
        let folder = try plant()
        try folder.scratch.write([], to: "root.txt")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("keys/\(name)"), withDestinationPath: folder.path("root.txt"))
        let result = try folder.keys(["import", folder.path("a.json")])
        #expect(result.status == 1 && result.output.isEmpty, "\(result.errors)")
        #expect(try owner(folder.path("root.txt")) == 0)
        #expect(try Locations.bytes(folder.path("root.txt")).isEmpty)
    }

    @Test("root's own folder stays root's")
    func own() throws {
        let folder = try KeysFolder()
        try folder.fill()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("keys")) {
            #expect(try owner(folder.path("keys/\(name)")) == 0, "\(name)")
        }
    }
}
