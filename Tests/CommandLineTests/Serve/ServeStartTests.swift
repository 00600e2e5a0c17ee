import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: how it starts")
struct ServeStartTests {
    @Test("the log names the key that signs, as doctor and the audit file do, and nothing of it")
    func namesKey() throws {
        let plant = try ServePlant.folder()
        let file = try JSONObject(parsing: Locations.bytes("\(plant.folder.path)/key.json"), limits: .document)
        let keyID = try #require(file["private_key_id"]?.string)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        try served.wait(for: "the signer was chosen")
        served.send(SIGHUP)
        try served.wait(for: "the signer was chosen", times: 2)
        for entry in served.entries("the signer was chosen") {
            #expect(entry["signer"]?.string?.contains(#"the key "\#(keyID)" of "#) == true, "\(entry)")
        }
        let lines = try #require(file["private_key"]?.string).split(separator: "\n").dropFirst().dropLast()
        #expect(!lines.isEmpty && !lines.contains { served.text.contains($0) })
    }

    @Test("health and metrics are on their own listener, and on no other")
    func telemetry() throws {
        let served = try Served(try ServePlant.folder().folder, environment: ServePlant.environment)
        let telemetry = try served.telemetry
        #expect(try telemetry.get("/healthz/live").text == "live\n")
        #expect(try telemetry.get("/healthz/ready").text == "ready\n")
        #expect(try served.door.mint().status == 200)
        let metrics = try telemetry.get("/metrics")
        #expect(metrics.text.contains("bridge_tokens_issued_total{"))
        #expect(try telemetry.get("/token").status == 404)
        #expect(try telemetry.ask(Door.request("POST", "/metrics", form: "")).status == 405)
        for path in ["/metrics", "/healthz/live", "/healthz/ready"] {
            #expect(try served.door.get(path).status == 404)
        }
    }

    @Test("a socket of the file system takes requests, of its user and group alone, and goes at the end")
    func unixSocket() throws {
        let plant = try ServePlant.folder(listen: "unix:door.sock")
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let found = try plant.folder.contents().first { $0.hasSuffix("door.sock") }
        let path = "\(plant.folder.path)/\(try #require(found))"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o660)
        #expect(try Door.unix(path).mint().status == 200)
        served.send(SIGTERM)
        #expect(try served.end() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("what killed a service leaves behind does not hinder the next")
    func leftSocket() throws {
        let plant = try ServePlant.folder(listen: "unix:door.sock")
        let first = try Served(plant.folder, environment: ServePlant.environment)
        let found = try plant.folder.contents().first { $0.hasSuffix("door.sock") }
        let path = "\(plant.folder.path)/\(try #require(found))"
        first.send(SIGKILL)
        #expect(try first.end() == -SIGKILL)
        #expect(FileManager.default.fileExists(atPath: path))
        let second = try Served(plant.folder, log: "log2", environment: ServePlant.environment)
        #expect(try Door.unix(path).mint().status == 200)
        #expect(second.isRunning)
    }

    @Test("a port in use is an error that names it", arguments: ["listen", "telemetry"])
    func portInUse(member: String) throws {
        let first = try Served(try ServePlant.folder().folder, environment: ServePlant.environment)
        guard case .tcp(let port) = try first.door else { return }
        let plant = try ServePlant.folder()
        let result = try TokenBridge.run(
            ["serve"], in: plant.folder,
            environment: ServePlant.environment.merging([
                "TOKEN_BRIDGE_\(member.uppercased())": "127.0.0.1:\(port)"
            ]) { $1 })
        #expect(result.status == 1)
        #expect(result.errors.contains("error: port \(port) of 127.0.0.1 cannot be listened on"), "\(result.errors)")
        #expect(try first.door.mint().status == 200)
    }

    @Test(
        "a fault of the configuration ends the start with exit code 3, and all faults are named",
        arguments: [
            (#""store": 7, "projekt": "x""#, ["store", "projekt"]), (#""listen": "nowhere""#, ["listen"]),
            (#""clients": {"a": {"grants": []}}"#, ["clients.a"]),
        ])
    func configurationFaults(members: String, names: [String]) throws {
        let folder = try ScratchFolder()
        try folder.write(
            [UInt8](#"{"issuer": "https://bridge.example", "project": "demo-bridge", \#(members)}"#.utf8),
            to: "bridge.json")
        let result = try TokenBridge.run(["serve"], in: folder)
        #expect(result.status == 3 && result.output.isEmpty, "\(result.errors)")
        for name in names { #expect(result.errors.contains(name), "\(result.errors)") }
    }

    @Test("a damaged key file ends the start with exit code 3", arguments: ["", "{}", "no JSON"])
    func damagedKey(text: String) throws {
        let plant = try ServePlant.folder()
        try plant.folder.write([UInt8](text.utf8), to: "key.json")
        let result = try TokenBridge.run(["serve"], in: plant.folder, environment: ServePlant.environment)
        #expect(result.status == 3 && result.errors.contains("error: "), "\(result.errors)")
    }

    @Test("a missing certificate ends the start with an error that names the file")
    func missingCertificate() throws {
        let plant = try ServePlant.folder(#""tls": {"certificate": "tls.pem", "key": "tls.key"}"#)
        let result = try TokenBridge.run(["serve"], in: plant.folder, environment: ServePlant.environment)
        #expect([1, 3].contains(result.status) && result.errors.contains("tls.pem"), "\(result.errors)")
    }

    @Test(
        "a store that is away at the start is named in the log, and the service is not ready",
        arguments: ["sqlite:/nonexistent-folder/bridge.db", "postgresql://bridge@127.0.0.1:1/bridge"])
    func storeAway(store: String) throws {
        let served = try Served(
            try ServePlant.folder(#""store": "\#(store)""#).folder, environment: ServePlant.environment)
        try served.wait(for: "the store cannot be used: the service is not ready before it can")
        let ready = try served.telemetry.get("/healthz/ready")
        #expect(ready.status == 503 && ready.text == "store unavailable\n")
        #expect(try served.telemetry.get("/healthz/live").status == 200)
        let exchange = try served.door.post("/device_authorization", ["client_id": "tv"])
        #expect(exchange.status >= 400 && exchange.json["device_code"] == nil)
        // What needs no store goes on.
        #expect(try served.door.mint().status == 200)
    }

    @Test("standard output has nothing, and the log no warning of our own doing at the end")
    func quietEnd() throws {
        let served = try Served(try ServePlant.folder().folder, environment: ServePlant.environment)
        #expect(try served.door.mint().status == 200)
        served.send(SIGTERM)
        #expect(try served.end() == 0)
        #expect(
            !served.text.contains(#""level":"warning""#) && !served.text.contains(#""level":"error""#), "\(served.text)"
        )
        #expect(served.text.hasSuffix("\"message\":\"the service has ended\"}\n"), "\(served.text)")
    }
}
