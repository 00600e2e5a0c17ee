import Cryptography
import CustomTokens
import Foundation
import JOSE
import TestSupport
import Testing
import Threads

@testable import KeyRings

/// A publisher that remembers, and breaks off where a test says so.
private final class MemoryPublisher: KeyPublisher {
    struct Broken: Error {}

    struct Published: Sendable {
        var keys: [(id: String, certificate: Certificate)] = []
        var disabled: [String] = []
        var deleted: [String] = []
        var calls = 0
        var breaksAt: Int?
        var isVisible = true
    }

    let state: Locked<Published> = Locked(Published())

    private func call<Result>(_ body: (inout Published) -> Result) throws -> Result {
        try state.withLock { state in
            state.calls += 1
            let result = body(&state)
            // The effect is there, and its answer is lost.
            if state.calls == state.breaksAt { throw Broken() }
            return result
        }
    }

    func identifier(of certificate: Certificate, account: String) async throws -> String? {
        try call { state in state.keys.first { $0.certificate.der == certificate.der }?.id }
    }

    func upload(_ certificate: Certificate, account: String) async throws -> String {
        try call { state in
            let id = "remote-\(state.keys.count)"
            state.keys.append((id, certificate))
            return id
        }
    }

    func isPublished(_ keyID: String, _ publicKey: PublicKey, account: String) async throws -> Bool {
        try call { state in
            state.isVisible && state.keys.contains { $0.id == keyID && $0.certificate.isAbout(publicKey) }
        }
    }

    func disable(_ keyID: String, account: String) async throws {
        try call { $0.disabled.append(keyID) }
    }

    func delete(_ keyID: String, account: String) async throws {
        try call { $0.deleted.append(keyID) }
    }
}

/// A clock that a test moves.
private final class MovedClock: WallClock {
    private let time: Locked<NumericDate> = Locked(Fixtures.now)

    func now() -> NumericDate { time.withLock { $0 } }

    func move(by seconds: Int64) { time.withLock { $0 = $0 + seconds } }
}

@Suite("Rotation")
struct RotationTests {
    private let clock = MovedClock()
    private let publisher = MemoryPublisher()

    private func rotation(_ ring: TestRing) -> Rotation<MemoryPublisher, MemoryAuditor> {
        Rotation(
            ring.folder, publisher: publisher, auditor: ring.auditor,
            settings: .init(bits: 2048, validitySeconds: 86400), clock: clock, random: SecureRandom())
    }

    /// Takes steps, each by a process of its own, until the rotation is over.
    private func run(_ ring: TestRing) async throws -> [RotationProgress.Step] {
        var taken: [RotationProgress.Step] = []
        for _ in 0..<40 {
            switch try await rotation(ring).step() {
            case .took(let step): taken.append(step)
            case .waiting(.retire, let until):
                clock.move(by: try #require(until).secondsSinceEpoch - clock.now().secondsSinceEpoch)
            case .waiting: publisher.state.withLock { $0.isVisible = true }
            case .finished: return taken
            }
        }
        Issue.record("the rotation does not end")
        return taken
    }

    private func checkEnd(_ ring: TestRing) throws {
        let loaded = try ring.folder.load()
        #expect(loaded.ring.rotation == nil && loaded.ring.entries.map(\.state) == [.retired, .active])
        #expect(loaded.active?.id == "remote-0" && loaded.active?.account.privateKeyID == "remote-0")
        let published = publisher.state.withLock { $0 }
        #expect(published.keys.count == 1)
        #expect(Set(published.disabled) == [Fixtures.id(0)] && Set(published.deleted) == [Fixtures.id(0)])
    }

    @Test("takes its steps in order, and the key before signs until the new one is published and probed")
    func straight() async throws {
        let ring = try TestRing(keys: 1)
        publisher.state.withLock { $0.isVisible = false }
        #expect(try await run(ring) == RotationProgress.Step.allCases)
        try checkEnd(ring)
    }

    @Test("does not activate what is not published")
    func unpublished() async throws {
        let ring = try TestRing(keys: 1)
        publisher.state.withLock { $0.isVisible = false }
        for _ in 0..<3 { _ = try await rotation(ring).step() }
        for _ in 0..<3 { #expect(try await rotation(ring).step() == .waiting(.publication, until: nil)) }
        #expect(try ring.folder.load().active?.id == Fixtures.id(0))
    }

    @Test("goes on after an answer of the publisher was lost, at each of them", arguments: 1...5)
    func lostAnswers(at call: Int) async throws {
        let ring = try TestRing(keys: 1)
        publisher.state.withLock { $0.breaksAt = call }
        await #expect(throws: MemoryPublisher.Broken.self) { _ = try await run(ring) }
        _ = try await run(ring)
        try checkEnd(ring)
    }

    @Test("goes on after the change of the ring was lost, at each of them", arguments: 0..<11)
    func lostChanges(at change: Int) async throws {
        let ring = try TestRing(keys: 1)
        var steps = 0
        // The state file of before the step is put back: the step has happened, and nobody knows.
        for _ in 0..<60 {
            let before = try Locations.bytes("\(ring.folder.path)/ring.state")
            let outcome = try await rotation(ring).step()
            if case .waiting(_, let until?) = outcome {
                clock.move(by: until.secondsSinceEpoch - clock.now().secondsSinceEpoch)
            }
            if outcome == .finished { break }
            let isUndoable = outcome != .took(.upload)
            if steps == change, isUndoable { try ring.scratch.write(before, to: "keys/ring.state") }
            steps += 1
        }
        #expect(try ring.folder.load().ring.rotation == nil)
        #expect(try ring.folder.load().ring.entries.count { $0.state == .active } == 1)
        #expect(publisher.state.withLock { $0.keys.count } == 1)
        #expect(try ring.folder.load().active?.id == "remote-0")
    }

    @Test(
        "a new key that is revoked or removed ends the rotation, and the key before goes on signing", arguments: 0...1)
    func revoked(_ way: Int) async throws {
        let ring = try TestRing(keys: 1)
        for _ in 0..<3 { _ = try await rotation(ring).step() }
        if way == 0 {
            try ring.folder.revoke("remote-0", at: clock.now(), auditor: ring.auditor)
        } else {
            try ring.folder.remove("remote-0", at: clock.now(), auditor: ring.auditor)
        }
        #expect(try ring.folder.load().ring.rotation == nil)
        #expect(try ring.folder.load().active?.id == Fixtures.id(0))
        // Another key than the new one has no say in it.
        _ = try await rotation(ring).step()
        try ring.folder.revoke(Fixtures.id(0), at: clock.now(), auditor: ring.auditor)
        #expect(try ring.folder.load().ring.rotation?.next == .certificate)
    }

    @Test("a ring whose key files are all lost gets a new key of the account that it remembers")
    func lostFiles() async throws {
        let ring = try TestRing(keys: 1)
        let account = try #require(try ring.folder.load().active?.account.email)
        try FileManager.default.removeItem(atPath: "\(ring.folder.path)/\(Fixtures.id(0)).json")
        _ = try await run(ring)
        let active = try #require(try ring.folder.load().active)
        #expect(active.id == "remote-0" && active.account.email == account)
    }

    @Test("an empty ring has no account to rotate for")
    func empty() async throws {
        let ring = try TestRing()
        await #expect(throws: KeyRingError.self) { _ = try await rotation(ring).step() }
    }
}
