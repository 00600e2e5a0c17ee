import Bridge
import Foundation
import Storage
import TestSupport
import Testing

@Suite("A PostgreSQL store whose server fails", .serialized)
struct PostgreSQLFaultTests {
    @Test("fails in words while the server is down, and recovers by itself, with all that was answered")
    func restartedServer() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let store = try PostgreSQLStore(server.address)
        let record = try sample("a")
        #expect(try await store.insert([record], now: now) == .inserted)
        for end in ["stop", "crash"] {
            try await blocking { try end == "stop" ? server.stop() : server.crash() }
            for _ in 0..<3 {
                let error = await refusal { () throws(BridgeError) in
                    _ = try await store.consume(record.key, version: nil, now: now)
                }
                #expect(error?.code == .storeUnavailable)
                #expect(error?.reason.hasPrefix("PostgreSQL cannot be used: ") == true)
            }
            try await blocking { try server.start() }
            try await eventually { () throws(BridgeError) in try await store.check() }
            #expect(try await store.record(record.key, now: now) == record)
        }
        #expect(try await store.consume(record.key, version: nil, now: now) == record)
        await store.close()
    }

    @Test("does not trouble callers with connections that were lost while nobody used them")
    func lostConnections() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let store = try PostgreSQLStore(server.address, connections: 4)
        for round in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<40 {
                    let record = try sample("\(round) \(index)")
                    group.addTask { try #require(await store.insert([record], now: now) == .inserted) }
                }
                try await group.waitForAll()
            }
            try await blocking {
                try server.stop()
                try server.start()
            }
        }
        try await store.check()
        await store.close()
    }

    @Test("decides once while its connections are cut again and again (8628-19)")
    func cutConnections() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let stores = try (0..<2).map { _ in try PostgreSQLStore(server.address) }
        try await stores[0].check()
        let cutter = Task {
            while !Task.isCancelled {
                _ = try await blocking {
                    try server.run(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'token-bridge'"
                    )
                }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        var answered = 0
        for round in 0..<150 {
            let record = try sample("\(round)")
            let isThere = try? await stores[0].insert([record], now: now) == .inserted
            let winners = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        let found = try? await stores[index % 2].consume(record.key, version: nil, now: now)
                        return found?.key == record.key
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners <= 1)
            if isThere == true { answered += 1 }
        }
        cutter.cancel()
        _ = try? await cutter.value
        #expect(answered > 0)
        for store in stores {
            try await eventually { () throws(BridgeError) in try await store.check() }
            await store.close()
        }
    }

    @Test("waits for nobody who keeps a record locked, and goes on afterwards")
    func lockedRecord() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let store = try PostgreSQLStore(server.address, connections: 1)
        let record = try sample("a")
        let other = try sample("b")
        #expect(try await store.insert([record, other], now: now) == .inserted)
        let holder = Task {
            try await blocking {
                try server.run("BEGIN; SELECT 1 FROM token_bridge_records FOR UPDATE; SELECT pg_sleep(60); COMMIT;")
            }
        }
        while try await blocking({
            try server.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        }) == "0" {}
        let error = await refusal { () throws(BridgeError) in
            _ = try await store.consume(record.key, version: nil, now: now)
        }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("57014") == true)
        #expect(try await store.record(record.key, now: now) == record)
        _ = try await blocking {
            try server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        }
        _ = try? await holder.value
        #expect(try await store.consume(record.key, version: nil, now: now) == record)
        await store.close()
    }

    @Test("does not wait for a server that says nothing", .timeLimit(.minutes(1)))
    func silentServer() async throws {
        let listener = try SilentListener()
        let store = try PostgreSQLStore(
            PostgreSQLAddress("postgresql://bridge:a-pass-word@127.0.0.1:\(listener.port)/x"))
        for _ in 0..<2 {
            let error = await refusal { () throws(BridgeError) in try await store.check() }
            #expect(error?.code == .storeUnavailable)
            #expect(error?.reason.contains("timeout") == true)
            #expect(error?.reason.contains("a-pass-word") == false)
        }
        await store.close()
    }

    @Test("does not wait for ever for a server that stands still", .timeLimit(.minutes(1)))
    func frozenServer() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let store = try PostgreSQLStore(server.address, connections: 1)
        try await store.check()
        let backend = try await blocking {
            try server.run("SELECT pid FROM pg_stat_activity WHERE application_name = 'token-bridge'")
        }
        let pid = try #require(pid_t(backend))
        kill(pid, SIGSTOP)
        let error = await refusal { () throws(BridgeError) in try await store.check() }
        #expect(error?.reason.contains("does not answer in time") == true)
        kill(pid, SIGCONT)
        try await store.check()
        await store.close()
    }
}
