import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: SIGHUP")
struct ServeReloadTests {
    private let plant: Plant
    private let served: Served

    init() throws {
        plant = try ServePlant.folder()
        served = try Served(plant.folder, environment: ServePlant.environment)
    }

    private func rewrite(_ name: String, _ change: (String) -> String) throws {
        let text = String(decoding: try Locations.bytes("\(plant.folder.path)/\(name)"), as: UTF8.self)
        try plant.folder.write([UInt8](change(text).utf8), to: name)
    }

    /// Two certificates with their keys, `tls` and `other`.
    private func makeCertificates() throws {
        let result = try TokenBridge.bash(
            """
            for name in tls other; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.key -out $name.pem \
                    -days 2 -subj /CN=bridge.example 2> /dev/null || exit 1
            done
            chmod 600 *.key
            """, in: plant.folder)
        try #require(result.status == 0, "\(result.errors)")
    }

    @Test("takes another configuration, and another key file, without an end")
    func takesBoth() throws {
        let before = try served.door.get("/.well-known/jwks.json").text
        #expect(try served.door.mint("web:1").code == "UID_NOT_ALLOWED" || served.door.mint("web:1").status >= 400)
        try rewrite("bridge.json") { $0.replacing("svc:", with: "web:") }
        let other = try Locations.bytes("\(Locations.caseFolder("B01"))/sa-mixed.json")
        try plant.folder.write(other, to: "key.json")
        served.send(SIGHUP)
        try served.wait(for: "the configuration was read again")
        #expect(try served.door.mint("web:1").status == 200)
        #expect(try served.door.mint("svc:1").status >= 400)
        #expect(try served.door.get("/.well-known/jwks.json").text != before)
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
    }

    @Test(
        "does not take what is broken: the log names the fault, readiness is degraded, all goes on; then it recovers",
        arguments: [
            ("bridge.json", "{", "bridge.json"), ("bridge.json", #"{"projekt": 1}"#, "projekt"),
            ("key.json", #"{"type": "service_account"}"#, "key.json"), ("key.json", "", "key.json"),
            ("plant-jwks.json", "[]", "jwks_file"),
        ])
    func broken(name: String, text: String, named: String) throws {
        let good = try Locations.bytes("\(plant.folder.path)/\(name)")
        try plant.folder.write([UInt8](text.utf8), to: name)
        served.send(SIGHUP)
        try served.wait(for: "the configuration was not taken")
        let entry = try #require(
            served.entries("the configuration was not taken: the service goes on with the one before").first)
        #expect(entry["reason"]?.string?.contains(named) == true, "\(entry)")
        let code = try #require(entry["code"]?.string)
        let ready = try served.telemetry.get("/healthz/ready")
        #expect(ready.status == 200 && ready.text == "degraded: \(code)\n")
        #expect(try served.door.mint().status == 200)
        try plant.folder.write(good, to: name)
        served.send(SIGHUP)
        try served.wait(for: "the configuration was read again")
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
    }

    @Test("a certificate that cannot be used: nothing of the configuration is taken, which otherwise has no fault")
    func certificate() throws {
        try makeCertificates()
        let before = try served.door.get("/.well-known/jwks.json").text
        try plant.folder.write(
            try Locations.bytes("\(Locations.caseFolder("B01"))/sa-mixed.json"), to: "key.json")
        try rewrite("bridge.json") {
            $0.replacing("svc:", with: "web:").replacing(
                #""listen":"#, with: #""tls": {"certificate": "tls.pem", "key": "other.key"}, "listen":"#)
        }
        served.send(SIGHUP)
        try served.wait(for: "the configuration was not taken")
        #expect(try served.telemetry.get("/healthz/ready").text == "degraded: SERVER_START_FAILED\n")
        #expect(try served.door.mint("svc:1").status == 200)
        #expect(try served.door.mint("web:1").code == "UID_NOT_ALLOWED")
        #expect(try served.door.get("/.well-known/jwks.json").text == before)
    }

    @Test("a certificate that the server refuses at a reload: the log names its files, and the one before is used")
    func certificateRefused() throws {
        try makeCertificates()
        try rewrite("bridge.json") {
            $0.replacing(
                #""listen":"#,
                with: #""tls": {"certificate": "tls.pem", "key": "tls.key"}, "trusted_proxies": [], "listen":"#)
        }
        let served = try Served(plant.folder, log: "tls-log", environment: ServePlant.environment)
        try plant.folder.write(try Locations.bytes("\(plant.folder.path)/other.key"), to: "tls.key")
        served.send(SIGHUP)
        try served.wait(for: "the configuration was not taken")
        let entry = try #require(
            served.entries("the configuration was not taken: the service goes on with the one before").first)
        #expect(entry["code"] == "CERTIFICATE_UNUSABLE")
        let reason = entry["reason"]?.string ?? ""
        #expect(
            reason.contains("tls.pem") && reason.contains("tls.key") && reason.contains("belong together"), "\(reason)")
        // So do the check of the configuration, and a start.
        for command in [["config", "check"], ["serve"]] {
            let result = try TokenBridge.run(command, in: plant.folder, environment: ServePlant.environment)
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.errors.contains("tls.pem") && result.errors.contains("tls.key"), "\(result.errors)")
        }
    }

    @Test("an audit file that cannot be opened again: the log says so, nothing is minted, and it recovers")
    func auditFile() throws {
        let plant = try ServePlant.folder(#""audit": {"file": "audit.log"}"#)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let path = "\(plant.folder.path)/audit.log"
        #expect(try served.door.mint().status == 200)
        try FileManager.default.moveItem(atPath: path, toPath: "\(path).1")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        served.send(SIGHUP)
        try served.wait(for: "the audit file cannot be opened again")
        #expect(try served.telemetry.get("/healthz/ready").text == "degraded: LOG_UNWRITABLE\n")
        #expect(!served.text.contains("the configuration was not taken"))
        let refused = try served.door.mint()
        #expect(refused.status == 503 && refused.json["access_token"] == nil, "\(refused.text)")
        #expect(try served.telemetry.get("/healthz/ready").text == "degraded: LOG_UNWRITABLE\n")
        try FileManager.default.removeItem(atPath: path)
        served.send(SIGHUP)
        try served.wait(for: "the configuration was read again", times: 2)
        // Not only when the next token is noted: a service that nobody asks for one is ready too.
        let deadline = Date(timeIntervalSinceNow: 20)
        while try served.telemetry.get("/healthz/ready").text != "ready\n", Date() < deadline { usleep(10_000) }
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
        #expect(try served.door.mint().status == 200)
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
        // The new file goes on where the old one ended.
        #expect(String(decoding: try Locations.bytes(path), as: UTF8.self).contains(#""kind":"mint""#))
        #expect(String(decoding: try Locations.bytes("\(path).1"), as: UTF8.self).contains(#""kind":"mint""#))
    }

    @Test("what a running service keeps until it is started again is named, where it has changed")
    func restart() throws {
        try rewrite("bridge.json") {
            $0.replacing(#""level": "debug""#, with: #""level": "info""#).replacing(
                #""listen":"#,
                with:
                    #""store": "sqlite:other.db", "audit": {"file": "a.log"}, "trusted_proxies": ["10.0.0.0/8"], "listen":"#
            )
        }
        served.send(SIGHUP)
        try served.wait(for: #""key":"audit""#)
        let keys = served.entries("a change takes effect when the service is started again").map {
            $0["key"]?.string
        }
        #expect(keys == ["trusted_proxies", "store", "log", "audit"])
        #expect(try served.door.mint().status == 200)
    }

    @Test("providers are reached as the configuration of now says: through its proxy, then without it again")
    func transport() throws {
        let proxy = try ScriptedProvider()
        let plant = try Plant(
            issuer: "https://127.0.0.1:9", provider: #""client_secret": {"env": "PLANT_SECRET"},"#,
            members: ServePlant.members())
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let path = "\(plant.folder.path)/bridge.json"
        let text = String(decoding: try Locations.bytes(path), as: UTF8.self)
        func signIn() throws {
            let answer = try ServeApp(door: try served.door, provider: proxy, plant: plant).authorize()
            #expect(answer.values("Location").first?.contains("error=temporarily_unavailable") == true)
        }
        try signIn()
        #expect(proxy.requests == [])
        let proxied = text.replacing(#""listen":"#, with: #""transport": {"proxy": "\#(proxy.origin)"}, "listen":"#)
        for (number, (other, isProxied)) in [(proxied, true), (text, false)].enumerated() {
            try plant.folder.write([UInt8](other.utf8), to: "bridge.json")
            served.send(SIGHUP)
            try served.wait(for: "the configuration was read again", times: number + 1)
            let before = proxy.requests.count
            try signIn()
            #expect((proxy.requests.count > before) == isProxied)
        }
        #expect(proxy.requests.allSatisfy { $0.hasPrefix("CONNECT 127.0.0.1:9 ") }, "\(proxy.requests)")
    }

    @Test("JWKS-03: a provider that is down fails no request that did not fail before, for an unchanged file")
    func providerIsDown() throws {
        let keySet = String(decoding: try Locations.bytes("\(plant.folder.path)/plant-jwks.json"), as: UTF8.self)
        let provider = try ScriptedProvider([
            "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()), "/jwks_uri": (200, keySet),
        ])
        let plant = try ServePlant.folder(provider: provider)
        let text = String(decoding: try Locations.bytes("\(plant.folder.path)/bridge.json"), as: UTF8.self)
        try plant.folder.write(
            [UInt8](text.replacing(#""jwks_file": "plant-jwks.json","#, with: "").utf8), to: "bridge.json")
        let served = try Served(plant.folder, environment: ServePlant.environment)
        #expect(try served.door.post("/token", Door.exchange(plant.token())).status == 200)
        #expect(provider.requests.contains { $0.hasPrefix("GET /jwks_uri ") }, "\(provider.requests)")
        provider.stop()
        for number in 1...2 {
            served.send(SIGHUP)
            try served.wait(for: "the configuration was read again", times: number)
            let answer = try served.door.post(
                "/token", Door.exchange(plant.token(["sub": .string("worker-\(number)")])))
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test("lost sessions are none: what was begun before ends after")
    func keepsSessions() throws {
        let provider = try ScriptedProvider(["/.well-known/openid-configuration": (200, ScriptedProvider.metadata())])
        let plant = try ServePlant.folder(provider: provider)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let started = try served.door.post("/device_authorization", ["client_id": "tv"])
        let code = try #require(started.json["device_code"]?.string)
        served.send(SIGHUP)
        try served.wait(for: "the configuration was read again")
        let poll = try served.door.post("/token", ServeDevice.poll(code))
        #expect(poll.json["error"] == "authorization_pending", "\(poll.text)")
    }

    @Test("under load, no request fails: configuration, key file and TLS certificate change, over and over")
    func underLoad() throws {
        let plant = try ServePlant.folder(
            #""tls": {"certificate": "tls.pem", "key": "tls.key"}, "trusted_proxies": ["127.0.0.0/8"]"#)
        let result = try TokenBridge.bash(
            """
            for name in a b; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.key -out $name.pem \
                    -days 2 -subj /CN=bridge.example -addext subjectAltName=DNS:bridge.example 2> /dev/null || exit 1
            done
            cat a.pem > tls.pem; cat a.key > tls.key; chmod 600 *.key
            """, in: plant.folder)
        #expect(result.status == 0, "\(result.errors)")
        try plant.folder.write(try Locations.bytes("\(Locations.caseFolder("B01"))/sa-mixed.json"), to: "other.json")
        let served = try Served(plant.folder, environment: ServePlant.environment)
        guard case .tcp(let port) = try served.door else { return }
        let load = try TokenBridge.bash(
            #"exec python3 "$1" "$2" "$3" "$4""#,
            ["\(Locations.peers)/service/reload_load.py", String(port), String(served.processID), ServePlant.secret],
            in: plant.folder, seconds: 60)
        let figures = try JSONObject(parsing: load.output, limits: .document)
        #expect(load.status == 0 && figures["failures"] == .array([]), "\(load.text) \(load.errors)")
        #expect((figures["requests"]?.integer ?? 0) > 100, "\(load.text)")
        #expect(figures["certificates"] == 2 && figures["keys"] == 2, "\(load.text)")
        #expect(served.isRunning && !served.text.contains(#""level":"error""#))
    }
}
