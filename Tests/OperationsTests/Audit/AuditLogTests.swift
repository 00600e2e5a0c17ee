import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@testable import Operations

@Suite("The audit log")
struct AuditLogTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = "\(folder.path)/audit.jsonl"
    }

    private func lines(_ name: String = "audit.jsonl") throws -> [[UInt8]] {
        try Locations.bytes("\(folder.path)/\(name)").split(separator: 0x0A).map { [UInt8]($0) }
    }

    private func opened(_ durability: AuditLog.Durability = .written) throws -> AuditLog {
        try AuditLog(path: path, durability: durability, clock: AuditRecords.clock)
    }

    private func filled(_ count: Int) async throws {
        let log = try opened()
        for number in 0..<count { try await log.append(AuditRecords.record(number)) }
        await log.close()
    }

    @Test("A mint is one strict line with its chain, and nobody else can read the file")
    func line() async throws {
        let log = try opened(.synchronized)
        try await log.append(AuditRecords.record(1, uid: "a\n\u{202E}\"\u{1F600}"))
        await log.close()
        let object = try JSONObject(parsing: try lines()[1], limits: .token)
        #expect(
            object.names == [
                "sequence", "previous", "kind", "time", "request_id", "uid", "client", "provider", "grant", "proof",
                "key_id",
                "token_sha256",
            ])
        #expect(object["uid"] == .string("a\n\u{202E}\"\u{1F600}"))
        #expect(try lines().allSatisfy { $0.allSatisfy { $0 >= 0x20 } })
        #expect(!String(decoding: try lines()[1], as: UTF8.self).contains("\u{202E}"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try AuditLog.verify(path).records == 1)
    }

    @Test("A file that others could read is closed to them")
    func mode() async throws {
        try await filled(1)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        await (try opened()).close()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("Opened again, the chain goes on")
    func reopened() async throws {
        try await filled(2)
        try await filled(3)
        let evidence = try AuditLog.verify(path)
        #expect(evidence.records == 5)
        #expect(evidence.lastSequence == 5)
        #expect(evidence.tornWritings == 0)
        #expect(try lines().count == 6)
    }

    @Test("Two at once cannot write it")
    func locked() async throws {
        let log = try opened()
        #expect(throws: OperationsError.self) { try opened() }
        try await log.append(AuditRecords.record(1))
        await log.close()
        await (try opened()).close()
    }

    @Test("After a crash, what it left is kept, and a segment begins that says so", arguments: [1, 2, 20, 150, 300])
    func torn(_ kept: Int) async throws {
        try await filled(3)
        let whole = try Locations.bytes(path)
        let last = try lines()[3]
        // All but some bytes of the last line and its line break.
        let cut = min(kept, last.count - 1)
        try folder.write(Array(whole.dropLast(last.count + 1 - cut)), to: "audit.jsonl")
        #expect(try AuditLog.verify(path).unfinishedBytes == cut)
        try await filled(2)
        let evidence = try AuditLog.verify(path)
        #expect(evidence.records == 4)
        #expect(evidence.tornWritings == 1)
        #expect(evidence.unfinishedBytes == 0)
        #expect(try lines()[3] == Array(last.prefix(cut)))
        let segment = try JSONObject(parsing: try lines()[4], limits: .token)
        #expect(segment["reason"] == "torn")
        #expect(segment["torn_bytes"] == .integer(Int64(cut)))
    }

    @Test("A line that only lacks its line break is whole")
    func unterminated() async throws {
        try await filled(2)
        try folder.write(Array(try Locations.bytes(path).dropLast()), to: "audit.jsonl")
        try await filled(1)
        let evidence = try AuditLog.verify(path)
        #expect(evidence.records == 3)
        #expect(evidence.tornWritings == 0)
    }

    @Test("A crash may leave null characters and line breaks, at several ends, and at the very first line")
    func tornOften() async throws {
        try folder.write([UInt8](#"{"sequence":0,"prev"#.utf8), to: "audit.jsonl")
        try await filled(1)
        for rest in ["\0\0\0\0", "{\n\n", "{\"sequence\":2,\"previous\":\"x\"}\n"] {
            try folder.write(try Locations.bytes(path) + Array(rest.utf8), to: "audit.jsonl")
            try await filled(1)
        }
        let evidence = try AuditLog.verify(path)
        #expect(evidence.records == 4)
        #expect(evidence.tornWritings == 4)
    }

    @Test(
        "Nothing is appended to a file of another kind",
        arguments: ["root:x:0:0\n", "\n", "{}\n", "{\"a\":1}\n{\"b\":2}\n", "x"])
    func otherFile(_ text: String) throws {
        try folder.write([UInt8](text.utf8), to: "audit.jsonl")
        #expect(throws: OperationsError.self) { try opened() }
        #expect(try Locations.bytes(path) == [UInt8](text.utf8))
    }

    @Test("A link, a folder and a place where there is none are refused")
    func unwritable() throws {
        try folder.write([], to: "other")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/other")
        for path in [path, folder.path, "\(folder.path)/none/audit", "/dev/null"] {
            #expect(throws: OperationsError.self) {
                try AuditLog(path: path, durability: .written, clock: AuditRecords.clock)
            }
        }
    }

    @Test("After a rename, writing goes on in a new file that follows the old one")
    func rotated() async throws {
        let log = try opened()
        try await log.append(AuditRecords.record(1))
        try await log.reopen()
        try FileManager.default.moveItem(atPath: path, toPath: "\(folder.path)/audit.1")
        try await log.append(AuditRecords.record(2))
        try await log.reopen()
        try await log.append(AuditRecords.record(3))
        await log.close()
        let (old, new) = (try AuditLog.verify("\(folder.path)/audit.1"), try AuditLog.verify(path))
        #expect(old.records == 2)
        #expect(new.records == 1)
        #expect(old.isContinued(by: new))
        #expect(!new.isContinued(by: old))
    }

    @Test("A closed log refuses")
    func closed() async throws {
        let log = try opened()
        await log.close()
        await log.close()
        await #expect(throws: OperationsError.self) { try await log.append(AuditRecords.record(1)) }
    }

    @Test("A record longer than a line is refused and breaks nothing")
    func long() async throws {
        let log = try opened()
        await #expect(throws: OperationsError.self) {
            try await log.append(AuditRecords.record(1, uid: String(repeating: "x", count: 1 << 20)))
        }
        try await log.append(AuditRecords.record(2))
        await log.close()
        #expect(try AuditLog.verify(path).records == 1)
    }
}
