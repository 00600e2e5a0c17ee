import Testing

@testable import BridgeServer

@Suite("Pages name clients and providers as the configuration does")
struct DisplayNameTests {
    private static let client = #"The <b>"TV" & co."#
    private static let escaped = "The &lt;b&gt;&quot;TV&quot; &amp; co."

    /// A service in which `kiosk`, `chooser` and the provider `other` have names.
    private static func named() throws -> TestService {
        let stage = try TestService()
        let name = #""name": "The <b>\"TV\" & co.", "#
        let text = try Fixture.text(stage)
            .replacing(#""kiosk": {"#, with: #""kiosk": {\#(name)"#)
            .replacing(#""chooser": {"#, with: #""chooser": {\#(name)"#)
            .replacing(#""other": {"#, with: #""other": {"name": "Our Staff", "#)
        try Fixture.take(text, in: stage)
        return stage
    }

    @Test("8628-16: the question and the choice of a device have them, as text")
    func device() async throws {
        let stage = try Self.named()
        var browser = TestBrowser(stage)
        let code = try #require(try await stage.startDevice("kiosk").member("user_code"))
        let question = try await browser.submit(browser.get("/device"), [("user_code", code)])
        #expect(question.text.contains(Self.escaped) && !question.text.contains(Self.client))
        #expect(!question.text.contains("kiosk"))
        let choice = try await browser.submit(question, [("decision", "approve")])
        #expect(choice.text.contains(Self.escaped) && choice.text.contains("Our Staff"))
        let onward = try await browser.submit(choice, [("provider", "other")])
        #expect(onward.text.contains("Our Staff"))
    }

    @Test("the choice of an app has them, and who has none is named by the identifier")
    func app() async throws {
        let target = AuthorizeFlowTests.target(["client_id": "chooser", "redirect_uri": "https://app.test/done"])
        var browser = TestBrowser(try Self.named())
        let choice = try await browser.get(target)
        #expect(choice.text.contains(Self.escaped) && choice.text.contains("Our Staff"))
        #expect(!choice.text.contains("chooser</") && choice.text.contains("<bdi>corp</bdi>"))
        var other = TestBrowser(try TestService())
        let plain = try await other.get(target)
        #expect(plain.text.contains("<bdi>chooser</bdi>") && plain.text.contains("<bdi>other</bdi>"))
    }
}
