import Cryptography
import Foundation
import TestSupport
import Testing

@testable import KeyRings

@Suite("The secret of a ring")
struct RingSecretTests {
    @Test("is made once, for its owner alone, and stays the same when another key signs")
    func stays() throws {
        let ring = try TestRing(keys: 2)
        #expect(try ring.folder.secret() == nil)
        let mark = try ring.folder.mark()
        let secret = try ring.folder.secret(making: SecureRandom())
        #expect(secret.count == 64 && Set(secret).count > 4)
        #expect(try ring.folder.mark() == mark)
        try ring.folder.activate(Fixtures.id(1), at: Fixtures.now, auditor: ring.auditor)
        #expect(try ring.folder.secret() == secret && ring.folder.secret(making: SecureRandom()) == secret)
        #expect(try ring.folder.load().warnings.isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(ring.folder.path)/ring.secret")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("one that is too short, or there twice, is refused, and never made anew", arguments: ["", "short"])
    func unusable(_ text: String) throws {
        let ring = try TestRing(keys: 1)
        try ring.scratch.write([UInt8](text.utf8), to: "keys/ring.secret")
        let code = try refusal { try ring.folder.secret(making: SecureRandom()) }.code
        #expect(code == .secretUnusable)
        #expect(try Locations.bytes("\(ring.folder.path)/ring.secret") == [UInt8](text.utf8))
        let good = [UInt8](repeating: 0x61, count: 40)
        try ring.scratch.write(good, to: "keys/ring.secret")
        try ring.scratch.write(good, to: "keys/keys_ring.secret")
        #expect(try refusal { try ring.folder.secret() }.code == .secretUnusable)
    }

    @Test("two processes that make it at once have the same one")
    func race() throws {
        let ring = try TestRing(keys: 1)
        let folder = ring.folder
        let secrets = Threads.run(count: 8) { _ in (try? folder.secret(making: SecureRandom())) ?? [] }
        #expect(Set(secrets).count == 1 && secrets[0].count == 64)
    }

    @Test("a rotation is one process's at a time, and the right ends with its value")
    func lock() throws {
        let ring = try TestRing(keys: 1)
        var first: RotationLock? = try ring.folder.rotationLock()
        #expect(try refusal { _ = try ring.folder.rotationLock() }.code == .ringLocked)
        #expect(first != nil)
        first = nil
        _ = try ring.folder.rotationLock()
        #expect(try refusal { _ = try KeyRingFolder(path: "/nowhere").rotationLock() }.code == .fileUnwritable)
    }
}
