import Bridge
import Foundation
import Storage
import TestSupport
import Testing

@Suite("A SQLite store whose file fails")
struct SQLiteFaultTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = "\(folder.path)/bridge.db"
    }

    @Test("says that its file is gone, and makes another at the next call")
    func deletedFile() async throws {
        let store = try SQLiteStore(path: path)
        let record = try sample("a")
        #expect(try await store.insert([record], now: now) == .inserted)
        for name in try folder.contents() { try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
        let error = await refusal { () throws(BridgeError) in _ = try await store.insert([record], now: now) }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("the file is gone") == true)
        #expect(try await store.insert([record], now: now) == .inserted)
        #expect(FileManager.default.fileExists(atPath: path))
        await store.close()
    }

    @Test("says that its file is another now, and goes on with that one")
    func replacedFile() async throws {
        let other = try SQLiteStore(path: "\(folder.path)/other.db")
        let record = try sample("a")
        #expect(try await other.insert([record], now: now) == .inserted)
        await other.close()
        let store = try SQLiteStore(path: path)
        try await store.check()
        for name in ["bridge.db-wal", "bridge.db-shm", "bridge.db"] {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        try FileManager.default.moveItem(atPath: "\(folder.path)/other.db", toPath: path)
        let error = await refusal { () throws(BridgeError) in _ = try await store.record(record.key, now: now) }
        #expect(error?.code == .storeUnavailable)
        #expect(try await store.record(record.key, now: now) == record)
        await store.close()
    }

    @Test("recovers when the folder comes that was missing")
    func lateFolder() async throws {
        let store = try SQLiteStore(path: "\(folder.path)/late/bridge.db")
        #expect(await refusal { () throws(BridgeError) in try await store.check() }?.code == .storeUnavailable)
        try folder.write([], to: "late/mark")
        try await store.check()
        await store.close()
    }

    @Test("answers everyone of many callers at once, and goes on, when the file is damaged")
    func damagedFile() async throws {
        let store = try SQLiteStore(path: path)
        try await store.check()
        await store.close()
        let second = try SQLiteStore(path: path)
        let page = [UInt8](repeating: 0xFF, count: 4096)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: page)
        try file.close()
        let errors = try await withThrowingTaskGroup(of: BridgeError?.self) { group in
            for index in 0..<20 {
                let record = try sample("\(index)")
                group.addTask {
                    await refusal { () throws(BridgeError) in _ = try await second.insert([record], now: now) }
                }
            }
            return try await group.reduce(into: [BridgeError?]()) { $0.append($1) }
        }
        #expect(errors.count == 20)
        #expect(errors.allSatisfy { $0?.code == .storeUnavailable })
        #expect(errors.first??.reason.contains("damaged") == true)
        await second.close()
    }

    @Test("waits for another process that has the lock, and says so when it keeps it")
    func lockedFile() async throws {
        let store = try SQLiteStore(path: path)
        try await store.check()
        let holder = try LockHolder(path)
        let record = try sample("a")
        let error = await refusal { () throws(BridgeError) in _ = try await store.insert([record], now: now) }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("another process keeps the database locked") == true)
        // Reading goes on.
        #expect(try await store.record(record.key, now: now) == nil)
        async let waiting = store.insert([record], now: now)
        try await Task.sleep(for: .milliseconds(100))
        holder.release()
        #expect(try await waiting == .inserted)
        await store.close()
    }

    @Test("is of use again when the disk is not full any more", .enabled(if: SmallDisk.isPossible))
    func fullDisk() async throws {
        let disk = try SmallDisk()
        let store = try SQLiteStore(path: "\(disk.path)/bridge.db")
        let kept = try sample("kept")
        #expect(try await store.insert([kept], now: now) == .inserted)
        try disk.fill()
        var refused: [StoredRecord] = []
        for index in 0..<40 where refused.count < 3 {
            let record = try sample("\(index)", bytes: 60_000)
            let error = await refusal { () throws(BridgeError) in _ = try await store.insert([record], now: now) }
            guard let error else { continue }
            #expect(error.code == .storeUnavailable)
            #expect(error.reason.contains("the disk is full"))
            refused.append(record)
        }
        #expect(refused.count == 3)
        // Reading goes on, also together with what cannot be written.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for record in refused {
                group.addTask {
                    _ = await refusal { () throws(BridgeError) in _ = try await store.insert([record], now: now) }
                }
                group.addTask { try #require(await store.record(kept.key, now: now) == kept) }
            }
            try await group.waitForAll()
        }
        try disk.empty()
        try await store.check()
        for record in refused {
            #expect(try await store.record(record.key, now: now) == nil)
            #expect(try await store.insert([record], now: now) == .inserted)
        }
        await store.close()
    }

    @Test("is of use again when its disk can be written again", .enabled(if: SmallDisk.isPossible))
    func readOnlyDisk() async throws {
        let disk = try SmallDisk()
        let path = "\(disk.path)/bridge.db"
        let first = try SQLiteStore(path: path)
        let record = try sample("a")
        #expect(try await first.insert([record], now: now) == .inserted)
        await first.close()
        try disk.remount("ro")
        let store = try SQLiteStore(path: path)
        let error = await refusal { () throws(BridgeError) in
            _ = try await store.consume(record.key, version: nil, now: now)
        }
        #expect(error?.code == .storeUnavailable)
        try disk.remount("rw")
        #expect(try await store.consume(record.key, version: nil, now: now) == record)
        await store.close()
    }
}
