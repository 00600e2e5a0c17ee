import Cryptography
import Foundation
import TestSupport
import Testing

@testable import KeyRings

@Suite("A ring that has lost its state")
struct LostStateTests {
    /// What becomes of the secret: it counts by its name.
    enum Secret: String, Sendable, CaseIterable {
        case whole, short, empty, twice, dangling, folder
    }

    /// A ring whose first key is revoked; its file is left, and the state is not.
    private func lost(_ secret: Secret = .whole, keys: Int = 1) throws -> TestRing {
        let ring = try TestRing(keys: keys)
        try ring.folder.secret(making: SecureRandom())
        try ring.folder.revoke(Fixtures.id(0), at: Fixtures.now, auditor: ring.auditor)
        let file = "\(ring.folder.path)/ring.secret"
        try FileManager.default.removeItem(atPath: "\(ring.folder.path)/ring.state")
        switch secret {
        case .whole: break
        case .short: try ring.scratch.write([UInt8]("short".utf8), to: "keys/ring.secret")
        case .empty: try ring.scratch.write([], to: "keys/ring.secret")
        case .twice: try ring.scratch.write([UInt8]("short".utf8), to: "keys/keys_ring.secret")
        case .dangling:
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/nowhere/secret")
        case .folder:
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        }
        return ring
    }

    @Test(
        "is not read, whatever the secret is like: a key that is left may be a revoked one",
        arguments: Secret.allCases)
    func refused(_ secret: Secret) throws {
        let ring = try lost(secret)
        let error = try refusal { try ring.folder.load() }
        #expect(error.code == .ringDamaged && error.reason.contains(Fixtures.id(0)))
        let found = try ring.folder.loadForActivation()
        #expect(found.isStateLost && found.active == nil && found.keys.map(\.state) == [.next])
    }

    @Test("is changed by nothing but an activation, and no state is written")
    func changes() throws {
        let ring = try lost(keys: 2)
        let (folder, id, now, auditor) = (ring.folder, Fixtures.id(1), Fixtures.now, ring.auditor)
        let before = try ring.scratch.contents()
        let changes: [() throws -> Void] = [
            { try folder.add(Fixtures.newKey(2), by: .importKey, at: now, auditor: auditor) },
            { try folder.add(Fixtures.newKey(2), by: .generate, at: now, auditor: auditor) },
            { try folder.retire(id, at: now, auditor: auditor) },
            { try folder.revoke(id, at: now, auditor: auditor) },
            { try folder.remove(id, at: now, auditor: auditor) },
            { try folder.rename(id, to: "other", at: now, auditor: auditor) },
            { try folder.beginRotation(at: now, auditor: auditor) },
        ]
        for change in changes { #expect(try refusal { try change() }.code == .ringDamaged) }
        #expect(try ring.scratch.contents() == before)
        #expect(try refusal { try folder.activate("zzz", at: now, auditor: auditor) }.code == .keyUnknown)
        #expect(try ring.scratch.contents() == before)
    }

    @Test("goes on with the key that is named, and with no other", arguments: Secret.allCases)
    func activated(_ secret: Secret) throws {
        let ring = try lost(secret, keys: 3)
        let loaded = try ring.folder.activate(Fixtures.id(2), at: Fixtures.now, auditor: ring.auditor)
        #expect(loaded.active?.id == Fixtures.id(2) && loaded.hasState && !loaded.isStateLost)
        #expect(try ring.states() == [.next, .next, .active])
    }

    @Test("is none where a state was never written, or no key is left")
    func first() throws {
        let single = try TestRing()
        try single.scratch.write(Fixtures.newKey(0).text, to: "keys/a.json")
        #expect(try single.folder.load().active?.id == Fixtures.id(0))
        let empty = try lost()
        try FileManager.default.removeItem(atPath: "\(empty.folder.path)/\(Fixtures.id(0)).json")
        try empty.folder.add(Fixtures.newKey(1), by: .importKey, at: Fixtures.now, auditor: empty.auditor)
        #expect(try empty.states() == [.next])
    }
}
