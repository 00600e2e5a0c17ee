import Foundation
import TestSupport
import Testing
import Threads

@testable import KeyRings

/// Puts a folder in the place of a key's file between the decision and the deletion.
private struct BlockingAuditor: KeyRingAuditor {
    let file: String
    let lines: Locked<[String]> = Locked([])

    func record(_ change: KeyRingChange, _ phase: KeyRingChange.Phase) throws(KeyRingError) {
        lines.withLock { $0.append("\(change.operation.rawValue) \(phase.rawValue)") }
        guard phase == .intended else { return }
        try? FileManager.default.removeItem(atPath: file)
        try? FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    }
}

@Suite("Files of keys that are gone")
struct SoleCopyTests {
    private static let now = Fixtures.now

    /// A ring whose second key was renamed and has lost its file since; the file from before is back.
    private func renamed() throws -> TestRing {
        let ring = try TestRing(keys: 2)
        let id = Fixtures.id(1)
        try ring.folder.rename(id, to: "given", at: Self.now, auditor: ring.auditor)
        try FileManager.default.removeItem(atPath: "\(ring.folder.path)/given.json")
        try ring.scratch.write(Fixtures.newKey(1).text, to: "keys/\(id).json")
        return ring
    }

    @Test("the only copy of a key under its name from before is kept by every change, and the way back is told")
    func kept() throws {
        let ring = try renamed()
        let copy = "keys/\(Fixtures.id(1)).json"
        let changes: [() throws -> Void] = [
            { try ring.folder.activate(Fixtures.id(0), at: Self.now, auditor: ring.auditor) },
            { try ring.folder.add(Fixtures.newKey(2), by: .importKey, at: Self.now, auditor: ring.auditor) },
            { _ = try refusal { try ring.folder.retire("zzz", at: Self.now, auditor: ring.auditor) } },
        ]
        for change in changes {
            try change()
            #expect(try ring.scratch.contents().contains(copy))
        }
        let loaded = try ring.folder.load()
        #expect(loaded["given"] == nil && loaded.unfinishedRemovals.isEmpty)
        #expect(loaded.warnings.contains { $0.contains("--key-id given takes it in") }, "\(loaded.warnings)")
        let error = try refusal {
            try ring.folder.add(Fixtures.newKey(1), by: .importKey, at: Self.now, auditor: ring.auditor)
        }
        #expect(error.code == .keyExists && error.reason.contains("--key-id given"), "\(error.reason)")
    }

    @Test("it is taken in by the identifier that is told, and what was its only copy goes then")
    func takenIn() throws {
        let ring = try renamed()
        try ring.folder.add(Fixtures.newKey(1, id: "given"), by: .importKey, at: Self.now, auditor: ring.auditor)
        #expect(try ring.folder.load()["given"]?.state == .next)
        try ring.folder.add(Fixtures.newKey(2), by: .importKey, at: Self.now, auditor: ring.auditor)
        #expect(try !ring.scratch.contents().contains("keys/\(Fixtures.id(1)).json"))
    }

    @Test("where the key has its file, the one under the name from before goes as it did")
    func surplus() throws {
        let ring = try TestRing(keys: 2)
        let id = Fixtures.id(1)
        try ring.folder.rename(id, to: "given", at: Self.now, auditor: ring.auditor)
        try ring.scratch.write(Fixtures.newKey(1).text, to: "keys/\(id).json")
        _ = try refusal { try ring.folder.retire("zzz", at: Self.now, auditor: ring.auditor) }
        #expect(try !ring.scratch.contents().contains("keys/\(id).json"))
        #expect(try ring.folder.load()["given"]?.state == .next)
    }

    @Test("a removal whose file cannot be deleted is done, is written down as that, and is told")
    func undeletable() throws {
        let ring = try TestRing(keys: 2)
        let id = Fixtures.id(1)
        let auditor = BlockingAuditor(file: "\(ring.folder.path)/\(id).json")
        let error = try refusal { try ring.folder.remove(id, at: Self.now, auditor: auditor) }
        #expect(error.code == .fileUndeletable && error.reason.contains("\(id).json"), "\(error.reason)")
        #expect(auditor.lines.withLock { $0 } == ["remove intended", "remove done"])
        let loaded = try ring.folder.load()
        #expect(loaded.ring[id] == nil && loaded.ring.hasRemoved(id))
        try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor)
        #expect(try ring.states() == [.revoked])
    }
}
