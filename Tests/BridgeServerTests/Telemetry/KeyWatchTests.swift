import BridgeTesting
import Configuration
import Foundation
import HTTPServer
import JOSE
import Operations
import TestSupport
import Testing
import Threads

@testable import BridgeServer
@testable import KeyRings

@Suite("The watch of the key ring")
struct KeyWatchTests {
    private let stage: TestService
    private let readiness = Readiness()
    private let folder: KeyRingFolder

    init() throws {
        stage = try TestService()
        folder = KeyRingFolder(path: "\(stage.folder.path)/keys")
        try stage.folder.write([UInt8](#"{"version":1,"revision":1,"keys":[]}"#.utf8), to: "keys/ring.state")
        try stage.service.reload(TestService.configuration(in: stage.folder), keys: keys("key-1"))
    }

    private func keys(_ id: String) throws -> ServiceKeys {
        let keys = try TestService.keys(stage.clock, id: id)
        return ServiceKeys(
            signer: keys.signer, published: keys.published, stateSecret: keys.stateSecret, mark: try folder.mark())
    }

    private func touch() throws {
        try stage.folder.write([UInt8](#"{"version":1,"revision":2,"keys":[]} "#.utf8), to: "keys/ring.state")
    }

    private func published() async throws -> String {
        try await stage.send("GET", "/.well-known/jwks.json").text
    }

    @Test("reads nothing as long as nothing has changed, and each change once")
    func once() async throws {
        let reads = Locked(0)
        var watch = KeyWatch(stage.service, readiness: readiness) { _ in
            reads.withLock { $0 += 1 }
            return try keys("key-2")
        }
        for _ in 0..<3 { await watch.look() }
        #expect(reads.withLock { $0 } == 0)
        try touch()
        for _ in 0..<3 { await watch.look() }
        #expect(reads.withLock { $0 } == 1)
        #expect(try await published().contains("key-2") && readiness.fault == nil)
    }

    @Test("keeps what it has where the new state is refused, does not ask at each look, and asks again after a while")
    func refused() async throws {
        let reads = Locked(0)
        let isBroken = Locked(true)
        var watch = KeyWatch(stage.service, readiness: readiness) { _ in
            reads.withLock { $0 += 1 }
            guard !isBroken.withLock({ $0 }) else { throw KeyRingError(.noActiveKey, "no key signs") }
            return try keys("key-2")
        }
        try touch()
        for _ in 0..<5 { await watch.look() }
        #expect(reads.withLock { $0 } == 1 && readiness.fault == "NO_ACTIVE_KEY")
        #expect(try await published().contains("key-1"))
        isBroken.withLock { $0 = false }
        for _ in 0..<12 { await watch.look() }
        #expect(readiness.fault == nil)
        #expect(try await published().contains("key-2"))
    }

    private func metrics() async -> [Substring] {
        let request = ServerRequest(method: "GET", path: "/metrics", peer: .local)
        return Answer(response: await TelemetryService(stage.service).response(to: request)).text.split(separator: "\n")
    }

    @Test(
        "a state that is refused is logged and counted once, however often it is asked for, and told until it is over")
    func told() async throws {
        let isBroken = Locked(true)
        var watch = KeyWatch(stage.service, readiness: readiness) { _ in
            guard !isBroken.withLock({ $0 }) else { throw KeyRingError(.noActiveKey, "no key signs") }
            return try keys("key-2")
        }
        try touch()
        for _ in 0..<40 { await watch.look() }
        #expect(stage.sink.text.ranges(of: "the key ring was not taken").count == 1)
        var lines = await metrics()
        #expect(lines.contains(#"bridge_key_ring_reads_total{result="failure"} 1"#))
        #expect(lines.contains("bridge_key_ring_fault 1"))
        #expect(lines.contains(#"bridge_key_state{kid="key-1",state="active"} 1"#))
        isBroken.withLock { $0 = false }
        for _ in 0..<12 { await watch.look() }
        lines = await metrics()
        #expect(lines.contains(#"bridge_key_ring_reads_total{result="success"} 1"#))
        #expect(lines.contains("bridge_key_ring_fault 0"))
        #expect(
            lines.filter { $0.hasPrefix("bridge_key_state{") } == [#"bridge_key_state{kid="key-2",state="active"} 1"#])
    }

    @Test("keys that are of no ring any more are refused")
    func noRing() async throws {
        let stage = stage
        var watch = KeyWatch(stage.service, readiness: readiness) { _ in try TestService.keys(stage.clock, id: "key-2")
        }
        try touch()
        await watch.look()
        #expect(readiness.fault == "KEY_RING_DAMAGED")
        #expect(try await published().contains("key-1"))
    }

    @Test("a key that was revoked or removed signs no more and is published no more, though no other signs")
    func revoked() async throws {
        let entry = #"{"kid":"key-1","state":"revoked","created_at":1,"activated_at":1,"since":2}"#
        let states = [
            #"{"version":1,"revision":2,"keys":[\#(entry)]}"#,
            #"{"version":1,"revision":2,"keys":[],"removed":[{"kid":"key-1","removed_at":3}]}"#,
        ]
        for (number, state) in states.enumerated() {
            try stage.service.reload(TestService.configuration(in: stage.folder), keys: keys("key-1"))
            #expect(try await stage.mint().status == 200)
            let isBroken = Locked(true)
            var watch = KeyWatch(stage.service, readiness: readiness) { _ in
                guard !isBroken.withLock({ $0 }) else { throw KeyRingError(.noActiveKey, "no key signs") }
                return try keys("key-2")
            }
            try stage.folder.write([UInt8](state.utf8), to: "keys/ring.state")
            for _ in 0..<3 { await watch.look() }
            let refused = try await stage.mint()
            #expect(refused.status == 503 && refused.code == "KEY_UNAVAILABLE" && refused["Retry-After"] != nil)
            #expect(try await published().contains("key-1") == false)
            #expect(readiness.fault == "NO_ACTIVE_KEY")
            let told = stage.sink.lines.filter { $0.contains("a key that was revoked is used no more") }
            #expect(told.count == number + 1 && told.allSatisfy { $0.contains("key-1") }, "\(told)")
            isBroken.withLock { $0 = false }
            for _ in 0..<12 { await watch.look() }
            #expect(try await published().contains("key-2"))
            #expect(try await stage.mint().status == 200)
            #expect(readiness.fault == nil)
        }
    }

    @Test("a revoked key that has no identifier, or another one, is known by itself")
    func revokedByThumbprint() async throws {
        for id in [nil, "key-1"] {
            let own = try TestService.keys(stage.clock)
            let key = try #require(own.published.first?.key)
            let keys = ServiceKeys(
                signer: own.signer, published: [ServiceKeys.PublishedKey(id: id, key: key)],
                stateSecret: own.stateSecret, mark: try folder.mark())
            try stage.service.reload(TestService.configuration(in: stage.folder), keys: keys)
            #expect(try await stage.mint().status == 200)
            var watch = KeyWatch(stage.service, readiness: readiness) { _ in
                throw KeyRingError(.noActiveKey, "no key signs")
            }
            let thumbprint = try KeyIdentifier.thumbprint(of: key)
            let entry =
                #"{"kid":"other","state":"revoked","created_at":1,"activated_at":1,"since":2,"thumbprint":"\#(thumbprint)"}"#
            try stage.folder.write(
                [UInt8](#"{"version":1,"revision":5,"keys":[\#(entry)]}"#.utf8), to: "keys/ring.state")
            await watch.look()
            #expect(try await stage.mint().code == "KEY_UNAVAILABLE")
        }
    }

    @Test("a reload of everything that was under way, and had read the ring before, brings no revoked key back")
    func reloadUnderWay() async throws {
        let old = try keys("key-1")
        var watch = KeyWatch(stage.service, readiness: readiness) { _ in
            throw KeyRingError(.noActiveKey, "no key signs")
        }
        let entry = #"{"kid":"key-1","state":"revoked","created_at":1,"activated_at":1,"since":2}"#
        try stage.folder.write([UInt8](#"{"version":1,"revision":2,"keys":[\#(entry)]}"#.utf8), to: "keys/ring.state")
        await watch.look()
        #expect(try await stage.mint().code == "KEY_UNAVAILABLE")
        try stage.service.reload(TestService.configuration(in: stage.folder), keys: old)
        readiness.note(keyFault: nil)
        await watch.look()
        #expect(try await stage.mint().code == "KEY_UNAVAILABLE")
        #expect(readiness.fault == "NO_ACTIVE_KEY")
    }

    @Test("a ring that cannot be read, and one that has lost another key, leave the key that signs alone")
    func notRevoked() async throws {
        let entry = #"{"kid":"key-9","state":"revoked","created_at":1,"activated_at":1,"since":2}"#
        for state in ["{", #"{"version":1,"revision":2,"keys":[\#(entry)]}"#] {
            try stage.service.reload(TestService.configuration(in: stage.folder), keys: keys("key-1"))
            var watch = KeyWatch(stage.service, readiness: readiness) { _ in
                throw KeyRingError(.noActiveKey, "no key signs")
            }
            try stage.folder.write([UInt8](state.utf8), to: "keys/ring.state")
            await watch.look()
            #expect(try await stage.mint().status == 200)
            #expect(try await published().contains("key-1"))
            #expect(readiness.fault == "NO_ACTIVE_KEY")
        }
    }

    @Test("what was read before a reload of everything does not take its place")
    func overtaken() async throws {
        let (stage, next) = (stage, try keys("key-3"))
        var watch = KeyWatch(stage.service, readiness: readiness) { configuration in
            let slow = try keys("key-2")
            try stage.service.reload(configuration, keys: next)
            return slow
        }
        try touch()
        await watch.look()
        #expect(try await published().contains("key-3"))
    }

    @Test("a request that has begun ends with the key it began with, and what is known of providers stays")
    func generation() throws {
        let before = stage.service.generation
        let after = try #require(try stage.service.take(keys("key-2"), insteadOf: before))
        #expect(before.keys.activeID == "key-1" && after.keys.activeID == "key-2")
        #expect(try stage.service.take(keys("key-4"), insteadOf: before) == nil)
        #expect(stage.service.generation === after)
    }

    @Test("a fault of the ring and one of the configuration are told apart")
    func faults() {
        readiness.note(keyFault: "KEY_RING_DAMAGED")
        readiness.note(fault: "CONFIGURATION_INVALID")
        #expect(readiness.fault == "CONFIGURATION_INVALID")
        readiness.note(fault: nil)
        #expect(readiness.fault == "KEY_RING_DAMAGED")
        readiness.note(keyFault: nil)
        #expect(readiness.fault == nil)
    }
}
