import Bridge
import Foundation
import Storage
import TestSupport
import Testing

@Suite("The tables of a PostgreSQL store")
struct PostgreSQLSchemaTests {
    private func database(_ name: String) async throws -> (PostgreSQLServer, PostgreSQLAddress) {
        let server = try await blocking { try PostgreSQLServer.shared.get() }
        _ = try await blocking { try server.run("CREATE DATABASE \(name)") }
        return (server, PostgreSQLAddress("postgresql://bridge@/\(name)?host=\(server.folder)"))
    }

    private func run(_ server: PostgreSQLServer, _ name: String, _ text: String) async throws -> String {
        try await blocking { try server.run("\\c \(name)\n\(text)") }
    }

    @Test("are made once by replicas that start at once")
    func replicas() async throws {
        let (server, address) = try await database("replicas")
        let stores = try (0..<8).map { _ in try PostgreSQLStore(address) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores { group.addTask { try await store.check() } }
            try await group.waitForAll()
        }
        #expect(try await run(server, "replicas", "SELECT version FROM token_bridge_schema") == "1")
        for store in stores { await store.close() }
    }

    @Test("stay missing where nothing may be changed, which can be asked")
    func leftOut() async throws {
        let (server, address) = try await database("untouched")
        let store = try PostgreSQLStore(address, connections: 1, whereTablesAreMissing: .areLeftOut)
        #expect(try await !store.hasTables())
        let count = "SELECT count(*) FROM information_schema.tables WHERE table_name LIKE 'token_bridge%'"
        #expect(try await run(server, "untouched", count) == "0")
        let maker = try PostgreSQLStore(address)
        try await maker.check()
        await maker.close()
        #expect(try await store.hasTables())
        try await eventually { () throws(BridgeError) in try await store.check() }
        await store.close()
    }

    @Test("of a newer release are refused, and left as they are")
    func newerSchema() async throws {
        let (server, address) = try await database("newer")
        let first = try PostgreSQLStore(address)
        try await first.check()
        await first.close()
        _ = try await run(server, "newer", "UPDATE token_bridge_schema SET version = 2")
        let store = try PostgreSQLStore(address)
        let error = await refusal { () throws(BridgeError) in try await store.check() }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("their schema is 2, and this release knows 1") == true)
        await store.close()
        #expect(try await run(server, "newer", "SELECT version FROM token_bridge_schema") == "2")
    }

    @Test("are found by a role that may not make any, and what it may not do is said")
    func lesserRole() async throws {
        let (server, address) = try await database("lesser")
        _ = try await run(server, "lesser", "CREATE ROLE lesser LOGIN")
        let lesser = PostgreSQLAddress("postgresql://lesser@/lesser?host=\(server.folder)")
        let early = try PostgreSQLStore(lesser)
        let error = await refusal { () throws(BridgeError) in try await early.check() }
        #expect(error?.reason.contains("the tables cannot be made: permission denied") == true)
        let owner = try PostgreSQLStore(address)
        try await owner.check()
        _ = try await run(
            server, "lesser",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON token_bridge_records, token_bridge_schema TO lesser")
        try await eventually { () throws(BridgeError) in try await early.check() }
        let record = try sample("a")
        #expect(try await early.insert([record], now: now) == .inserted)
        #expect(try await owner.consume(record.key, version: nil, now: now) == record)
        await early.close()
        await owner.close()
    }

    @Test("are made again when somebody drops them")
    func droppedTables() async throws {
        let (server, address) = try await database("dropped")
        let store = try PostgreSQLStore(address, connections: 1)
        try await store.check()
        _ = try await run(server, "dropped", "DROP TABLE token_bridge_records, token_bridge_schema")
        let record = try sample("a")
        let error = await refusal { () throws(BridgeError) in _ = try await store.insert([record], now: now) }
        #expect(error?.code == .storeUnavailable)
        #expect(try await store.insert([record], now: now) == .inserted)
        await store.close()
    }

    @Test("are written durably where the server does not by default")
    func durability() async throws {
        let (server, _) = try await database("durable")
        _ = try await blocking { try server.run("ALTER DATABASE durable SET synchronous_commit = off") }
        _ = try await run(
            server, "durable",
            """
            CREATE TABLE seen (value text);
            CREATE TABLE token_bridge_schema (version INT8 PRIMARY KEY);
            INSERT INTO token_bridge_schema VALUES (1);
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
            CREATE TRIGGER note BEFORE UPDATE ON token_bridge_schema FOR EACH ROW EXECUTE FUNCTION note();
            """)
        let store = try PostgreSQLStore(PostgreSQLAddress("postgresql://bridge@/durable?host=\(server.folder)"))
        try await store.check()
        #expect(try await run(server, "durable", "SELECT value FROM seen") == "on")
        await store.close()
    }
}
