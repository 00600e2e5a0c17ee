import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys: B08, a folder after a torn write")
struct KeysCaseTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let place = try Locations.caseFolder("B08")
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(place)/keys") {
            try folder.write(try Locations.bytes("\(place)/keys/\(name)"), to: "keys/\(name)")
        }
        try folder.write(try Locations.bytes("\(place)/new-key.json"), to: "new-key.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder.path)/keys")
    }

    private func run(_ arguments: [String]) throws -> Subprocess {
        try TokenBridge.run(arguments + ["--keys", "keys"], in: folder)
    }

    private func identifier(_ name: String) throws -> String {
        let file = try JSONObject(parsing: Locations.bytes("\(folder.path)/\(name)"), limits: .document)
        return try #require(file["private_key_id"]?.string)
    }

    @Test("the whole key signs; the damaged one is reported; what is half written, hidden or no key is passed over")
    func serves() throws {
        let active = try identifier("keys/active.json")
        let minted = try run(["mint", "--uid", "alice", "--output", "json"])
        #expect(minted.status == 0 && minted.text.contains(#""key_id":"\#(active)""#), "\(minted.errors)")
        #expect(minted.errors.contains("next.json") && !minted.errors.contains("tmp-4711"), "\(minted.errors)")
        #expect(!minted.errors.contains("README") && !minted.errors.contains(".DS_Store"))
        let list = try run(["keys", "list"])
        #expect(list.status == 0 && list.text.contains(active) && list.errors.contains("next.json"), "\(list.errors)")
    }

    @Test("a key that others can read is a warning, for so secrets are mounted", arguments: [0o644, 0o444])
    func open(_ mode: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: "\(folder.path)/keys/active.json")
        let minted = try run(["mint", "--uid", "alice"])
        #expect(minted.status == 0 && minted.errors.contains("others can read"), "\(minted.errors)")
    }

    @Test("a new key gets the mode 0600, whatever that of a file is which it replaces; what is in the way stays")
    func add() throws {
        let id = try identifier("new-key.json")
        let name = "keys/\(id).json"
        try folder.write([UInt8]("an older file".utf8), to: name, mode: 0o666)
        let blocked = try run(["keys", "import", "new-key.json"])
        #expect(blocked.status == 1 && blocked.errors.contains("already"), "\(blocked.errors)")
        #expect(try Locations.bytes("\(folder.path)/\(name)") == [UInt8]("an older file".utf8))
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        try folder.write([UInt8]("half of an older one".utf8), to: "keys/.tmp-\(id).json", mode: 0o666)
        let added = try run(["keys", "import", "new-key.json"])
        #expect(added.status == 0, "\(added.errors)")
        for file in [name, "keys/ring.state"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(file)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
        #expect(try !folder.contents().contains { $0.contains(".tmp-\(id)") })
        #expect(try folder.contents().contains("keys/next.json"), "what is damaged is never overwritten")
    }
}
