import Foundation
import JOSE
import TestSupport
import Testing

@testable import KeyRings

@Suite("Keys that others mount")
struct MountedSecretTests {
    /// A folder as Kubernetes mounts it: each file is a link through one link that is swapped.
    private func mount(_ ring: TestRing, _ version: String, _ files: [String: [UInt8]]) throws {
        for (name, bytes) in files { try ring.scratch.write(bytes, to: "keys/..\(version)/\(name)", mode: 0o644) }
        let manager = FileManager.default
        let folder = ring.folder.path
        try manager.createSymbolicLink(atPath: "\(folder)/..data_tmp", withDestinationPath: "..\(version)")
        #expect(unsafe rename("\(folder)/..data_tmp", "\(folder)/..data") == 0)
        for name in files.keys where !manager.fileExists(atPath: "\(folder)/\(name)") {
            try manager.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "..data/\(name)")
        }
    }

    private func state(active: String) throws -> [UInt8] {
        [UInt8](#"{"version":1,"revision":1,"keys":[{"kid":"\#(active)","state":"active"}]}"#.utf8)
    }

    @Test("a swap of the link is seen by the mark, and read whole")
    func kubernetes() throws {
        let ring = try TestRing()
        let keys = try [Fixtures.newKey(0).text, Fixtures.newKey(1).text]
        try mount(ring, "one", ["a.json": keys[0], "b.json": keys[1], "ring.state": state(active: Fixtures.id(0))])
        let before = try ring.folder.load()
        #expect(before.active?.id == Fixtures.id(0) && before.keys.count == 2)
        #expect(try ring.folder.mark() == before.mark)
        try mount(ring, "two", ["a.json": keys[0], "b.json": keys[1], "ring.state": state(active: Fixtures.id(1))])
        #expect(try ring.folder.mark() != before.mark)
        #expect(try ring.folder.load().active?.id == Fixtures.id(1))
        #expect(before.active?.id == Fixtures.id(0))
    }

    @Test("the mark stays as long as nothing changes, and changes with each change")
    func mark() throws {
        let ring = try TestRing(keys: 2)
        let mark = try ring.folder.mark()
        #expect(try ring.folder.mark() == mark && ring.folder.load().mark == mark)
        try ring.folder.activate(Fixtures.id(1), at: Fixtures.now, auditor: ring.auditor)
        #expect(try ring.folder.mark() != mark)
    }

    @Test("a credential of systemd, whose files have its name before theirs")
    func systemd() throws {
        let ring = try TestRing()
        try ring.scratch.write(Fixtures.newKey(0).text, to: "keys/keys_a.json", mode: 0o400)
        try ring.scratch.write(Fixtures.newKey(1).text, to: "keys/keys_b.json", mode: 0o400)
        try ring.scratch.write(state(active: Fixtures.id(1)), to: "keys/keys_ring.state", mode: 0o400)
        let loaded = try ring.folder.load()
        #expect(loaded.active?.id == Fixtures.id(1) && loaded.keys.count == 2 && loaded.warnings.count == 1)
    }

    @Test("two state files are refused: nothing says which counts")
    func twoStates() throws {
        let ring = try TestRing(keys: 1)
        try ring.scratch.write(state(active: "x"), to: "keys/keys_ring.state")
        #expect(try refusal { try ring.folder.load() }.code == .ringDamaged)
    }

    @Test("a folder that is not there, or is no folder, is told", arguments: ["none", "file"])
    func unreadable(_ name: String) throws {
        let ring = try TestRing()
        try ring.scratch.write([], to: "file")
        let folder = KeyRingFolder(path: "\(ring.scratch.path)/\(name)")
        #expect(try refusal { try folder.load() }.code == .folderUnusable)
        #expect(try refusal { try folder.mark() }.code == .folderUnusable)
    }
}
