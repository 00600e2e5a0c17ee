import Cryptography
import CustomTokens
import Foundation
import JOSE
import TestSupport
import Testing

@testable import KeyRings

@Suite("Folder of a key ring (B08)")
struct KeyRingFolderTests {
    private static let now = Fixtures.now

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    @Test("a life: import, activate, replace, retire, remove; every step is written down before and after")
    func life() throws {
        let ring = try TestRing(keys: 2)
        #expect(try ring.states() == [.active, .next])
        try ring.folder.activate(Fixtures.id(1), at: Self.now + 5, auditor: ring.auditor)
        #expect(try ring.states() == [.retiring, .active])
        let loaded = try ring.folder.load()
        #expect(loaded.published.map(\.id) == [Fixtures.id(1), Fixtures.id(0)])
        #expect(try loaded.signer(clock: FixedWallClock(Self.now)).keyID == Fixtures.id(1))
        try ring.folder.retire(Fixtures.id(0), at: Self.now + 5 + KeyRing.retentionSeconds, auditor: ring.auditor)
        #expect(try ring.states() == [.retired, .active])
        #expect(try ring.folder.load().published.map(\.id) == [Fixtures.id(1)])
        try ring.folder.remove(Fixtures.id(0), at: Self.now + 9999, auditor: ring.auditor)
        #expect(try ring.states() == [.active])
        #expect(
            try ring.scratch.contents() == [
                "keys", "keys/.ring.lock", "keys/\(Fixtures.id(1)).json", "keys/ring.state",
            ])
        #expect(
            ring.auditor.all.suffix(6) == [
                "activate intended next>active", "activate done next>active", "retire intended retiring>retired",
                "retire done retiring>retired", "remove intended retired>-", "remove done retired>-",
            ])
    }

    @Test("folder 0700 and files 0600, whatever the umask")
    func modes() throws {
        let ring = try TestRing(keys: 1)
        #expect(try mode(ring.folder.path) == 0o700)
        for name in ["ring.state", ".ring.lock", "\(Fixtures.id(0)).json"] {
            #expect(try mode("\(ring.folder.path)/\(name)") == 0o600, "\(name)")
        }
    }

    @Test("no key is written where others can change the folder; reading warns", arguments: [0o720, 0o702, 0o777])
    func openFolder(_ mode: Int) throws {
        let ring = try TestRing(keys: 1)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: ring.folder.path)
        #expect(try ring.folder.load().warnings.contains { $0.contains("others can change the folder") })
        let error = try refusal {
            try ring.folder.add(Fixtures.newKey(1), by: .importKey, at: Self.now, auditor: ring.auditor)
        }
        #expect(error.code == .folderUnusable)
    }

    @Test("a key that others can read is a warning, as mounted secrets are")
    func looseMode() throws {
        let ring = try TestRing(keys: 1)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(ring.folder.path)/\(Fixtures.id(0)).json")
        let loaded = try ring.folder.load()
        #expect(loaded.active?.id == Fixtures.id(0) && loaded.warnings.contains { $0.contains("mode 644") })
    }

    @Test(
        "a state that others can change, and a secret that others can read, are warnings",
        arguments: [
            ("ring.state", 0o666, "change"), ("ring.state", 0o620, "change"), ("ring.state", 0o602, "change"),
            ("ring.secret", 0o666, "read"), ("ring.secret", 0o640, "read"), ("ring.secret", 0o604, "read"),
            ("ring.state", 0o644, nil), ("ring.state", 0o600, nil), ("ring.secret", 0o600, nil),
            ("ring.secret", 0o400, nil),
        ] as [(String, Int, String?)])
    func looseState(_ name: String, _ mode: Int, _ what: String?) throws {
        let ring = try TestRing(keys: 1)
        try ring.folder.secret(making: SecureRandom())
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: "\(ring.folder.path)/\(name)")
        let warnings = try ring.folder.load().warnings
        #expect(warnings.count == (what == nil ? 0 : 1), "\(warnings)")
        if let what {
            #expect(
                warnings[0].contains("others can \(what)") && warnings[0].contains(name)
                    && warnings[0].contains("mode \(String(mode, radix: 8))"), "\(warnings)")
        }
    }

    @Test("a damaged neighbour is reported, harms nothing, and is never overwritten")
    func damagedNeighbour() throws {
        let ring = try TestRing(keys: 1)
        let file = "keys/\(Fixtures.id(1)).json"
        try ring.scratch.write([UInt8]("{\"type\":\"service_acc".utf8), to: file)
        let loaded = try ring.folder.load()
        #expect(loaded.active?.id == Fixtures.id(0) && loaded.damaged.map(\.name) == ["\(Fixtures.id(1)).json"])
        let error = try refusal {
            try ring.folder.add(Fixtures.newKey(1), by: .importKey, at: Self.now, auditor: ring.auditor)
        }
        #expect(error.code == .fileInTheWay)
        #expect(try Locations.bytes("\(ring.scratch.path)/\(file)").count == 20)
        #expect(ring.auditor.all.last == "import failed ->next")
    }

    @Test(
        "a damaged state file is refused by name, and no change touches it", arguments: ["", "{}", "{\"version\":2}"])
    func damagedState(_ text: String) throws {
        let ring = try TestRing(keys: 1)
        try ring.scratch.write([UInt8](text.utf8), to: "keys/ring.state")
        #expect(try refusal { try ring.folder.load() }.code == .ringDamaged)
        #expect(
            try refusal { try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor) }.code
                == .ringDamaged)
        #expect(try Locations.bytes("\(ring.folder.path)/ring.state") == [UInt8](text.utf8))
    }

    @Test(
        "a pipe, a folder or a device in the place of a file is refused, and nobody waits for it",
        arguments: ["ring.state", "ring.secret", "keys_ring.state"], ["pipe", "folder", "device"])
    func noFile(_ name: String, _ kind: String) throws {
        let ring = try TestRing(keys: 1)
        let path = "\(ring.folder.path)/\(name)"
        try? FileManager.default.removeItem(atPath: "\(ring.folder.path)/ring.state")
        switch kind {
        case "pipe": try #require(unsafe mkfifo(path, 0o600) == 0)
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        }
        if name == "ring.secret" {
            #expect(try refusal { try ring.folder.secret() }.code == .folderUnusable)
            #expect(try refusal { try ring.folder.secret(making: SecureRandom()) }.code == .folderUnusable)
        } else {
            let error = try refusal { try ring.folder.load() }
            #expect(error.code == .folderUnusable && error.reason.contains("no regular file"))
            #expect(
                try refusal { try ring.folder.activate(Fixtures.id(0), at: Self.now, auditor: ring.auditor) }.code
                    == .folderUnusable)
        }
    }

    @Test("the active key's file is missing: it is told, and nothing else signs instead")
    func missingActive() throws {
        let ring = try TestRing(keys: 2)
        try FileManager.default.removeItem(atPath: "\(ring.folder.path)/\(Fixtures.id(0)).json")
        let loaded = try ring.folder.load()
        #expect(loaded.missing.map(\.id) == [Fixtures.id(0)])
        #expect(try refusal { try loaded.signingKey() }.code == .noActiveKey)
        try ring.folder.add(Fixtures.newKey(0), by: .importKey, at: Self.now + 1, auditor: ring.auditor)
        #expect(try ring.folder.load().active?.id == Fixtures.id(0))
    }

    @Test("a file that the ring does not know is next, and one of a removed key is gone with the next change")
    func strangers() throws {
        let ring = try TestRing(keys: 1)
        let key = try Fixtures.newKey(1)
        try ring.scratch.write(key.text, to: "keys/some-name.json")
        let loaded = try ring.folder.load()
        #expect(loaded[key.id]?.state == .next && loaded.warnings.contains { $0.contains("did not know it") })
        try ring.folder.remove(key.id, at: Self.now, auditor: ring.auditor)
        try ring.scratch.write(key.text, to: "keys/some-name.json")
        #expect(try ring.folder.load()[key.id] == nil)
        try ring.folder.add(Fixtures.newKey(2), by: .importKey, at: Self.now, auditor: ring.auditor)
        #expect(try !ring.scratch.contents().contains("keys/some-name.json"))
    }

    @Test("a removal that was broken off is finished by the same command, and by another one, also one that is refused")
    func unfinishedRemoval() throws {
        for finishes in [true, false] {
            let ring = try TestRing(keys: 2)
            let (id, name) = (Fixtures.id(1), "keys/\(Fixtures.id(1)).json")
            try ring.folder.remove(id, at: Self.now, auditor: ring.auditor)
            try ring.scratch.write(Fixtures.newKey(1).text, to: name)
            try ring.scratch.write(Fixtures.newKey(1).text, to: "keys/.tmp-\(id).json")
            #expect(try ring.folder.load().unfinishedRemovals == [id])
            if finishes {
                try ring.folder.remove(id, at: Self.now, auditor: ring.auditor)
            } else {
                let error = try refusal { try ring.folder.revoke("zzz", at: Self.now, auditor: ring.auditor) }
                #expect(error.code == .keyUnknown)
            }
            #expect(try !ring.scratch.contents().contains { $0.hasSuffix("\(id).json") })
            let again = try refusal { try ring.folder.remove(id, at: Self.now, auditor: ring.auditor) }
            #expect(again.code == .keyUnknown)
        }
    }

    @Test("without a state file a single key signs, and of two none; the first change writes that down")
    func stateless() throws {
        let ring = try TestRing()
        try ring.scratch.write(Fixtures.newKey(0).text, to: "keys/a.json")
        #expect(try ring.folder.load().active?.id == Fixtures.id(0))
        try ring.folder.add(Fixtures.newKey(1), by: .importKey, at: Self.now, auditor: ring.auditor)
        #expect(try ring.states() == [.active, .next])
        let two = try TestRing()
        try two.scratch.write(Fixtures.newKey(0).text, to: "keys/a.json")
        try two.scratch.write(Fixtures.newKey(1).text, to: "keys/b.json")
        #expect(try two.states() == [.next, .next])
        #expect(try refusal { try two.folder.load().signingKey() }.code == .noActiveKey)
    }

    @Test("keys of another account or project stay out, also when their files are put there")
    func foreign() throws {
        let ring = try TestRing(keys: 1)
        let account = "other@demo-bridge.iam.gserviceaccount.com"
        let key = try Fixtures.newKey(1, account: account)
        #expect(
            try refusal { try ring.folder.add(key, by: .importKey, at: Self.now, auditor: ring.auditor) }.code
                == .accountForeign)
        try ring.scratch.write(key.text, to: "keys/other.json")
        let loaded = try ring.folder.load()
        #expect(
            loaded.keys.map(\.id) == [Fixtures.id(0)]
                && loaded.damaged.first?.reason.contains("another account") == true)
        let plain = try TestRing()
        let appspot = "demo@appspot.gserviceaccount.com"
        try plain.folder.add(
            Fixtures.newKey(0, account: appspot, project: "one"), by: .importKey, at: Self.now, auditor: ring.auditor)
        let wrong = try Fixtures.newKey(1, account: appspot, project: "two")
        #expect(
            try refusal { try plain.folder.add(wrong, by: .importKey, at: Self.now, auditor: ring.auditor) }.code
                == .projectForeign)
    }

    @Test("the same key twice is no change; another key of its identifier is refused")
    func twice() throws {
        let ring = try TestRing(keys: 1)
        let before = try ring.folder.load().mark
        try ring.folder.add(Fixtures.newKey(0), by: .importKey, at: Self.now + 9, auditor: ring.auditor)
        try ring.folder.activate(Fixtures.id(0), at: Self.now + 9, auditor: ring.auditor)
        #expect(try ring.folder.load().mark == before)
        let other = try Fixtures.newKey(1, id: Fixtures.id(0))
        #expect(
            try refusal { try ring.folder.add(other, by: .importKey, at: Self.now, auditor: ring.auditor) }.code
                == .keyExists)
    }

    @Test("what a broken-off change has left goes with the next one: a key may be in it")
    func leftovers() throws {
        let ring = try TestRing(keys: 1)
        try ring.scratch.write(Fixtures.newKey(1).text, to: "keys/.tmp-x.json")
        #expect(try ring.states() == [.active])
        try ring.folder.add(Fixtures.newKey(2), by: .importKey, at: Self.now, auditor: ring.auditor)
        #expect(try !ring.scratch.contents().contains { $0.contains(".tmp-") })
    }

    @Test("what cannot be written down is not done")
    func auditFails() throws {
        let ring = try TestRing(keys: 2)
        let auditor = MemoryAuditor(refusing: .intended)
        #expect(
            try refusal { try ring.folder.activate(Fixtures.id(1), at: Self.now, auditor: auditor) }.code
                == .auditFailed)
        #expect(
            try refusal { try ring.folder.add(Fixtures.newKey(2), by: .importKey, at: Self.now, auditor: auditor) }.code
                == .auditFailed)
        #expect(try ring.states() == [.active, .next])
        #expect(try !ring.scratch.contents().contains("keys/\(Fixtures.id(2)).json"))
    }

    @Test("where the state cannot be written the new key is taken back, and what is in the way is named")
    func stateInTheWay() throws {
        let ring = try TestRing(keys: 1)
        let way = "\(ring.folder.path)/.tmp-ring.state"
        try FileManager.default.createDirectory(atPath: way, withIntermediateDirectories: false)
        let before = try ring.scratch.contents()
        let changes: [() throws -> Void] = [
            { try ring.folder.add(Fixtures.newKey(1), by: .generate, at: Self.now, auditor: ring.auditor) },
            { try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor) },
        ]
        for change in changes {
            let error = try refusal { try change() }
            #expect(error.code == .fileInTheWay && error.reason.contains(".tmp-ring.state"), "\(error.reason)")
            #expect(try ring.scratch.contents() == before)
            #expect(ring.auditor.all.last?.contains(" failed ") == true)
        }
        #expect(try ring.states() == [.active])
        try FileManager.default.removeItem(atPath: way)
        try changes[0]()
        #expect(try ring.states() == [.active, .next])
    }

    @Test("so is the file under its new name of a key that cannot be renamed")
    func renamedInTheWay() throws {
        let ring = try TestRing(keys: 2)
        let way = "\(ring.folder.path)/.tmp-ring.state"
        try FileManager.default.createDirectory(atPath: way, withIntermediateDirectories: false)
        let before = try ring.scratch.contents()
        let error = try refusal {
            try ring.folder.rename(Fixtures.id(1), to: "given", at: Self.now, auditor: ring.auditor)
        }
        #expect(error.code == .fileInTheWay)
        #expect(try ring.scratch.contents() == before && ring.folder.load()["given"] == nil)
    }

    @Test("a link in the place of a lock is in the way, and the disk is not blamed", arguments: [true, false])
    func lockInTheWay(_ isLink: Bool) throws {
        let ring = try TestRing(keys: 1)
        let lock = "\(ring.folder.path)/.ring.lock"
        try FileManager.default.removeItem(atPath: lock)
        if isLink {
            try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: "/nowhere/lock")
        } else {
            try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
        }
        let error = try refusal { try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor) }
        #expect(error.code == .fileInTheWay && error.reason.contains(".ring.lock"), "\(error.reason)")
        #expect(try ring.states() == [.active])
    }

    @Test("an expired certificate, or one not valid yet, does not begin to sign", arguments: [-1, 3601] as [Int64])
    func certificate(_ seconds: Int64) throws {
        let ring = try TestRing(keys: 1)
        var description = NewKey.Description()
        description.account = Fixtures.email
        let key = try NewKey.generated(
            bits: 2048, validity: Self.now...(Self.now + 3600), description, random: SecureRandom())
        try ring.folder.add(key, by: .generate, at: Self.now, auditor: ring.auditor)
        let error = try refusal { try ring.folder.activate(key.id, at: Self.now + seconds, auditor: ring.auditor) }
        #expect(error.code == .certificateUnusable)
        try ring.folder.activate(key.id, at: Self.now + 3600, auditor: ring.auditor)
        #expect(try ring.folder.load().active?.id == key.id)
        #expect(try ring.folder.load().active?.expiresAt == Self.now + 3600)
    }

    @Test("one changes at a time: the other waits for its turn, and nothing is lost")
    func lock() throws {
        let ring = try TestRing(keys: 1)
        let keys = try [Fixtures.newKey(1), Fixtures.newKey(2)]
        let folder = ring.folder
        let results = Threads.run(count: 2) { index in
            (try? folder.add(keys[index], by: .importKey, at: Self.now, auditor: MemoryAuditor())) != nil
        }
        #expect(results == [true, true])
        #expect(try ring.folder.load().keys.count == 3)
    }

    @Test("where another process keeps the lock, that is told")
    func locked() throws {
        let ring = try TestRing(keys: 1)
        let lock = try RingLock(folder: ring.folder.path)
        #expect(
            try refusal { try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor) }.code
                == .ringLocked)
        withExtendedLifetime(lock) {}
        #expect(try ring.states() == [.active])
    }
}
