@testable import CustomTokens
import Foundation
import TestSupport
import Testing

@Suite("Folder of keys (FB-11)")
struct KeyFolderTests {
    @Test("a folder with one key gives it")
    func one() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        let keys = try KeyFolder(path: folder.path) { $0 == "ring.state" }
        #expect(keys.account.privateKeyID == Fixtures.keyID)
        #expect(keys.warnings.isEmpty)
    }

    @Test("files that are not named *.json and hidden ones do not count")
    func otherNames() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        for name in ["key.json.bak", "README", ".hidden.json", "key.JSON", "json"] {
            try folder.write(Fixtures.accountJSON(), to: name)
        }
        #expect(try KeyFolder(path: folder.path) { $0 == "ring.state" }.warnings.isEmpty)
    }

    @Test("a pipe among the keys is reported and not waited for")
    func pipe() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        let isMade = unsafe mkfifo("\(folder.path)/pipe.json", 0o600) == 0
        #expect(isMade)
        let keys = try KeyFolder(path: folder.path) { $0 == "ring.state" }
        #expect(keys.warnings.count == 1)
        #expect(keys.warnings.first?.contains("pipe.json") == true)
        #expect(keys.warnings.first?.contains("no regular file") == true)
    }

    @Test(
        "a folder that others can change is warned about", arguments: [(0o700, 0), (0o755, 0), (0o770, 1), (0o777, 1)])
    func modes(_ mode: Int, warnings: Int) throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        #expect(try KeyFolder(path: folder.path) { $0 == "ring.state" }.warnings.count == warnings)
    }

    @Test("1,500 neighbours with long names do no harm")
    func manyNames() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        for number in 0..<1500 { try folder.write([], to: "note-with-a-rather-long-name-\(number).txt") }
        #expect(try KeyFolder(path: folder.path) { $0 == "ring.state" }.account.email == Fixtures.email)
    }

    @Test("an empty folder is refused")
    func none() throws {
        let folder = try TestFolder()
        let error = try refusal { try KeyFolder(path: folder.path) { $0 == "ring.state" } }
        #expect(error.code == .keyFolderAmbiguous)
        #expect(error.reason.contains("no usable key"))
    }

    @Test("two keys are refused and both files named, even if they are the same key")
    func two() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "a.json")
        try folder.write(Fixtures.accountJSON(), to: "b.json")
        let error = try refusal { try KeyFolder(path: folder.path) { $0 == "ring.state" } }
        #expect(error.code == .keyFolderAmbiguous)
        for words in ["2 keys", "a.json", "b.json"] { #expect(error.reason.contains(words)) }
    }

    @Test("a damaged neighbour is reported without key text and harms nothing")
    func damagedNeighbour() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        let damaged = try Fixtures.accountJSON(key: "other-2048")
        try folder.write(Array(damaged.prefix(damaged.count / 2)), to: "old.json")
        let keys = try KeyFolder(path: folder.path) { $0 == "ring.state" }
        #expect(keys.account.email == Fixtures.email)
        #expect(keys.warnings.count == 1)
        #expect(keys.warnings.first?.contains("old.json") == true)
        #expect(try keys.warnings.allSatisfy { !KeyWindows(of: try Fixtures.keyText("other-2048")).areShown(by: $0) })
    }

    @Test("a folder with nothing but damaged keys is refused, and each reason told")
    func onlyDamaged() throws {
        let folder = try TestFolder()
        try folder.write([], to: "a.json")
        try folder.write(Fixtures.accountJSON(key: "rsa-1024"), to: "b.json")
        let error = try refusal { try KeyFolder(path: folder.path) { $0 == "ring.state" } }
        #expect(error.code == .keyFolderAmbiguous)
        for words in ["a.json", "empty", "b.json", "1024 bits"] { #expect(error.reason.contains(words)) }
    }

    @Test("a folder named like a key is left out and reported")
    func folderWithin() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/sub.json", withIntermediateDirectories: false)
        #expect(try KeyFolder(path: folder.path) { $0 == "ring.state" }.warnings.count == 1)
    }

    @Test("a folder that is a ring is never taken for one of a single key")
    func ring() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json")
        try folder.write([], to: "ring.state")
        let error = try refusal { try KeyFolder(path: folder.path) { $0 == "ring.state" } }
        #expect(error.code == .keyFolderAmbiguous && error.reason.contains("ring.state"))
    }

    @Test("a loose mode of the key is warned about")
    func looseMode() throws {
        let folder = try TestFolder()
        try folder.write(Fixtures.accountJSON(), to: "key.json", mode: 0o644)
        #expect(try KeyFolder(path: folder.path) { $0 == "ring.state" }.warnings.first?.contains("mode 644") == true)
    }

    @Test("a folder that is none is refused")
    func notAFolder() throws {
        let folder = try TestFolder()
        let file = try folder.write(Fixtures.accountJSON(), to: "key.json")
        for path in ["/nonexistent", file] {
            let error = try refusal { try KeyFolder(path: path) { $0 == "ring.state" } }
            #expect(error.code == .fileUnreadable)
            #expect(error.reason.contains(path))
        }
    }
}
