import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: faults around it")
struct ServeFaultTests {
    private static func exchange(_ token: String) -> KeyValuePairs<String, String> {
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": "tv", "provider": "plant",
            "subject_token": token, "subject_token_type": "urn:ietf:params:oauth:token-type:refresh_token",
        ]
    }

    @Test(
        "a provider that is down, late or trickling is answered 503 with Retry-After, and holds up nobody else",
        arguments: ["down", "late", "trickling", "error"])
    func provider(kind: String) throws {
        let provider = try ScriptedProvider()
        let plant = try ServePlant.folder(provider: provider)
        let metadata =
            ("/.well-known/openid-configuration", (200, ScriptedProvider.metadata())) as (String, (Int64, String))
        let tokens = PlantServer.tokens(try plant.token())
        try provider.answer([metadata.0: metadata.1, "/token_endpoint": (200, tokens)])
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let door = try served.door
        #expect(try door.post("/token", Self.exchange("a-refresh-token-0001")).status == 200)
        switch kind {
        case "down": provider.stop()
        case "late":
            try provider.answer(
                [metadata.0: metadata.1, "/token_endpoint": (200, tokens)],
                ScriptedProvider.Pace(slowness: 20000, gap: 0))
        case "trickling":
            try provider.answer(
                [metadata.0: metadata.1, "/token_endpoint": (200, tokens)],
                ScriptedProvider.Pace(slowness: 0, gap: 100))
        default: try provider.answer([metadata.0: metadata.1, "/token_endpoint": (500, "<html>sorry</html>")])
        }
        let wire = try Wire(door)
        wire.send(Door.request("POST", "/token", form: Door.encoded(Self.exchange("a-refresh-token-0002"))))
        for _ in 0..<5 { #expect(try door.mint().status == 200) }
        let reply = try #require(wire.reply())
        #expect(reply.status == 503 && reply.code == "PROVIDER_UNAVAILABLE", "\(reply.head)\(reply.text)")
        #expect(!reply.values("Retry-After").isEmpty && !reply.text.contains("sorry"))
        #expect(try served.telemetry.get("/healthz/ready").status == 200)
    }

    @Test("PostgreSQL that stops is answered 503 and readiness says so; when it is back, all goes on by itself")
    func postgreSQL() throws {
        let server = try ServePostgreSQL()
        let plant = try ServePlant.folder(#""store": "postgresql:///postgres?host=\#(server.folder)&user=bridge""#)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let device = ServeDevice(door: try served.door)
        let (code, _) = try device.start()
        try server.tell("stop")
        let refused = try served.door.post("/token", ServeDevice.poll(code))
        #expect(refused.status == 503 && !refused.values("Retry-After").isEmpty, "\(refused.head)\(refused.text)")
        #expect(!refused.text.contains(server.folder), "\(refused.text)")
        #expect(try served.telemetry.get("/healthz/ready").status == 503)
        #expect(try served.telemetry.get("/healthz/live").status == 200)
        #expect(try served.door.mint().status == 200)
        try server.tell("start")
        let deadline = Date(timeIntervalSinceNow: 15)
        while try served.telemetry.get("/healthz/ready").status != 200, Date() < deadline {
            Thread.sleep(forTimeInterval: 0.05)
        }
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
        #expect(try served.door.post("/token", ServeDevice.poll(code)).json["error"] == "authorization_pending")
        #expect(try device.start().userCode.count == 9)
    }

    @Test(
        "a full disk is answered 503 and readiness says so; with room again, all goes on",
        .enabled(if: ServeDisk.isPossible, "no file system can be mounted here"))
    func fullDisk() throws {
        let disk = try ServeDisk()
        let plant = try ServePlant.folder(#""store": "sqlite:\#(disk.path)/bridge.db""#)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let device = ServeDevice(door: try served.door)
        let (code, _) = try device.start()
        try disk.fill()
        var refusals = 0
        for _ in 0..<400 {
            let reply = try served.door.post("/device_authorization", ["client_id": "tv"])
            #expect([200, 429, 503].contains(reply.status), "\(reply.head)\(reply.text)")
            #expect((reply.status == 200) == (reply.json["device_code"] != nil))
            #expect(!reply.text.contains(disk.path))
            refusals += reply.status == 503 ? 1 : 0
            if refusals > 3 { break }
        }
        #expect(refusals > 0)
        #expect(try served.telemetry.get("/healthz/ready").status == 503)
        #expect(try served.door.mint().status == 200)
        try disk.empty()
        #expect(try served.telemetry.get("/healthz/ready").status == 200)
        #expect(try served.door.post("/token", ServeDevice.poll(code)).json["error"] == "authorization_pending")
    }

    @Test("two bridges on one SQLite file: a sign-in that one has begun ends at the other; a token is used up for both")
    func twoBridges() throws {
        let provider = try ScriptedProvider(["/.well-known/openid-configuration": (200, ScriptedProvider.metadata())])
        let plant = try ServePlant.folder(provider: provider)
        let one = try Served(plant.folder, log: "one", environment: ServePlant.environment)
        let two = try Served(plant.folder, log: "two", environment: ServePlant.environment)
        let (deviceCode, userCode) = try ServeDevice(door: try one.door).start()
        let (page, cookie) = try ServeDevice(door: try two.door).approve(userCode)
        let onward = try ServeDevice.onward(page)
        try provider.answer([
            "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()),
            "/token_endpoint": (
                200, PlantServer.tokens(try plant.token(["nonce": .string(onward.parameter("nonce"))]))
            ),
        ])
        let back = try one.door.get("/callback/plant?code=c1&state=\(onward.parameter("state"))", ["Cookie": cookie])
        #expect(back.values("Location") == ["/device/done"], "\(back.head)\(back.text)")
        let doors = [try one.door, try two.door]
        let polls = Threads.run(count: 8) { number in
            (try? doors[number % 2].post("/token", ServeDevice.poll(deviceCode)))?.status ?? 0
        }
        #expect(polls.filter { $0 == 200 }.count == 1 && polls.filter { $0 == 400 }.count == 7, "\(polls)")
        let token = try plant.token(["nonce": nil, "sub": "worker-8"])
        let uses = Threads.run(count: 8) { number in
            (try? doors[number % 2].post("/token", Door.exchange(token)))?.status ?? 0
        }
        #expect(uses.filter { $0 == 200 }.count == 1 && uses.filter { $0 == 400 }.count == 7, "\(uses)")
    }

    @Test("kill -9 in the middle of 500 requests: no token is used twice, no session is lost that was answered")
    func killed() throws {
        let plant = try ServePlant.folder(#""trusted_proxies": ["127.0.0.0/8"]"#)
        let tokens = try (0..<250).map { try plant.token(["sub": .string("worker-\($0)")]) }
        let first = try Served(plant.folder, environment: ServePlant.environment)
        let door = try first.door
        let answers = Threads.run(count: 10) { thread in
            (0..<25).map { number -> (device: String?, exchanged: Bool) in
                let index = thread * 25 + number
                if thread == 0, number == 12 { first.send(SIGKILL) }
                let caller = "10.0.\(thread).\(number)"
                let device = try? door.post("/device_authorization", ["client_id": "tv"], ["X-Forwarded-For": caller])
                let exchange = try? door.post("/token", Door.exchange(tokens[index]), ["X-Forwarded-For": caller])
                return (device?.json["device_code"]?.string, exchange?.status == 200)
            }
        }.flatMap { $0 }
        #expect(try first.end() == -SIGKILL)
        let second = try Served(plant.folder, log: "log2", environment: ServePlant.environment)
        let wire = try Wire(try second.door)
        var kept = 0
        for (index, answer) in answers.enumerated() {
            let caller = "10.1.\(index / 250).\(index % 250)"
            if let code = answer.device {
                wire.send(
                    Door.request(
                        "POST", "/token", ["X-Forwarded-For": caller], form: Door.encoded(ServeDevice.poll(code))))
                #expect(wire.reply()?.json["error"] == "authorization_pending")
                kept += 1
            }
            guard answer.exchanged else { continue }
            wire.send(
                Door.request(
                    "POST", "/token", ["X-Forwarded-For": caller], form: Door.encoded(Door.exchange(tokens[index]))))
            #expect(wire.reply()?.code == "CREDENTIAL_REPLAYED")
        }
        #expect(kept > 10 && kept < 250, "\(kept)")
        // A token whose answer was lost may be used up, but only once more at most.
        for (index, answer) in answers.enumerated() where !answer.exchanged {
            let uses = (0..<2).map { _ in
                (try? second.door.post("/token", Door.exchange(tokens[index]), ["X-Forwarded-For": "10.2.0.1"]))?.status
            }
            #expect(uses[1] == 400 || uses[1] == 429, "\(uses)")
        }
    }
}
