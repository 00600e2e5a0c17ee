import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("doctor")
struct DoctorTests {
    private static let ids = KeysFolder.ids

    private let plant: Plant
    private var folder: ScratchFolder { plant.folder }

    init() throws {
        plant = try ServePlant.folder(#""keys": "keys", "store": "sqlite:bridge.db""#)
        try folder.write(KeysFolder.keyFile(Self.ids[0], "rsa-2048"), to: "a.json")
        for arguments in [["import", "a.json"], ["activate", Self.ids[0]]] {
            let result = try TokenBridge.run(["keys"] + arguments + ["--keys", "keys"], in: folder)
            try #require(result.status == 0, "\(result.errors)")
        }
    }

    /// Asks nobody outside: the provider's name leads nowhere.
    private func doctor(
        _ arguments: [String] = [], environment: [String: String] = [:], through launcher: [String] = []
    ) throws -> Subprocess {
        try TokenBridge.run(
            ["doctor", "--offline"] + arguments, in: folder,
            environment: ServePlant.environment.merging(environment) { $1 }, through: launcher)
    }

    /// Puts a text of the configuration in the place of another.
    private func configure(_ old: String, _ new: String) throws {
        let text = String(decoding: try Locations.bytes("\(folder.path)/bridge.json"), as: UTF8.self)
        try #require(text.contains(old))
        try folder.write([UInt8](text.replacing(old, with: new).utf8), to: "bridge.json")
    }

    private func attributes() throws -> [String] {
        try folder.contents().map { name in
            let found = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            return "\(name) \(found[.size] ?? 0) \(found[.posixPermissions] ?? 0) \(found[.modificationDate] ?? 0)"
        }
    }

    @Test("all is well: exit 0, what signs and why is told, nothing is changed and no secret is shown")
    func well() throws {
        let before = try attributes()
        let result = try doctor()
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.text)\(result.errors)")
        for words in [
            "ok       configuration", "with the active key \(Self.ids[0]) of \(KeysFolder.account)",
            "keys names the folder", "\"bridge.db\" is not there yet", "takes another port at each start", "clock",
            "their owner's alone",
        ] {
            #expect(result.text.contains(words), "\(words): \(result.text)")
        }
        #expect(!result.text.contains("failed "), "\(result.text)")
        #expect(try attributes() == before)
        let json = try doctor(["--output", "json"])
        let object = try JSONObject(parsing: json.output, limits: .document)
        #expect(object["healthy"] == true && object.names == ["healthy", "findings"])
        let findings = object["findings"]?.array?.compactMap(\.object) ?? []
        #expect(findings.count > 5 && findings.allSatisfy { $0.names == ["subject", "verdict", "detail", "hint"] })
        let said = result.text + json.text
        #expect(!KeyWindows(of: try KeysFolder.keyText("rsa-2048")).areShown(by: said))
        #expect(!ServePlant.environment.values.contains { said.contains($0) })
        let secret = String(decoding: try Locations.bytes("\(folder.path)/keys/ring.secret"), as: UTF8.self)
        #expect(!said.contains(secret.dropLast()))
    }

    @Test("PostgreSQL is asked and not set up; where it is down, that is said with the cure, and no password is")
    func postgreSQL() throws {
        let server = try ServePostgreSQL()
        let address = "postgresql:///postgres?host=\(server.folder)&user=bridge&password=canary-of-the-store"
        try folder.write([UInt8](address.utf8), to: "store.address")
        try configure(#""store": "sqlite:bridge.db""#, #""store": {"file": "store.address"}"#)
        for _ in 0..<2 {
            let empty = try doctor()
            #expect(empty.status == 0, "\(empty.text)")
            #expect(empty.text.contains("ok       store") && empty.text.contains("has no tables yet: serve makes them"))
        }
        let served = try Served(folder, environment: ServePlant.environment)
        #expect(try ServeDevice(door: try served.door).start().userCode.count == 9)
        served.send(SIGTERM)
        #expect(try served.end() == 0)
        let used = try doctor()
        #expect(used.status == 0 && used.text.contains("PostgreSQL can be read and written"), "\(used.text)")
        try server.tell("stop")
        let down = try doctor()
        #expect(down.status == 75, "\(down.text)\(down.errors)")
        #expect(down.text.contains("failed   store") && down.text.contains("hint:"), "\(down.text)")
        #expect(!(down.text + down.errors + used.text).contains("canary-of-the-store"))
    }

    /// Spoils one thing; returns what must be said, and the exit code.
    private func spoil(_ what: String) throws -> (words: String, status: Int32) {
        let manager = FileManager.default
        func mode(_ mode: Int, _ name: String) throws {
            try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder.path)/\(name)")
        }
        switch what {
        case "unknown key":
            try configure(#""keys""#, #""kees""#)
            return ("did you mean keys?", 3)
        case "no key signs":
            let result = try TokenBridge.run(["keys", "revoke", Self.ids[0], "--yes", "--keys", "keys"], in: folder)
            #expect(result.status == 0)
            return ("no key that signs", 3)
        case "damaged ring":
            try folder.write([UInt8]("{".utf8), to: "keys/ring.state")
            return ("hint: nothing was changed: put the state file of a backup there", 3)
        case "other project":
            try configure(#""project": "demo-bridge""#, #""project": "other""#)
            return ("CREDENTIAL_MISMATCH", 3)
        case "no ring":
            try manager.removeItem(atPath: "\(folder.path)/keys")
            return ("failed   signer", 3)
        case "open key":
            try mode(0o644, "keys/\(Self.ids[0]).json")
            return ("warning  signer", 0)
        case "open secret":
            try mode(0o640, "keys/ring.secret")
            return ("ring.secret\" (mode 640)", 0)
        case "open folder":
            try mode(0o755, "keys")
            return ("hint: chmod 700 it", 0)
        case "damaged neighbour":
            try folder.write([UInt8]("{".utf8), to: "keys/x.json")
            return ("x.json\" is left out", 0)
        case "store nowhere":
            try configure("sqlite:bridge.db", "sqlite:none/bridge.db")
            return ("cannot be made: No such file", 3)
        case "store of another program":
            try folder.write([UInt8]("this is no database, and long enough to be looked at".utf8), to: "bridge.db")
            return ("failed   store", 75)
        case "store is a folder":
            try manager.createDirectory(atPath: "\(folder.path)/bridge.db", withIntermediateDirectories: false)
            return ("is no regular file", 3)
        case "audit nowhere":
            try configure(#""store""#, #""audit": {"file": "none/audit.log"}, "store""#)
            return ("failed   audit", 3)
        case "socket in the way":
            try configure(#""listen": "127.0.0.1:0""#, #""listen": "unix:plant-jwks.json""#)
            return ("is no socket, and stands in its place", 3)
        default: throw ServeFailure("nothing is called \(what)")
        }
    }

    @Test(
        "each fault has its line, its cure and its exit code, and nothing is changed",
        arguments: [
            "unknown key", "no key signs", "damaged ring", "other project", "no ring", "open key", "open secret",
            "open folder", "damaged neighbour", "store nowhere", "store of another program", "store is a folder",
            "audit nowhere", "socket in the way",
        ])
    func fault(_ what: String) throws {
        let (words, status) = try spoil(what)
        let before = try attributes()
        let result = try doctor()
        #expect(result.text.contains(words), "\(result.text)\(result.errors)")
        #expect(result.status == status && result.errors.isEmpty, "\(result.status) \(result.text)\(result.errors)")
        #expect(try attributes() == before)
        #expect(result.text.contains("hint: ") || what == "open key" || what == "damaged neighbour", "\(result.text)")
    }

    @Test("a store that is there is opened, beside a service that runs; its ports are known as the service's")
    func running() throws {
        let served = try Served(folder, environment: ServePlant.environment)
        guard case .tcp(let port) = try served.door, case .tcp(let health) = try served.telemetry else { return }
        try configure(#""listen": "127.0.0.1:0""#, #""listen": "127.0.0.1:\#(port)""#)
        try configure(#""telemetry": "127.0.0.1:0""#, #""telemetry": "127.0.0.1:\#(health)""#)
        let result = try doctor()
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("the service runs at 127.0.0.1:\(port)"), "\(result.text)")
        #expect(result.text.contains("the service runs at 127.0.0.1:\(health)"), "\(result.text)")
        #expect(result.text.contains("bridge.db\" can be read and written"), "\(result.text)")
        #expect(try served.door.mint().status == 200)
    }

    @Test("a port that another program has is a fault")
    func taken() throws {
        let other = try ScriptedProvider()
        let address = other.origin.replacing("http://", with: "")
        try configure(#""listen": "127.0.0.1:0""#, #""listen": "\#(address)""#)
        let result = try withExtendedLifetime(other) { try doctor() }
        #expect(result.status == 1 && result.text.contains("Address already in use"), "\(result.text)")
        #expect(result.text.contains("hint: end the program that has it"))
    }

    @Test("a certificate that is soon over is a warning, one that is no certificate a fault")
    func certificate() throws {
        let made = try Subprocess.run(
            "/usr/bin/env",
            [
                "-C", folder.path, "openssl", "req", "-x509", "-nodes", "-days", "3", "-subj", "/CN=b.example",
                "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-keyout", "tls.key", "-out", "tls.pem",
            ])
        try #require(made.status == 0, "\(made.errors)")
        try configure(#""store""#, #""tls": {"certificate": "tls.pem", "key": "tls.key"}, "store""#)
        let soon = try doctor()
        #expect(soon.status == 0 && soon.text.contains("warning  certificate"), "\(soon.text)")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder.path)/tls.key")
        #expect(try doctor().text.contains("tls.key\" (mode 644)"))
        try folder.write([UInt8]("nothing".utf8), to: "tls.pem")
        let wrong = try doctor()
        #expect(wrong.status == 3 && wrong.text.contains("failed   certificate"), "\(wrong.text)")
    }

    @Test("what the environment puts above the configuration is told; the emulator most of all")
    func environment() throws {
        let result = try doctor(environment: ["TOKEN_BRIDGE_PROJECT": "demo-bridge"])
        #expect(
            result.status == 0 && result.text.contains("the environment has TOKEN_BRIDGE_PROJECT"), "\(result.text)")
        let emulator = try doctor(environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"])
        #expect(emulator.status == 0 && emulator.text.contains("tokens are unsigned"), "\(emulator.text)")
        let wrong = try doctor(environment: ["FIREBASE_AUTH_EMULATOR_HOST": "203.0.113.1:9099"])
        #expect(wrong.status == 3 && wrong.text.contains("failed   signer"), "\(wrong.text)")
    }

    @Test("a clock that was never set is a fault", .enabled(if: Shell.faketime.isThere))
    func clock() throws {
        let result = try doctor(through: ["faketime", "2001-01-01"])
        #expect(result.status == 75 || result.text.contains("failed   clock"), "\(result.text)")
        #expect(result.text.contains("it is not set"), "\(result.text)")
    }

    @Test("no configuration, and options that contradict each other")
    func misuse() throws {
        let none = try doctor(["--config", "none.json"])
        #expect(none.status == 3 && none.text.contains("config init"), "\(none.text)")
        let both = try doctor(["--google", "http://127.0.0.1:1"])
        #expect(both.status == 2 && both.output.isEmpty, "\(both.errors)")
        let unknown = try doctor(["--offlin"])
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean --offline?"))
    }
}
