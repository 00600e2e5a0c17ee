import Bridge
import BridgeServer
import StrictJSON
import Testing

@Suite("RFC 8628 as the server")
struct DeviceRuleTests {
    @Test("8628-09: the answer has what the RFC asks for, and nobody keeps it")
    func start() async throws {
        let stage = try TestService()
        let answer = try await stage.startDevice()
        #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
        for name in ["device_code", "user_code", "verification_uri"] { #expect(answer.member(name) != nil) }
        #expect(answer.json["expires_in"]?.integer == 600 && answer.json["interval"]?.integer == 5)
        #expect(try await stage.startDevice("nobody").status == 401)
        #expect(try await stage.startDevice("desktop").error == "unauthorized_client")
        #expect(try await stage.send("GET", "/device_authorization?client_id=tv").status == 405)
    }

    @Test("8628-10: the address is short and without the code; the complete one is apart")
    func addresses() async throws {
        let answer = try await TestService().startDevice()
        let code = try #require(answer.member("user_code"))
        #expect(answer.member("verification_uri") == "https://bridge.test/device")
        #expect(answer.member("verification_uri_complete") == "https://bridge.test/device?user_code=\(code)")
    }

    @Test("8628-11: eight letters without vowels, in two halves")
    func alphabet() async throws {
        let stage = try TestService()
        for _ in 0..<10 {
            let code = try #require(try await stage.startDevice().member("user_code"))
            let letters = code.utf8.filter { $0 != UInt8(ascii: "-") }
            #expect(code.utf8.count == 9 && letters.count == 8 && Array(code.utf8)[4] == UInt8(ascii: "-"))
            #expect(letters.allSatisfy { "BCDFGHJKLMNPQRSTVWXZ".utf8.contains($0) })
        }
    }

    @Test("8628-12: what a person types is read without blanks, hyphens and case")
    func typed() async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("user_code"))
        for typed in [code.lowercased(), " \(code.replacing("-", with: " ")) ", code.replacing("-", with: "\u{2013}")] {
            var browser = TestBrowser(stage)
            let question = try await browser.submit(browser.get("/device"), [("user_code", typed)])
            #expect(question.status == 200 && question.text.contains(code), "\(typed)")
        }
    }

    @Test("8628-14: after five wrong codes nothing more is looked at, not even a right one")
    func guesses() async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("user_code"))
        var browser = TestBrowser(stage)
        for number in 0..<5 {
            let wrong = "BBBB-BBB\(["B", "C", "D", "F", "G"][number])"
            #expect(try await browser.submit(browser.get("/device"), [("user_code", wrong)]).status == 400)
        }
        let locked = try await browser.submit(browser.get("/device"), [("user_code", code)])
        #expect(locked.status == 429 && locked["Retry-After"] != nil)
        // Another browser of the same network is no new origin; another network is one.
        var second = TestBrowser(stage)
        #expect(try await second.submit(second.get("/device"), [("user_code", code)]).status == 429)
        var elsewhere = TestBrowser(stage)
        elsewhere.address = "192.0.2.1"
        #expect(try await elsewhere.submit(elsewhere.get("/device"), [("user_code", code)]).status == 200)
    }

    @Test("8628-15: a right code does not forget the wrong ones of its network")
    func success() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        for number in 0..<5 {
            let wrong = "BBBB-BBB\(["B", "C", "D", "F", "G"][number])"
            #expect(try await browser.submit(browser.get("/device"), [("user_code", wrong)]).status == 400)
            guard number < 4 else { break }
            let code = try #require(try await stage.startDevice().member("user_code"))
            #expect(try await browser.submit(browser.get("/device"), [("user_code", code)]).status == 200)
        }
        #expect(try await browser.submit(browser.get("/device"), [("user_code", "BBBB-BBBH")]).status == 429)
    }

    @Test("8628-16: the complete address shows the code and decides nothing; the question has two buttons")
    func question() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        let code = try #require(started.member("user_code"))
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device?user_code=\(code)")
        #expect(try entry.fields().contains { $0 == ("user_code", code) })
        #expect(try await stage.poll(try #require(started.member("device_code"))).error == "authorization_pending")
        let question = try await browser.submit(entry)
        #expect(try question.page().all("button").compactMap { $0["value"] } == ["approve", "deny"])
        #expect(question.text.contains("tv") && question.text.contains("198.51.100.7"))
    }

    @Test("8628-17: pending; too fast is slow_down, and the interval stays longer for good")
    func polling() async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("device_code"))
        #expect(try await stage.poll(code).error == "authorization_pending")
        stage.clock.advance(4)
        #expect(try await stage.poll(code).error == "slow_down")
        stage.clock.advance(9)
        #expect(try await stage.poll(code).error == "slow_down")
        stage.clock.advance(15)
        #expect(try await stage.poll(code).error == "authorization_pending")
        stage.clock.advance(14)
        let answer = try await stage.poll(code)
        #expect(answer.status == 400 && answer.error == "slow_down" && answer["Retry-After"] == "20")
        stage.clock.advance(600)
        #expect(try await stage.poll(code).error == "expired_token")
    }

    @Test("8628-17: a bridge may ask for other intervals, also after a reload, but for none that makes no sense")
    func interval() async throws {
        let stage = try TestService(deviceInterval: 2)
        let next = try TestService.configuration(in: stage.folder)
        try stage.service.reload(next, keys: TestService.keys(stage.clock))
        let answer = try await stage.startDevice()
        #expect(answer.json["interval"]?.integer == 2)
        let code = try #require(answer.member("device_code"))
        #expect(try await stage.poll(code).error == "authorization_pending")
        stage.clock.advance(2)
        #expect(try await stage.poll(code).error == "authorization_pending")
        stage.clock.advance(1)
        #expect(try await stage.poll(code).error == "slow_down")
        for interval in [0, -1, 61] as [Int64] {
            #expect(throws: BridgeError.self) { try TestService(deviceInterval: interval) }
        }
    }

    @Test("8628-18: only the client that asked gets an answer, by the grant of the RFC")
    func otherClient() async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("device_code"))
        let other = try await stage.poll(code, "kiosk")
        #expect(other.status == 400 && other.error == "invalid_grant")
        let bare = try await stage.post("/token", "grant_type=device_code&device_code=\(code)&client_id=tv")
        #expect(bare.error == "unsupported_grant_type")
        let missing = try await stage.post("/token", "grant_type=\(TestService.deviceCode)&client_id=tv")
        #expect(missing.error == "invalid_request")
        #expect(try await stage.poll(code).error == "authorization_pending")
    }

    @Test("8628-19: one token for a code, whoever asks at once")
    func once() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        let code = try #require(started.member("device_code"))
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<8 { group.addTask { try await stage.poll(code) } }
            return try await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.error == "invalid_grant" } == 7)
        // Others may have been signed and noted at the same time, and thrown away.
        #expect(try 1...8 ~= stage.auditLines().count)
    }

    @Test("8628-20: the metadata names the endpoint, where a client has the grant")
    func metadata() async throws {
        let document = try await TestService().send("GET", "/.well-known/oauth-authorization-server")
        #expect(document.member("device_authorization_endpoint") == "https://bridge.test/device_authorization")
    }

    @Test("8628-21: starts are limited by network, with the time to wait")
    func starts() async throws {
        let stage = try TestService()
        for _ in 0..<20 { #expect(try await stage.startDevice().status == 200) }
        let limited = try await stage.startDevice()
        #expect(limited.status == 429 && limited["Retry-After"] != nil && limited.code == "RATE_LIMITED")
        let elsewhere = try await stage.post("/device_authorization", "client_id=tv", from: "192.0.2.1")
        #expect(elsewhere.status == 200)
    }

    @Test("8628-22: an unknown, a used and a foreign code are one answer")
    func sameAnswer() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice("kiosk", "&provider=corp")
        let foreign = try await stage.poll(try #require(started.member("device_code")))
        let own = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let onward = try await browser.approve(try #require(own.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
        #expect(try await stage.poll(try #require(own.member("device_code"))).status == 200)
        let used = try await stage.poll(try #require(own.member("device_code")))
        let unknown = try await stage.poll("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        #expect(foreign.text == unknown.text && used.text == unknown.text)
        #expect(unknown.status == 400 && unknown.error == "invalid_grant")
    }
}
