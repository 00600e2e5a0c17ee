import Bridge
import BridgeTesting
import Storage
import TestSupport
import Testing

@Suite("Every store keeps the rules of a store")
struct ConformanceTests {
    @Test("memory", arguments: StoreConformance.checks)
    func memory(_ check: StoreConformance.Check) async throws {
        let store = MemoryStore()
        try await check.run(on: .init(store, store), run: "")
    }

    @Test("memory, closing", arguments: StoreConformance.closingChecks)
    func closingMemory(_ check: StoreConformance.Check) async throws {
        let store = MemoryStore()
        try await check.run(on: .init(store, store), run: "")
    }

    @Test("SQLite, two connections to one file", arguments: StoreConformance.checks + StoreConformance.closingChecks)
    func sqlite(_ check: StoreConformance.Check) async throws {
        let folder = try ScratchFolder()
        let stores = try (0..<2).map { _ in try SQLiteStore(path: "\(folder.path)/bridge.db") }
        try await check.run(on: .init(stores[0], stores[1]), run: "")
        for store in stores { await store.close() }
    }

    /// Shared by all checks: their keys differ.
    private static let replicas = Result {
        let server = try PostgreSQLServer.shared.get()
        return StoreConformance.Replicas(try PostgreSQLStore(server.address), try PostgreSQLStore(server.address))
    }

    @Test("PostgreSQL, two stores on one database", arguments: StoreConformance.checks)
    func postgresql(_ check: StoreConformance.Check) async throws {
        try await check.run(on: blocking { try Self.replicas.get() }, run: "")
    }

    @Test("PostgreSQL, closing", arguments: StoreConformance.closingChecks)
    func closingPostgreSQL(_ check: StoreConformance.Check) async throws {
        let server = try await blocking { try PostgreSQLServer.shared.get() }
        let stores = try (0..<2).map { _ in try PostgreSQLStore(server.address) }
        try await check.run(on: .init(stores[0], stores[1]), run: "")
        await stores[1].close()
    }
}
