import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: a key ring in the folder of its keys", .serialized)
struct ServeRingTests {
    private static let ids = KeysFolder.ids

    private let plant: Plant
    private var folder: ScratchFolder { plant.folder }

    init() throws {
        plant = try ServePlant.folder(#""keys": "keys""#)
        for (id, name) in zip(Self.ids, ["rsa-2048", "other-2048"]) {
            try folder.write(KeysFolder.keyFile(id, name), to: "\(id.prefix(1)).json")
            try keys(["import", "\(id.prefix(1)).json"])
        }
        try keys(["activate", Self.ids[0]])
    }

    private func keys(_ arguments: [String]) throws {
        let result = try TokenBridge.run(["keys"] + arguments + ["--keys", "keys"], in: folder)
        try #require(result.status == 0, "\(result.errors)")
    }

    private func serve(log: String = "log") throws -> Served {
        try Served(folder, log: log, environment: ServePlant.environment)
    }

    /// The key that a token of now is signed with.
    private func signer(_ served: Served) throws -> String? {
        let token = try #require(try served.door.mint().json["access_token"]?.string)
        try folder.write([UInt8](token.utf8), to: "token.jwt")
        let result = try TokenBridge.run(["explain", "token.jwt", "--output", "json"], in: folder)
        return Self.ids.first { result.text.contains($0) }
    }

    private func published(_ served: Served) throws -> [String] {
        let answer = try served.door.get("/.well-known/jwks.json")
        #expect(answer.values("Cache-Control") == ["public, max-age=300"] && answer.values("ETag").count == 1)
        return (answer.json["keys"]?.array ?? []).compactMap { $0.object?["kid"]?.string }
    }

    @Test("an activation is followed without a signal: what signs, what is published, and with which validator")
    func activation() throws {
        let served = try serve()
        let replica = try serve(log: "replica")
        #expect(try signer(served) == Self.ids[0] && published(served) == Self.ids)
        let before = try served.door.get("/.well-known/jwks.json").values("ETag")
        let start = ContinuousClock.now
        try keys(["activate", Self.ids[1]])
        try served.wait(for: "the key ring was read again")
        try replica.wait(for: "the key ring was read again")
        #expect(try signer(replica) == Self.ids[1] && published(replica) == [Self.ids[1], Self.ids[0]])
        // The bound is the promise itself, with room for a machine that is busy.
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try signer(served) == Self.ids[1])
        #expect(try published(served) == [Self.ids[1], Self.ids[0]])
        #expect(try served.door.get("/.well-known/jwks.json").values("ETag") != before)
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
        let metrics = try served.telemetry.get("/metrics").text
        #expect(metrics.contains(#"bridge_key_state{kid="\#(Self.ids[0])",state="retiring"} 1"#))
        #expect(metrics.contains(#"bridge_key_ring_reads_total{result="success"} 1"#))
        #expect(served.entries("the key ring was read again").first?["kid"] == .string(Self.ids[1]))
    }

    @Test("nothing is read where nothing has changed, and a key that is revoked is published no more")
    func revoked() throws {
        let served = try serve()
        Thread.sleep(forTimeInterval: 1.2)
        #expect(!served.text.contains("the key ring was read again"))
        try keys(["revoke", Self.ids[1], "--yes"])
        try served.wait(for: "the key ring was read again")
        #expect(try published(served) == [Self.ids[0]] && signer(served) == Self.ids[0])
    }

    @Test("the key that signs is revoked: nothing is signed any more, until another is activated")
    func revokedActive() throws {
        let served = try serve()
        #expect(try signer(served) == Self.ids[0])
        try keys(["revoke", Self.ids[0], "--yes"])
        try served.wait(for: "a key that was revoked is used no more")
        let refused = try served.door.mint()
        #expect(refused.status == 503 && refused.code == "KEY_UNAVAILABLE", "\(refused.text)")
        #expect(try published(served) == [Self.ids[1]])
        let ready = try served.telemetry.get("/healthz/ready")
        #expect(ready.status == 503 && ready.text == "key unavailable\n")
        // A signal does not bring it back.
        served.send(SIGHUP)
        try served.wait(for: "the configuration was not taken")
        #expect(try served.door.mint().status == 503)
        try keys(["activate", Self.ids[1]])
        try served.wait(for: "the key ring can be read again")
        #expect(try signer(served) == Self.ids[1] && published(served) == [Self.ids[1]])
        #expect(try served.telemetry.get("/healthz/ready").status == 200)
    }

    @Test("a single key without an identifier is revoked: nothing is signed with it any more")
    func revokedNameless() throws {
        let plant = try ServePlant.folder(#""keys": "single""#)
        let text = try String(decoding: KeysFolder.keyFile(Self.ids[0], "rsa-2048"), as: UTF8.self)
        let nameless = text.replacing("private_key_id", with: "some_other_name")
        try plant.folder.write([UInt8](nameless.utf8), to: "single/one.json")
        let served = try Served(plant.folder, environment: ServePlant.environment)
        #expect(try served.door.mint().status == 200)
        let key = try #require(try served.door.get("/.well-known/jwks.json").json["keys"]?.array?.first?.object)
        #expect(key["kid"] == nil)
        let list = try TokenBridge.run(["keys", "list", "--output", "json", "--keys", "single"], in: plant.folder)
        let id = try #require(list.text.firstMatch(of: /"kid": ?"([0-9a-f]{40})"/)?.1)
        let result = try TokenBridge.run(["keys", "revoke", String(id), "--yes", "--keys", "single"], in: plant.folder)
        #expect(result.status == 0, "\(result.errors)")
        try served.wait(for: "a key that was revoked is used no more")
        let refused = try served.door.mint()
        #expect(refused.status == 503 && refused.code == "KEY_UNAVAILABLE", "\(refused.text)")
        #expect(try served.door.get("/.well-known/jwks.json").json["keys"]?.array?.isEmpty == true)
    }

    @Test("a folder with one key becomes a ring while the service runs: it is followed without a signal")
    func becomesRing() throws {
        let plant = try ServePlant.folder(#""keys": "single""#)
        try plant.folder.write(KeysFolder.keyFile(Self.ids[0], "rsa-2048"), to: "single/one.json")
        try plant.folder.write(KeysFolder.keyFile(Self.ids[1], "other-2048"), to: "two.json")
        let served = try Served(plant.folder, environment: ServePlant.environment)
        #expect(try published(served) == [Self.ids[0]])
        for arguments in [["import", "two.json"], ["activate", Self.ids[1]], ["revoke", Self.ids[0], "--yes"]] {
            let result = try TokenBridge.run(["keys"] + arguments + ["--keys", "single"], in: plant.folder)
            #expect(result.status == 0, "\(result.errors)")
        }
        try served.wait(for: #""kid":"\#(Self.ids[1])""#)
        let deadline = Date(timeIntervalSinceNow: 15)
        while try published(served) != [Self.ids[1]], Date() < deadline { Thread.sleep(forTimeInterval: 0.1) }
        #expect(try published(served) == [Self.ids[1]] && served.door.mint().status == 200)
    }

    @Test(
        "a state that cannot be used keeps the ring: readiness is degraded, a metric says so, and it recovers",
        arguments: ["{", "", "gone", "inactive", "absent"])
    func unreadable(_ kind: String) throws {
        let served = try serve()
        let good = try Locations.bytes("\(folder.path)/keys/ring.state")
        let path = "\(folder.path)/keys/ring.state"
        switch kind {
        case "gone": try FileManager.default.removeItem(atPath: path)
        case "inactive":
            let text = String(decoding: good, as: UTF8.self).replacing(
                #""state":"active""#, with: #""state":"next""#)
            try folder.write([UInt8](text.utf8), to: "keys/ring.state")
        case "absent":
            try FileManager.default.moveItem(atPath: "\(folder.path)/keys", toPath: "\(folder.path)/away")
        default: try folder.write([UInt8](kind.utf8), to: "keys/ring.state")
        }
        try served.wait(for: "the key ring was not taken")
        let entry = try #require(
            served.entries("the key ring was not taken: the service goes on with the one before").first)
        #expect(entry["folder"]?.string?.hasSuffix("keys") == true, "\(entry)")
        let code = try #require(entry["code"]?.string)
        #expect(try served.telemetry.get("/healthz/ready").text == "degraded: \(code)\n")
        #expect(try served.telemetry.get("/metrics").text.contains("\nbridge_key_ring_fault 1\n"))
        #expect(try signer(served) == Self.ids[0] && published(served) == Self.ids)
        if kind == "absent" {
            try FileManager.default.moveItem(atPath: "\(folder.path)/away", toPath: "\(folder.path)/keys")
        } else {
            try folder.write(good, to: "keys/ring.state")
        }
        try served.wait(for: "the key ring can be read again")
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
        #expect(try served.telemetry.get("/metrics").text.contains("\nbridge_key_ring_fault 0\n"))
        #expect(served.entries("the key ring was not taken: the service goes on with the one before").count < 3)
    }

    @Test("SIGHUP takes the ring too, and the watch goes on after it")
    func signal() throws {
        let served = try serve()
        served.send(SIGHUP)
        try served.wait(for: "the configuration was read again")
        try keys(["activate", Self.ids[1]])
        served.send(SIGHUP)
        try served.wait(for: "the configuration was read again", times: 2)
        #expect(try signer(served) == Self.ids[1])
        try keys(["activate", Self.ids[0]])
        try served.wait(for: #""kid":"\#(Self.ids[0])""#)
        #expect(try signer(served) == Self.ids[0])
    }

    @Test("a mounted folder that nobody here can write is followed when its link is swapped")
    func mounted() throws {
        let manager = FileManager.default
        let mounts = "\(folder.path)/mounts"
        for version in ["one", "two"] {
            if version == "two" { try keys(["activate", Self.ids[1]]) }
            try manager.createDirectory(atPath: mounts, withIntermediateDirectories: true)
            try manager.copyItem(atPath: "\(folder.path)/keys", toPath: "\(mounts)/..\(version)")
        }
        try manager.removeItem(atPath: "\(folder.path)/keys")
        func swap(_ version: String) throws {
            try manager.createSymbolicLink(atPath: "\(mounts)/..tmp", withDestinationPath: "..\(version)")
            #expect(unsafe rename("\(mounts)/..tmp", "\(mounts)/..data") == 0)
        }
        try swap("one")
        for name in ["ring.state", "ring.secret"] + Self.ids.map({ "\($0).json" }) {
            try manager.createSymbolicLink(atPath: "\(mounts)/\(name)", withDestinationPath: "..data/\(name)")
        }
        try manager.moveItem(atPath: mounts, toPath: "\(folder.path)/keys")
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: "\(folder.path)/keys")
        let served = try serve()
        #expect(try signer(served) == Self.ids[0])
        let keysFolder = "\(folder.path)/keys"
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: keysFolder)
        try manager.createSymbolicLink(atPath: "\(keysFolder)/..tmp", withDestinationPath: "..two")
        #expect(unsafe rename("\(keysFolder)/..tmp", "\(keysFolder)/..data") == 0)
        try served.wait(for: "the key ring was read again")
        #expect(try signer(served) == Self.ids[1])
    }

    @Test("sign-ins that are open outlive an activation and a restart, and replicas agree about them")
    func openSignIns() throws {
        let provider = try ScriptedProvider(["/.well-known/openid-configuration": (200, ScriptedProvider.metadata())])
        let other = try ServePlant.folder(
            provider: provider, #""keys": "\#(folder.path)/keys", "store": "sqlite:bridge.db""#)
        let served = try Served(other.folder, environment: ServePlant.environment)
        let started = try served.door.post("/device_authorization", ["client_id": "tv"])
        let code = try #require(started.json["device_code"]?.string)
        try keys(["activate", Self.ids[1]])
        try served.wait(for: "the key ring was read again")
        let poll = try served.door.post("/token", ServeDevice.poll(code))
        #expect(poll.json["error"] == "authorization_pending", "\(poll.text)")
        served.send(SIGTERM)
        #expect(try served.end() == 0)
        let next = try Served(other.folder, log: "log2", environment: ServePlant.environment)
        let later = try next.door.post("/token", ServeDevice.poll(code))
        #expect(["authorization_pending", "slow_down"].contains(later.json["error"]?.string), "\(later.text)")
        let user = try #require(started.json["user_code"]?.string)
        let page = try next.door.get("/device?user_code=\(user)")
        #expect(page.status == 200 && !page.text.contains("expired"), "\(page.text)")
    }

    @Test("the secret of a ring is its owner's alone; one that is too short, or cannot be made, stops the start")
    func secret() throws {
        let path = "\(folder.path)/keys/ring.secret"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600 && attributes[.size] as? Int == 65)
        try folder.write([UInt8]("short".utf8), to: "keys/ring.secret")
        let short = try Served(starting: folder, environment: ServePlant.environment)
        #expect(try short.end() == 3 && short.text.contains("ring.secret"), "\(short.text)")
        try FileManager.default.removeItem(atPath: path)
        let check = try TokenBridge.run(["config", "check"], in: folder, environment: ServePlant.environment)
        #expect(check.status == 0, "\(check.errors)")
        #expect(!FileManager.default.fileExists(atPath: path), "\(check.errors)")
        // Others can write to the folder: nothing is written there.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: "\(folder.path)/keys")
        let open = try Served(starting: folder, log: "log2", environment: ServePlant.environment)
        #expect(try open.end() == 3 && open.text.contains("state_secret"), "\(open.text)")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder.path)/keys")
        let served = try serve(log: "log3")
        #expect(try served.door.mint().status == 200 && FileManager.default.fileExists(atPath: path))
    }
}
