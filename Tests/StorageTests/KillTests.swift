import Bridge
import Foundation
import TestSupport
import Testing

@Suite("Of two processes that race, one is killed in the middle of its writes", .serialized)
struct KillTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test("SQLite keeps all that was answered, whole, and gives nothing out twice (8628-19)", arguments: [1, 50, 500])
    func sqlite(answers: Int) async throws {
        let source = StoreSource.sqlite(path: "\(folder.path)/bridge.db")
        try await verify(source, killedAfter: answers)
    }

    @Test("PostgreSQL keeps all that was answered, whole, and gives nothing out twice (8628-19)", arguments: [1, 200])
    func postgresql(answers: Int) async throws {
        let server = try await blocking { try PostgreSQLServer.shared.get() }
        _ = try await blocking { try server.run("CREATE DATABASE killed_\(answers)") }
        let source = StoreSource.postgresql(
            address: "postgresql://bridge@/killed_\(answers)?host=\(server.folder)")
        try await verify(source, killedAfter: answers)
    }

    private func verify(_ source: StoreSource, killedAfter answers: Int) async throws {
        let store = try source.open()
        for start in stride(from: 0, to: DoomedWriter.sharedRecords, by: 500) {
            let records = try (start..<start + 500).map { try sample("shared \($0)") }
            #expect(try await store.insert(records, now: now) == .inserted)
        }
        let path: String = "\(folder.path)/diary"
        // This process takes from the other end.
        let survivor = Task {
            var taken: Set<String> = []
            for number in (0..<DoomedWriter.sharedRecords).reversed() where !Task.isCancelled {
                let found = try await store.consume(sample("shared \(number)").key, version: nil, now: now)
                if found != nil { taken.insert("\(number)") }
            }
            return taken
        }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [source = source as StoreSource, path = path as String, answers = answers as Int] in
            await DoomedWriter(try source.open(), diary: path).run(killedAfter: answers)
        }
        let ours = try await survivor.value
        let diary = try Diary.read(path)
        let theirs = diary["taken", default: []]
        let begun = diary["begin", default: []]
        let added = diary["added", default: []]
        #expect(!added.isEmpty && added != begun, "it was not killed in the middle")
        #expect(ours.isDisjoint(with: theirs))
        for number in ours.union(theirs) {
            #expect(try await store.record(sample("shared \(number)").key, now: now) == nil)
        }
        for name in begun {
            let pair = try DoomedWriter.pair(name)
            let left = try await store.record(pair[0].key, now: now)
            let right = try await store.record(pair[1].key, now: now)
            if added.contains(name) { #expect(left == pair[0] && right == pair[1], "\(name)") }
            #expect((left == nil) == (right == nil), "\(name)")
        }
        try await store.check()
        await store.close()
    }
}
