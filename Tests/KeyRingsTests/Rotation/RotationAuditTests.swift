import Cryptography
import Foundation
import JOSE
import TestSupport
import Testing
import Threads

@testable import KeyRings

/// A publisher that does nothing, and notes what was written down before it was asked.
private final class SilentPublisher: KeyPublisher {
    struct Broken: Error {}

    let calls: Locked<[String]> = Locked([])
    private let broken: String?

    init(breaking call: String? = nil) { broken = call }

    private func called(_ name: String) throws {
        calls.withLock { $0.append(name) }
        if name == broken { throw Broken() }
    }

    func identifier(of certificate: Certificate, account: String) async throws -> String? { nil }

    func upload(_ certificate: Certificate, account: String) async throws -> String {
        try called("upload")
        return "remote"
    }

    func isPublished(_ keyID: String, _ publicKey: PublicKey, account: String) async throws -> Bool { true }

    func isDisabled(_ keyID: String, account: String) async throws -> Bool { false }

    func disable(_ keyID: String, account: String) async throws { try called("disable") }

    func delete(_ keyID: String, account: String) async throws { try called("delete") }
}

@Suite("The audit lines of a rotation")
struct RotationAuditTests {
    private let old = Fixtures.id(0)

    private func run(
        _ ring: TestRing, _ publisher: SilentPublisher, _ auditor: MemoryAuditor, by later: Int64 = 0
    ) async throws {
        let clock = FixedWallClock(Fixtures.now + later)
        let rotation = Rotation(
            ring.folder, publisher: publisher, auditor: auditor, settings: .init(bits: 2048, validitySeconds: 86400),
            clock: clock, random: SecureRandom())
        for _ in 0..<20 {
            switch try await rotation.step() {
            case .took: continue
            case .waiting, .finished, .takenBack: return
            }
        }
        Issue.record("it does not end")
    }

    @Test("each step names itself and its key; what is asked of the publisher is noted before and after")
    func steps() async throws {
        let ring = try TestRing(keys: 1)
        let publisher = SilentPublisher()
        try await run(ring, publisher, ring.auditor)
        let made = try #require(ring.auditor.ofSteps.first?.split(separator: " ").last.map(String.init))
        #expect(made != old)
        try await run(ring, publisher, ring.auditor, by: 4000)
        var expected = ["generate generate intended \(made)", "generate generate done \(made)"]
        func add(_ operation: String, _ step: String, _ key: String) {
            expected += ["\(operation) \(step) intended \(key)", "\(operation) \(step) done \(key)"]
        }
        add("rotate", "certificate", made)
        add("upload", "upload", made)
        add("rename", "upload", made)
        for step in ["upload", "publication", "probe", "activate"] { add("rotate", step, "remote") }
        add("rotate", "retire", old)
        for step in ["disable", "delete"] {
            add(step, step, old)
            add("rotate", step, old)
        }
        #expect(ring.auditor.ofSteps == expected)
        #expect(publisher.calls.withLock { $0 } == ["upload", "disable", "delete"])
    }

    @Test("an answer that is lost leaves a line that says so", arguments: ["upload", "disable", "delete"])
    func lost(_ call: String) async throws {
        let ring = try TestRing(keys: 1)
        await #expect(throws: SilentPublisher.Broken.self) {
            for later in [0, 4000] as [Int64] {
                try await run(ring, SilentPublisher(breaking: call), ring.auditor, by: later)
            }
        }
        let lines = ring.auditor.ofSteps.suffix(2).map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(lines == ["\(call) \(call) intended", "\(call) \(call) failed"])
    }

    @Test("what cannot be written down is not asked of the publisher", arguments: ["upload", "disable", "delete"])
    func refused(_ call: String) async throws {
        let ring = try TestRing(keys: 1)
        let certificate = try Certificate.selfSigned(
            by: RSAPrivateKey(parsing: Fixtures.pem[0]), commonName: "unused",
            validity: Fixtures.now...(Fixtures.now + 60), random: SecureRandom())
        let publisher = SilentPublisher()
        let watched = AuditedKeyPublisher(publisher, ring.folder, MemoryAuditor(refusing: .intended))
        await #expect(throws: KeyRingError(.auditFailed, "")) {
            switch call {
            case "upload": _ = try await watched.upload(certificate, account: Fixtures.email)
            case "disable": try await watched.disable(old, account: Fixtures.email)
            default: try await watched.delete(old, account: Fixtures.email)
            }
        }
        #expect(publisher.calls.withLock { $0 }.isEmpty)
    }

    @Test("a key that another command disables is of no step, also while a rotation is under way")
    func foreign() async throws {
        let ring = try TestRing(keys: 1)
        try ring.folder.beginRotation(at: Fixtures.now, auditor: ring.auditor)
        let watched = AuditedKeyPublisher(SilentPublisher(), ring.folder, ring.auditor)
        try await watched.disable(old, account: Fixtures.email)
        #expect(ring.auditor.ofSteps.isEmpty && ring.auditor.all.last == "disable done active>active")
    }
}
