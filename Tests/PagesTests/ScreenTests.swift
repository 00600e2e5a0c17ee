import Pages
import Testing

@Suite("What the pages say and send")
struct ScreenTests {
    private func status(_ page: some Page) -> Int {
        page.response(in: PageContext(host: "h", language: .english)).status
    }

    @Test("the code's field suits codes, and holds the code of the link without sending it (8628-16)")
    func codeEntry() throws {
        let page = CodeEntryPage(form: try SamplePages.form(), userCode: "WDJB-MJHT")
        let reader = try HTMLReader(SamplePages.text(page))
        let field = try #require(reader.all("input").first { $0["name"] == "user_code" })
        #expect(field["autocomplete"] == "off" && field["autocapitalize"] == "characters")
        #expect(field["inputmode"] == "text" && field["placeholder"] == "____-____" && field["value"] == "WDJB-MJHT")
        #expect(field["aria-invalid"] == nil && field["autofocus"] == nil && field["required"] != nil)
        #expect(reader.all("meta").allSatisfy { $0["http-equiv"] == nil })
        #expect(!reader.tags.contains { $0["value"] == "approve" })
        #expect(status(page) == 200)
    }

    @Test(
        "an error stands beneath the field, belongs to it, and begins the title",
        arguments: CodeEntryPage.Fault.allCases)
    func codeError(fault: CodeEntryPage.Fault) throws {
        let page = CodeEntryPage(form: try SamplePages.form(), userCode: "WDJB-MJHT", fault: fault)
        let reader = try HTMLReader(SamplePages.text(page))
        let field = try #require(reader.all("input").first { $0["name"] == "user_code" })
        #expect(field["aria-invalid"] == "true" && field["aria-describedby"]?.contains("error") == true)
        #expect(field["autofocus"] != nil)
        let position = try #require(reader.tags.firstIndex { $0["id"] == "code" })
        #expect(reader.tags[position + 1]["id"] == "error")
        #expect(reader.text(of: "title").hasPrefix("Error: "))
        #expect(status(page) == 400)
    }

    @Test("a person sees code, client, time and network before deciding (8628-16)")
    func confirmation() throws {
        let page = ConfirmationPage(
            form: try SamplePages.form(), userCode: "WDJB-MJHT", clientName: "Living Room TV", age: 130,
            origin: .otherNetwork("203.0.113.0/24"))
        let reader = try HTMLReader(SamplePages.text(page))
        #expect(reader.text(of: "h1") == "Is this code on your device?")
        #expect(reader.text(of: "bdi") == "bridge.example.comWDJB-MJHTLiving Room TV203.0.113.0/24")
        #expect(reader.text(of: "dd") == "2 minutes ago (not the network you are on now)")
        #expect(reader.all("button").map { $0["name"] } == ["decision", "decision"])
        #expect(reader.all("button").map { $0["value"] } == ["approve", "deny"])
        #expect(reader.all("a").isEmpty && reader.all("form").count == 1)
    }

    @Test(
        "time is told in whole minutes",
        arguments: [
            (-5, "less than a minute ago"), (59, "less than a minute ago"), (60, "1 minute ago"),
            (119, "1 minute ago"), (120, "2 minutes ago"), (3599, "59 minutes ago"), (3600, "more than an hour ago"),
            (Int64.max, "more than an hour ago"), (Int64.min, "less than a minute ago"),
        ])
    func age(seconds: Int64, expected: String) throws {
        let page = ConfirmationPage(
            form: try SamplePages.form(), userCode: "A", clientName: "B", age: seconds, origin: .unknown)
        #expect(try HTMLReader(SamplePages.text(page)).text(of: "dd") == expected)
    }

    @Test(
        "a wait is told in minutes that are enough",
        arguments: [
            (0, "one minute"), (60, "one minute"), (61, "2 minutes"), (290, "5 minutes"), (300, "5 minutes"),
            (-1, "one minute"), (nil, "later"), (Int64.max, "later"), (Int64.min, "one minute"),
        ])
    func wait(seconds: Int64?, expected: String) throws {
        let page = TooManyAttemptsPage(retryAfter: seconds)
        #expect(
            try HTMLReader(SamplePages.text(page)).text(of: "p").contains("try again in \(expected).")
                || expected == "later" && SamplePages.text(page).contains("Please try again later."))
        #expect(status(page) == 429)
    }

    @Test("each provider is a button that sends its identifier")
    func providers() throws {
        let page = ProviderChoicePage(
            form: try SamplePages.form(), clientName: "TV",
            choices: [.init(id: "yahoo", displayName: "Yahoo"), .init(id: "corp", displayName: "Corp & Sons")])
        let reader = try HTMLReader(SamplePages.text(page))
        #expect(reader.all("button").map { $0["name"] } == ["provider", "provider"])
        #expect(reader.all("button").map { $0["value"] } == ["yahoo", "corp"])
        #expect(reader.text(of: "bdi").hasSuffix("YahooCorp & Sons"))
    }

    @Test("the page on the way to a provider goes on by itself, and has a link for those whose browser does not")
    func onward() throws {
        let page = OnwardPage(to: try SamplePages.onward(), providerName: "Yahoo")
        let reader = try HTMLReader(SamplePages.text(page))
        let refresh = try #require(reader.all("meta").first { $0["http-equiv"] == "refresh" })
        #expect(refresh["content"] == "0; url=\(SamplePages.authorization)")
        #expect(reader.all("a").map { $0["href"] } == [SamplePages.authorization])
        #expect(status(page) == 200)
    }

    @Test("no other page goes on by itself")
    func noRefresh() throws {
        for sample in try SamplePages.all() where !sample.name.contains("onward") {
            let reader = try HTMLReader(SamplePages.text(sample.page))
            #expect(reader.all("meta").allSatisfy { $0["http-equiv"] == nil }, "\(sample)")
        }
    }

    @Test("a problem is told with its code and the request's identifier")
    func problem() throws {
        let page = ProblemPage(code: "STATE_INVALID", requestID: "req-1", again: PagePath("/device"))
        let reader = try HTMLReader(SamplePages.text(page))
        #expect(reader.text(of: "bdi") == "bridge.example.comSTATE_INVALIDreq-1")
        #expect(reader.all("a").map { $0["href"] } == ["/device"])
        #expect(status(page) == 400)
        #expect(status(ProblemPage(code: "STATE_INVALID", requestID: "r", status: 409)) == 409)
        #expect(try HTMLReader(SamplePages.text(ProblemPage(code: "X", requestID: "r"))).all("a").isEmpty)
    }

    @Test("an end says what happened, and offers a form or a way on only where there is one")
    func outcomes() throws {
        for outcome in OutcomePage.Outcome.allCases {
            let reader = try HTMLReader(SamplePages.text(OutcomePage(outcome, again: PagePath("/device"))))
            #expect(reader.all("form").isEmpty)
            #expect(reader.all("a").count == (outcome == .expired ? 1 : 0))
        }
        #expect(status(OutcomePage(.signedIn)) == 200 && status(OutcomePage(.rejected)) == 200)
        #expect(status(OutcomePage(.expired)) == 400)
    }
}
