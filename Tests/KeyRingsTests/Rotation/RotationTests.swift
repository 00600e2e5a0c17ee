import Cryptography
import CustomTokens
import Foundation
import JOSE
import StrictJSON
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

    func isDisabled(_ keyID: String, account: String) async throws -> Bool {
        try call { $0.disabled.contains(keyID) }
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
            case .takenBack:
                Issue.record("nobody took it back")
                return taken
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

    @Test("a new key that was disabled at the publisher does not sign; the refusal names what leads on, and it goes on")
    func disabledNewKey() async throws {
        let ring = try TestRing(keys: 1)
        while try await rotation(ring).step() != .took(.probe) {}
        publisher.state.withLock { $0.disabled = ["remote-0"] }
        for _ in 0..<2 {
            let error = try await #require(throws: KeyRingError.self) { _ = try await rotation(ring).step() }
            #expect(error.code == .rotationStep && error.reason.contains("keys enable remote-0"), "\(error.reason)")
            #expect(try ring.folder.load().active?.id == Fixtures.id(0))
        }
        publisher.state.withLock { $0.disabled = [] }
        _ = try await run(ring)
        try checkEnd(ring)
    }

    @Test("a disabled new key is not waited for: nobody would publish it")
    func disabledInWait() async throws {
        let ring = try TestRing(keys: 1)
        while try await rotation(ring).step() != .took(.upload) {}
        publisher.state.withLock { $0.isVisible = false }
        #expect(try await rotation(ring).step() == .waiting(.publication, until: nil))
        publisher.state.withLock { $0.disabled = ["remote-0"] }
        let error = try await #require(throws: KeyRingError.self) { _ = try await rotation(ring).step() }
        #expect(error.code == .rotationStep && error.reason.contains("keys enable remote-0"), "\(error.reason)")
    }

    @Test("a key whose upload was not answered, and that was disabled since, is not gone on with")
    func disabledUpload() async throws {
        let ring = try TestRing(keys: 1)
        for _ in 0..<2 { _ = try await rotation(ring).step() }
        publisher.state.withLock { $0.breaksAt = 2 }
        await #expect(throws: MemoryPublisher.Broken.self) { _ = try await rotation(ring).step() }
        publisher.state.withLock { $0.disabled = ["remote-0"] }
        let error = try await #require(throws: KeyRingError.self) { _ = try await rotation(ring).step() }
        #expect(error.code == .rotationStep && error.reason.contains("keys enable remote-0"), "\(error.reason)")
        #expect(try ring.folder.load()["remote-0"] == nil)
    }

    @Test("goes on after an answer of the publisher was lost, at each of them", arguments: 1...6)
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

    /// Takes the steps up to the one in which the new key signs.
    private func activated() async throws -> TestRing {
        let ring = try TestRing(keys: 1)
        while try await rotation(ring).step() != .took(.activate) {}
        return ring
    }

    @Test(
        "a rotation that is taken back is over: the key before signs, and is neither disabled nor deleted",
        arguments: ["at once", "in the wait", "before the step was written down", "after a third key"])
    func takenBack(_ when: String) async throws {
        let ring = try await activated()
        switch when {
        case "in the wait": #expect(try await rotation(ring).step() != .took(.retire))
        case "before the step was written down":
            let text = String(decoding: try Locations.bytes("\(ring.folder.path)/ring.state"), as: UTF8.self)
            let step = #",{"step":"activate","at":\#(Fixtures.now.secondsSinceEpoch)}"#
            try #require(text.contains(step))
            try ring.scratch.write([UInt8](text.replacing(step, with: "").utf8), to: "keys/ring.state")
        case "after a third key":
            try ring.folder.add(Fixtures.newKey(1), by: .importKey, at: clock.now(), auditor: ring.auditor)
            try ring.folder.activate(Fixtures.id(1), at: clock.now(), auditor: ring.auditor)
            #expect(try ring.folder.load().ring.rotation != nil)
        default: break
        }
        try ring.folder.activate(Fixtures.id(0), at: clock.now(), auditor: ring.auditor)
        let loaded = try ring.folder.load()
        #expect(loaded.active?.id == Fixtures.id(0) && loaded.ring.rotation == nil)
        // The next one replaces it as any other, and touches it when another key signs.
        for _ in 0..<6 { _ = try await rotation(ring).step() }
        let published = publisher.state.withLock { $0 }
        #expect(published.disabled.isEmpty && published.deleted.isEmpty)
    }

    @Test("one taken back that an earlier release left in the state file ends, and nothing is asked of the publisher")
    func takenBackEarlier() async throws {
        let ring = try await activated()
        let kept = try Locations.bytes("\(ring.folder.path)/ring.state")
        try ring.folder.activate(Fixtures.id(0), at: clock.now(), auditor: ring.auditor)
        let after = try JSONObject(parsing: Locations.bytes("\(ring.folder.path)/ring.state"), limits: .document)
        var state = try JSONObject(parsing: kept, limits: .document)
        state["keys"] = after["keys"]
        try ring.scratch.write(state.compactBytes, to: "keys/ring.state")
        clock.move(by: 9999)
        let calls = publisher.state.withLock { $0.calls }
        #expect(try await rotation(ring).step() == .takenBack)
        let loaded = try ring.folder.load()
        #expect(loaded.ring.rotation == nil && loaded.active?.id == Fixtures.id(0))
        #expect(publisher.state.withLock { $0.calls } == calls)
    }

    @Test(
        "no step is taken with a key before that signs or verifies, whatever the state file says",
        arguments: ["retire", "disable", "delete"], ["active", "retiring", "next"])
    func trustedKeyBefore(_ step: String, _ state: String) async throws {
        let ring = try await activated()
        let text = String(decoding: try Locations.bytes("\(ring.folder.path)/ring.state"), as: UTF8.self)
        // By hand: the new key is next, so that the key before may be in any state.
        var edited = text.replacing(#""state":"active""#, with: #""state":"next""#)
            .replacing(#""state":"retiring""#, with: #""state":"\#(state)""#)
        let taken = ["retire", "disable", "delete"].prefix { $0 != step }
        let steps = (["activate"] + taken).map { #"{"step":"\#($0)","at":\#(Fixtures.now.secondsSinceEpoch)}"# }
        edited = edited.replacing(steps[0], with: steps.joined(separator: ","))
        try ring.scratch.write([UInt8](edited.utf8), to: "keys/ring.state")
        if step == "retire", state == "retiring" {
            #expect(try await rotation(ring).step() != .took(.retire))
        } else {
            await #expect(throws: KeyRingError(.rotationStep, "")) { _ = try await rotation(ring).step() }
        }
        let published = publisher.state.withLock { $0 }
        #expect(published.disabled.isEmpty && published.deleted.isEmpty)
        #expect(try ring.folder.load().ring[Fixtures.id(0)]?.state.rawValue == state)
    }

    @Test(
        "nobody but the rotation activates, retires or renames its new key before it is published and probed",
        arguments: 1...5)
    func newKeyIsItsOwn(_ steps: Int) async throws {
        let ring = try TestRing(keys: 1)
        for _ in 0..<steps { _ = try await rotation(ring).step() }
        let before = try ring.folder.load()
        let (new, now) = (try #require(before.ring.rotation?.newKeyID), clock.now())
        if steps < 5 {
            #expect(
                try refusal { try ring.folder.activate(new, at: now, auditor: ring.auditor) }.code == .rotationStep)
        }
        #expect(try refusal { try ring.folder.retire(new, at: now, auditor: ring.auditor) }.code == .rotationStep)
        #expect(
            try refusal { try ring.folder.rename(new, to: "other", at: now, auditor: ring.auditor) }.code
                == .rotationStep)
        #expect(try ring.folder.load().ring == before.ring)
        _ = try await run(ring)
        try checkEnd(ring)
    }

    @Test(
        "what an earlier release let be done with the new key ends by the command that the refusal names",
        arguments: [KeyState.active, .retiring, .retired])
    func wedged(_ state: KeyState) async throws {
        let ring = try TestRing(keys: 1)
        _ = try await rotation(ring).step()
        let new = try #require(try ring.folder.load().ring.rotation?.newKeyID)
        var text = String(decoding: try Locations.bytes("\(ring.folder.path)/ring.state"), as: UTF8.self)
        if state == .active { text = text.replacing(#""state":"active""#, with: #""state":"retiring""#) }
        text = text.replacing(#""state":"next""#, with: #""state":"\#(state.rawValue)""#)
        if state == .retiring { text = text.replacing(#""state":"active""#, with: #""state":"next""#) }
        try ring.scratch.write([UInt8](text.utf8), to: "keys/ring.state")
        guard state != .retired else {
            // The key before signs, and the new one never will: there is nothing to go on with.
            #expect(try await rotation(ring).step() == .takenBack)
            #expect(try ring.folder.load().ring.rotation == nil)
            return
        }
        let error = try await #require(throws: KeyRingError.self) { _ = try await rotation(ring).step() }
        #expect(error.code == .rotationStep)
        switch state {
        case .active:
            #expect(error.reason.contains("keys activate \(Fixtures.id(0))"))
            try ring.folder.activate(Fixtures.id(0), at: clock.now(), auditor: ring.auditor)
        case .retiring:
            #expect(error.reason.contains("keys revoke \(new)"))
            try ring.folder.revoke(new, at: clock.now(), auditor: ring.auditor)
        default: Issue.record("no such case")
        }
        #expect(try ring.folder.load().ring.rotation == nil)
        #expect(publisher.state.withLock { $0.keys.isEmpty })
    }

    @Test("the file of the new key is lost: the refusal names what ends the rotation, and that does")
    func lostNewKey() async throws {
        let ring = try TestRing(keys: 1)
        _ = try await rotation(ring).step()
        let new = try #require(try ring.folder.load().ring.rotation?.newKeyID)
        try FileManager.default.removeItem(atPath: "\(ring.folder.path)/\(new).json")
        let error = try await #require(throws: KeyRingError.self) { _ = try await rotation(ring).step() }
        #expect(error.code == .rotationStep && error.reason.contains("keys remove \(new) ends it"))
        try ring.folder.remove(new, at: clock.now(), auditor: ring.auditor)
        #expect(try ring.folder.load().ring.rotation == nil)
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
