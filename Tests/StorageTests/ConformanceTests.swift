import Bridge
import BridgeTesting
import Storage
import TestSupport
import Testing

@Suite("Every store keeps the rules of a store")
struct ConformanceTests {
    /// A check throws what it finds wrong.
    private func expectNoViolation(
        _ check: StoreConformance.Check, on replicas: StoreConformance.Replicas
    ) async {
        await #expect(throws: Never.self, "\(check.description)") { try await check.run(on: replicas, run: "") }
    }

    @Test("memory", arguments: StoreConformance.checks)
    func memory(_ check: StoreConformance.Check) async throws {
        let store = MemoryStore()
        await expectNoViolation(check, on: .init(store, store))
    }

    @Test("memory, closing", arguments: StoreConformance.closingChecks)
    func closingMemory(_ check: StoreConformance.Check) async throws {
        let store = MemoryStore()
        await expectNoViolation(check, on: .init(store, store))
    }

    @Test("SQLite, two connections to one file", arguments: StoreConformance.checks + StoreConformance.closingChecks)
    func sqlite(_ check: StoreConformance.Check) async throws {
        let folder = try ScratchFolder()
        let stores = try (0..<2).map { _ in try SQLiteStore(path: "\(folder.path)/bridge.db") }
        await expectNoViolation(check, on: .init(stores[0], stores[1]))
        for store in stores { await store.close() }
    }

    /// Shared by all checks: their keys differ.
    private static let replicas = Result {
        let server = try PostgreSQLServer.shared.get()
        return StoreConformance.Replicas(try PostgreSQLStore(server.address), try PostgreSQLStore(server.address))
    }

    @Test("PostgreSQL, two stores on one database", arguments: StoreConformance.checks)
    func postgresql(_ check: StoreConformance.Check) async throws {
        await expectNoViolation(check, on: try await blocking { try Self.replicas.get() })
    }

    @Test("PostgreSQL, closing", arguments: StoreConformance.closingChecks)
    func closingPostgreSQL(_ check: StoreConformance.Check) async throws {
        let server = try await blocking { try PostgreSQLServer.shared.get() }
        let stores = try (0..<2).map { _ in try PostgreSQLStore(server.address) }
        await expectNoViolation(check, on: .init(stores[0], stores[1]))
        await stores[1].close()
    }
}
