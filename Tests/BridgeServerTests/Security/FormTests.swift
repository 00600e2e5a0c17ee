import BridgeServer
import HTTPServer
import StrictJSON
import Testing

@Suite("Forms are taken only from the browser and the page that they were shown in")
struct FormTests {
    /// Each step that a form leads to, with the fields of a right form.
    private static func forms(_ browser: inout TestBrowser, _ stage: TestService) async throws -> [(
        Answer, [(String, String)]
    )] {
        let code = try #require(try await stage.startDevice("kiosk").member("user_code"))
        let entry = try await browser.get("/device")
        let question = try await browser.submit(entry, [("user_code", code)])
        let choice = try await browser.submit(question, [("decision", "approve")])
        let apps = try await browser.get(
            AuthorizeFlowTests.target(["client_id": "chooser", "redirect_uri": "https://app.test/done"]))
        return [
            (entry, [("user_code", code)]), (question, [("decision", "approve")]), (question, [("decision", "deny")]),
            (choice, [("provider", "corp")]), (apps, [("provider", "corp")]),
        ]
    }

    @Test("without a token, or with another's, nothing is done")
    func token() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let forms = try await Self.forms(&browser, stage)
        var stranger = TestBrowser(stage)
        stranger.address = "192.0.2.44"
        let foreign = try #require(
            try await stranger.get("/device").fields().first { $0.0 == "csrf_token" }?.1)
        for (page, fields) in forms {
            for token in ["", foreign, String(repeating: "A", count: 43)] {
                let answer = try await browser.submit(page, fields + [("csrf_token", token)])
                #expect(answer.status == 400, "\(fields) \(token)")
                #expect(answer["Location"] == nil && !answer.text.contains("http-equiv=\"refresh\""))
            }
        }
    }

    @Test("with another browser's cookie, or none, nothing is done")
    func cookie() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let forms = try await Self.forms(&browser, stage)
        for (page, fields) in forms {
            var stranger = TestBrowser(stage)
            _ = try await stranger.get("/device")
            var nobody = TestBrowser(stage)
            for answer in [try await stranger.submit(page, fields), try await nobody.submit(page, fields)] {
                #expect(answer.status == 400, "\(fields)")
                #expect(answer["Location"] == nil && !answer.text.contains("http-equiv=\"refresh\""))
            }
        }
    }

    @Test("a code that comes without a cookie of ours is not even looked up (8628-14)", arguments: [[], ["approve"]])
    func noLookUp(decision: [String]) async throws {
        let stage = try TestService()
        let code = try #require(try await stage.startDevice().member("user_code"))
        let telemetry = TelemetryService(stage.service)
        for guess in [code, "BBBB-BBBB"] {
            for cookie in [nil, "__Host-bridge=short", "bridge=\(String(repeating: "A", count: 43))"] {
                let form =
                    [("user_code", guess), ("csrf_token", String(repeating: "A", count: 43))]
                    + decision.map { ("decision", $0) }
                let answer = try await stage.post(
                    "/device", TestService.form(form), cookie.map { [("Cookie", $0)] } ?? [])
                #expect(answer.status == 400 && answer.text.contains("STATE_INVALID"), "\(guess)")
            }
        }
        let metrics = await telemetry.response(to: .init(method: "GET", path: "/metrics", peer: .local))
        #expect(Answer(response: metrics).text.contains("\nbridge_user_code_failures_total 0\n"))
    }

    @Test("a form that the browser says is another site's is refused", arguments: ["cross-site", "same-site", "odd"])
    func otherSite(site: String) async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        for (page, fields) in try await Self.forms(&browser, stage) {
            let answer = try await browser.submit(page, fields, [("Sec-Fetch-Site", site)])
            #expect(answer.status == 400, "\(fields)")
            let twice = try await browser.submit(
                page, fields, [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", site)])
            #expect(twice.status == 400, "\(fields)")
        }
    }

    @Test("a right form with a right cookie goes on")
    func right() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let forms = try await Self.forms(&browser, stage)
        for (page, fields) in forms {
            let answer = try await browser.submit(page, fields, [("Sec-Fetch-Site", "same-origin")])
            // The code was approved, and then denied: there is no more to choose a provider for.
            let isOver = fields[0].0 == "provider" && page.text == forms[3].0.text
            #expect(isOver ? answer.status == 400 : [200, 303].contains(answer.status), "\(fields) \(answer.status)")
        }
    }

    @Test("a token of one step is none of another")
    func purpose() async throws {
        let stage = try TestService()
        var browser = TestBrowser(stage)
        let forms = try await Self.forms(&browser, stage)
        func token(_ index: Int) throws -> String {
            try #require(try forms[index].0.fields().first { $0.0 == "csrf_token" }?.1)
        }
        #expect(try token(0) != token(1) && token(0) != token(4))
        let confused = try await browser.submit(forms[4].0, forms[4].1 + [("csrf_token", try token(0))])
        #expect(confused.status == 400)
        let question = try await browser.submit(forms[1].0, forms[1].1 + [("csrf_token", try token(0))])
        #expect(question.status == 400)
    }

    @Test("GET decides nothing, whatever stands in the address")
    func get() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let question = try await browser.submit(
            browser.get("/device"), [("user_code", try #require(started.member("user_code")))])
        let fields = try question.fields() + [("decision", "approve")]
        let answer = try await browser.get("/device?\(TestService.form(fields))")
        #expect(answer.status == 200 && !answer.text.contains("http-equiv=\"refresh\""))
        #expect(try await stage.poll(try #require(started.member("device_code"))).error == "authorization_pending")
    }

    @Test("a form with the right token is not taken from a page of another origin, whatever else the browser tells")
    func origin() async throws {
        let stage = try TestService()
        for field in [
            "https://evil.example", "http://bridge.test", "https://bridge.test.evil.example", "https://bridge.test:444",
            "https://bridge.test/", "HTTPS://BRIDGE.TEST", "", "https://bridge.test, https://evil.example", "nul",
        ] {
            var browser = TestBrowser(stage)
            let forms = try await Self.forms(&browser, stage)
            for (page, fields) in forms {
                let answer = try await browser.submit(page, fields, [("Origin", field)])
                #expect(answer.status == 400 && answer.code == nil, "\(field)")
                #expect(answer.text.contains("STATE_INVALID") && answer["Location"] == nil, "\(field)")
            }
        }
        // Each of them counts, in whichever order they come.
        for fields in [["https://bridge.test", "https://evil.example"], ["https://evil.example", "null"]] {
            var browser = TestBrowser(stage)
            for (page, form) in try await Self.forms(&browser, stage) {
                let answer = try await browser.submit(page, form, fields.map { ("Origin", $0) })
                #expect(answer.status == 400 && answer.text.contains("STATE_INVALID"), "\(fields)")
            }
        }
        for own in [["https://bridge.test"], ["null"], [], ["null", "https://bridge.test"]] {
            var browser = TestBrowser(stage)
            let code = try #require(try await stage.startDevice("kiosk").member("user_code"))
            let entry = try await browser.get("/device")
            let answer = try await browser.submit(entry, [("user_code", code)], own.map { ("Origin", $0) })
            #expect(answer.status == 200, "\(own)")
        }
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device")
        let code = try #require(try await stage.startDevice("kiosk").member("user_code"))
        let host = [("Host", "127.0.0.1:8080"), ("Origin", "http://127.0.0.1:8080")]
        #expect(try await browser.submit(entry, [("user_code", code)], host).status == 200)
        let other = [("Host", "127.0.0.1:8080"), ("Origin", "http://127.0.0.1:8081")]
        #expect(try await browser.submit(entry, [("user_code", code)], other).status == 400)
    }
}
