import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: hostile callers")
struct ServeHostileTests {
    private let provider: ScriptedProvider
    private let plant: Plant
    private let served: Served
    private let door: Door

    private var app: ServeApp { ServeApp(door: door, provider: provider, plant: plant) }

    init() throws {
        provider = try ScriptedProvider(["/.well-known/openid-configuration": (200, ScriptedProvider.metadata())])
        plant = try ServePlant.folder(provider: provider)
        served = try Served(plant.folder, environment: ServePlant.environment)
        door = try served.door
    }

    private func redeem(_ code: String, client: String = "desktop", verifier: String = ServeApp.verifier) throws
        -> Reply
    {
        try door.post("/token", ServeApp.redemption(code, client: client, verifier: verifier))
    }

    @Test("a token that was exchanged is refused the second time")
    func replayedToken() throws {
        let token = try plant.token(["nonce": nil])
        #expect(try door.post("/token", Door.exchange(token)).status == 200)
        let again = try door.post("/token", Door.exchange(token))
        #expect(again.status == 400 && again.code == "CREDENTIAL_REPLAYED", "\(again.text)")
    }

    @Test("a code is no good to another client, nor with another verifier, nor twice (6749-04)")
    func codeOfAnotherClient() throws {
        let stolen = try redeem(try app.code(), client: "laptop")
        #expect(stolen.status == 400 && stolen.json["error"] == "invalid_grant", "\(stolen.text)")
        let guessed = try redeem(try app.code(), verifier: "another-verifier-of-43-characters-0123456789")
        #expect(guessed.status == 400 && guessed.json["error"] == "invalid_grant")
        let own = try app.code()
        #expect(try redeem(own).status == 200)
        #expect(try redeem(own).json["error"] == "invalid_grant")
    }

    @Test("a device code is no good to another client, and stays good for its own (8628-17)")
    func deviceCodeOfAnotherClient() throws {
        let device = ServeDevice(door: door)
        let (deviceCode, userCode) = try device.start()
        let (page, cookie) = try device.approve(userCode)
        let onward = try ServeDevice.onward(page)
        try app.answerTokens(nonce: onward.parameter("nonce"))
        let back = try door.get("/callback/plant?code=c1&state=\(onward.parameter("state"))", ["Cookie": cookie])
        #expect(back.values("Location") == ["/device/done"], "\(back.head)\(back.text)")
        let stolen = try door.post("/token", ServeDevice.poll(deviceCode, client: "radio"))
        #expect(stolen.status == 400 && stolen.json["error"] == "invalid_grant", "\(stolen.text)")
        let own = try door.post("/token", ServeDevice.poll(deviceCode))
        #expect(own.status == 200 && own.json["uid"] == "plant:worker-7", "\(own.text)")
        #expect(try door.post("/token", ServeDevice.poll(deviceCode)).json["error"] == "invalid_grant")
    }

    @Test("an answer of the provider is no good to another browser, and not twice")
    func foreignCallback() throws {
        let begun = try app.authorize()
        let onward = try #require(URLComponents(string: begun.values("Location").first ?? ""))
        let cookie = try #require(begun.values("Set-Cookie").first?.split(separator: ";").first.map(String.init))
        try app.answerTokens(nonce: onward.parameter("nonce"))
        let address = "/callback/plant?code=the-code-0001&state=\(onward.parameter("state"))"
        let foreign = try door.get(address, ["Cookie": "__Host-bridge=\(String(repeating: "A", count: 43))"])
        #expect(foreign.status >= 400 && foreign.values("Location").isEmpty)
        let without = try door.get(address)
        #expect(without.status >= 400 && without.values("Location").isEmpty)
        _ = try door.get(address, ["Cookie": cookie])
        let again = try door.get(address, ["Cookie": cookie])
        #expect(again.status >= 400 && again.values("Location").isEmpty)
    }

    /// Sends guesses of user codes from one connection; how many were not even looked at.
    private static func guess(_ count: Int, at door: Door, _ address: (Int) -> String) throws -> Int {
        let (cookie, token) = try ServeDevice(door: door).page(try door.get("/device"))
        let letters = [Character]("BCDFGHJKLMNPQRSTVWXZ")
        var random = SeededGenerator(seed: 7)
        var limited = 0
        let wire = try Wire(door)
        for number in 0..<count {
            let guess = String((0..<8).compactMap { _ in letters.randomElement(using: &random) })
            wire.send(
                Door.request(
                    "POST", "/device", ["Cookie": cookie, "X-Forwarded-For": address(number)],
                    form: Door.encoded(["user_code": guess, "csrf_token": token])))
            let reply = try #require(wire.reply())
            #expect([400, 429].contains(reply.status), "\(reply.head)")
            #expect(!reply.text.contains(#"name="decision""#))
            limited += reply.status == 429 ? 1 : 0
        }
        return limited
    }

    @Test(
        "1,000 guesses of a user code find none, forged addresses do not help, and then the right one finds none either"
    )
    func guesses() throws {
        let (_, userCode) = try ServeDevice(door: door).start()
        let (cookie, token) = try ServeDevice(door: door).page(try door.get("/device"))
        #expect(try Self.guess(1000, at: door) { "203.0.113.\($0 % 250)" } > 900)
        #expect(!served.text.contains("203.0.113"))
        #expect(try served.telemetry.get("/metrics").number("user_code_failures_total") == 5)
        let right = try door.post("/device", ["user_code": userCode, "csrf_token": token], ["Cookie": cookie])
        #expect(right.status == 429 && !right.text.contains(#"name="decision""#), "\(right.head)")
    }

    @Test("1,000 guesses through a trusted proxy: a network counts as the proxy names it, and another's person goes on")
    func guessesThroughProxy() throws {
        let plant = try ServePlant.folder(provider: provider, #""trusted_proxies": ["127.0.0.0/8"]"#)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let person = ServeDevice(door: try served.door, caller: "198.51.100.77")
        let (_, userCode) = try person.start()
        // What stands before the proxy's own entry, the guesser has written.
        #expect(try Self.guess(1000, at: try served.door) { "203.0.113.\($0 % 250), 198.51.100.9" } > 900)
        #expect(try served.telemetry.get("/metrics").number("user_code_failures_total") == 5)
        _ = try ServeDevice.onward(try person.approve(userCode).reply)
    }

    @Test("each form is refused without its token, with that of another browser, and from another site")
    func forgedForms() throws {
        let device = ServeDevice(door: door)
        let (deviceCode, userCode) = try device.start()
        let (cookie, token) = try device.page(try door.get("/device"))
        let (otherCookie, otherToken) = try device.page(try door.get("/device"))
        let forged: [(KeyValuePairs<String, String>, KeyValuePairs<String, String>)] = [
            (["user_code": userCode], ["Cookie": cookie]),
            (["user_code": userCode, "csrf_token": token], [:]),
            (["user_code": userCode, "csrf_token": otherToken], ["Cookie": cookie]),
            (["user_code": userCode, "csrf_token": token], ["Cookie": otherCookie]),
            (["user_code": userCode, "csrf_token": token], ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"]),
            (["user_code": userCode, "csrf_token": token], ["Cookie": cookie, "Sec-Fetch-Site": "same-site"]),
            (["user_code": userCode, "decision": "approve"], ["Cookie": cookie]),
            (["user_code": userCode, "decision": "approve", "csrf_token": token], ["Cookie": cookie]),
            (["user_code": userCode, "decision": "approve", "csrf_token": otherToken], ["Cookie": otherCookie]),
        ]
        for (form, fields) in forged {
            let reply = try door.post("/device", form, fields)
            #expect(reply.status >= 400, "\(form) \(fields) \(reply.head)")
            #expect(!reply.text.contains(#"value="approve""#) && !reply.text.contains("authorization_endpoint"))
        }
        let choice = try door.post("/authorize", ["request": "client_id=desktop", "provider": "plant"])
        #expect(choice.status >= 400 && choice.values("Location").isEmpty)
        #expect(
            try door.get("/device?user_code=\(userCode)&decision=approve").text.contains("authorization_endpoint")
                == false)
        #expect(try door.post("/token", ServeDevice.poll(deviceCode)).json["error"] == "authorization_pending")
    }

    @Test(
        "nobody is sent to an address that is not registered",
        arguments: [
            "https://evil.example/callback", "http://127.0.0.1/callback/../evil", "http://127.0.0.1:1/callback#f",
            "http://127.0.0.1.evil.example/callback", "http://user@127.0.0.1/callback", "//evil.example/callback",
            "http://127.0.0.1/callback?x=1", "http://127.0.0.1/Callback", "javascript:alert(1)",
            "http://localhost/callback", "http://[::1]/callback", "http://127.0.0.1\r\nX: y/callback",
        ])
    func openRedirect(address: String) throws {
        for changes in [["redirect_uri": address], ["redirect_uri": address, "response_type": "token"]] {
            let reply = try app.authorize(changes)
            #expect(reply.status >= 400 && reply.values("Location").isEmpty, "\(reply.head)")
            #expect(!reply.head.contains("evil") && reply.values("X").isEmpty)
        }
    }

    @Test(
        "a path in disguise of another host is nothing here",
        arguments: ["//evil.example/device", "/device//evil.example", "/%2fdevice", "/device/../token"])
    func pathRedirect(path: String) throws {
        let reply = try door.get(path)
        #expect(reply.status >= 400 && reply.values("Location").isEmpty, "\(reply.head)")
    }
}
