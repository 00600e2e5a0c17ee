import Bridge
import Foundation
import JOSE
import TestSupport
import Testing

@testable import Storage

@Suite("The file of a SQLite store")
struct SQLiteFileTests {
    private let folder: ScratchFolder
    private var path: String { "\(folder.path)/bridge.db" }

    init() throws {
        folder = try ScratchFolder()
    }

    private func refusal(at path: String) async throws -> BridgeError? {
        let store = try SQLiteStore(path: path)
        let error = await StorageTests.refusal { () throws(BridgeError) in try await store.check() }
        await store.close()
        return error
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func python(_ script: String) async throws {
        let path = path
        let result = try await blocking { try Subprocess.run("/usr/bin/python3", ["-c", script, path]) }
        try #require(result.status == 0, "\(result.errors)")
    }

    @Test("is made for its owner alone, with all that lies beside it, and nothing is made before the first call")
    func permissions() async throws {
        let store = try SQLiteStore(path: path)
        #expect(try folder.contents() == [])
        try await store.check()
        for name in try folder.contents() { #expect(try mode("\(folder.path)/\(name)") == 0o600, "\(name)") }
        #expect(try folder.contents() == ["bridge.db", "bridge.db-shm", "bridge.db-wal"])
        await store.close()
    }

    @Test("is written through to the disk at each commit, and overwrites what is deleted")
    func settings() throws {
        let connection = try SQLiteConnection(path: SQLiteFile(preparing: path).path)
        try SQLiteSchema.prepare(connection)
        func value(_ name: String) throws -> Int64? {
            try connection.prepare("PRAGMA \(name)").first([]) { $0.integer(0) }
        }
        // FULL: with a write-ahead log, NORMAL would lose the last commits with the power.
        #expect(try value("synchronous") == 2)
        #expect(try value("secure_delete") == 2)
        #expect(try value("trusted_schema") == 0)
        #expect(try connection.prepare("PRAGMA journal_mode").first([]) { $0.text(0) } == "wal")
    }

    @Test("keeps its records when the store is closed and opened again, in one file")
    func persistence() async throws {
        let record = try sample("a", bytes: 5000)
        let first = try SQLiteStore(path: path)
        #expect(try await first.insert([record], now: now) == .inserted)
        await first.close()
        #expect(try folder.contents() == ["bridge.db"])
        let second = try SQLiteStore(path: path)
        #expect(try await second.record(record.key, now: now) == record)
        await second.close()
    }

    @Test("loses the permissions of others")
    func othersPermissions() async throws {
        try folder.write([], to: "bridge.db", mode: 0o644)
        #expect(try await refusal(at: path) == nil)
        #expect(try mode(path) == 0o600)
    }

    @Test("is refused where it is a symbolic link, also one to nowhere; a link to its folder is followed")
    func symbolicLinks() async throws {
        try folder.write([], to: "other/real.db")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/other/real.db")
        #expect(try await refusal(at: path)?.reason.contains("symbolic link") == true)
        #expect(try Locations.bytes("\(folder.path)/other/real.db") == [])
        try files.createSymbolicLink(atPath: "\(folder.path)/dangling.db", withDestinationPath: "\(folder.path)/no.db")
        #expect(try await refusal(at: "\(folder.path)/dangling.db")?.code == .storeUnavailable)
        #expect(!files.fileExists(atPath: "\(folder.path)/no.db"))
        try files.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/other")
        #expect(try await refusal(at: "\(folder.path)/link/real.db") == nil)
    }

    @Test("is refused where what lies beside it is a link")
    func linkBeside() async throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)-wal", withDestinationPath: "/dev/null")
        #expect(try await refusal(at: path)?.reason.contains("symbolic link") == true)
    }

    @Test(
        "is refused in words where its path cannot be one",
        arguments: ["/nowhere/at/all/bridge.db", "/", "", "/dev/null", "/tmp", "/etc/passwd/bridge.db"])
    func badPaths(_ path: String) async throws {
        let error = try await refusal(at: path)
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.hasPrefix("the store \"\(path)\" cannot") == true)
    }

    @Test("is refused in a folder in which everybody may replace it")
    func openFolder() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        #expect(try await refusal(at: path)?.reason.contains("chmod o-w") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder.path)
        #expect(try await refusal(at: path) == nil)
    }

    @Test("is refused, and left as it is, where it is no database or one of another program")
    func foreignFiles() async throws {
        let text = [UInt8](String(repeating: "This is no database. ", count: 100).utf8)
        try folder.write(text, to: "bridge.db")
        #expect(try await refusal(at: path)?.reason.contains("no SQLite database") == true)
        #expect(try Locations.bytes(path) == text)
        try FileManager.default.removeItem(atPath: path)
        try await python("import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE theirs (a)')")
        let before = try Locations.bytes(path)
        #expect(try await refusal(at: path)?.reason.contains("something else") == true)
        #expect(try Locations.bytes(path) == before)
    }

    @Test("is refused, and left as it is, where a newer release has written it")
    func newerSchema() async throws {
        #expect(try await refusal(at: path) == nil)
        try await python("import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 2')")
        let error = try await refusal(at: path)
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("a newer release has written it: its schema is 2") == true)
        try await python(
            "import sqlite3, sys; assert sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version').fetchone() == (2,)"
        )
    }

    @Test("shows nothing of what was deleted")
    func secureDeletion() async throws {
        let store = try SQLiteStore(path: path)
        let mark = [UInt8]("a-payload-that-was-secret".utf8)
        let record = StoredRecord(key: try sample("a").key, payload: mark, expiration: now + 60)
        #expect(try await store.insert([record], now: now) == .inserted)
        #expect(try await store.consume(record.key, version: nil, now: now) == record)
        await store.close()
        #expect(!(try Data(contentsOf: URL(filePath: path))).contains(mark))
    }
}

extension Data {
    fileprivate func contains(_ bytes: [UInt8]) -> Bool {
        range(of: Data(bytes)) != nil
    }
}
