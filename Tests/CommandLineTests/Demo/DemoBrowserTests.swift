import CustomTokenBridge
import OAuthClient
import TestSupport
import Testing

@testable import token_bridge

@Suite("demo: its browser")
struct DemoBrowserTests {
    private static let form = """
        <html><h1>Ask &amp; answer</h1><form method="post" action="next">
        <input type="hidden" name="token" value="a&quot;b"><input name="user" value="nobody">
        <button name="decision" value="approve">Yes</button><button name="decision" value="deny">No</button></form>
        """

    private static func page(_ html: String, _ status: Int = 200, _ fields: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: fields.map { HTTPField(name: $0.0, value: $0.1) }, body: [UInt8](html.utf8))
    }

    private func browser(_ server: ScriptedPages) -> DemoBrowser {
        DemoBrowser(transport: server, answers: ["user": "ada", "decision": "approve"])
    }

    @Test("a form is sent with what it holds, what the person enters, and the one button that is pressed")
    func form() async throws {
        let server = ScriptedPages { request in
            request.method == .get ? Self.page(Self.form) : Self.page("<h1>Done</h1>")
        }
        var browser = browser(server)
        var headings: [String] = []
        let last = try await browser.follow("http://127.0.0.1:1/a/b?c=d") { headings.append($0.heading) }
        #expect(headings == ["Ask & answer", "Done"] && last.address == "http://127.0.0.1:1/a/next")
        #expect(
            server.requests == [
                "GET http://127.0.0.1:1/a/b?c=d ",
                "POST http://127.0.0.1:1/a/next token=a%22b&user=ada&decision=approve",
            ])
    }

    @Test("redirects and pages that lead on by themselves are followed; addresses are shown without their parameters")
    func onward() async throws {
        let server = ScriptedPages { request in
            switch request.url.text {
            case "http://127.0.0.1:1/": Self.page("", 303, [("Location", "/two?code=secret")])
            case "http://127.0.0.1:1/two?code=secret":
                Self.page(#"<meta http-equiv="refresh" content="0; url=http://127.0.0.1:2/x?a=1&amp;b=2"><h1>Two</h1>"#)
            default: Self.page("<h1>End</h1>")
            }
        }
        var browser = browser(server)
        var shown: [String] = []
        _ = try await browser.follow("http://127.0.0.1:1/") { shown.append($0.address) }
        #expect(shown == ["http://127.0.0.1:1/two", "http://127.0.0.1:2/x"])
        #expect(server.requests.last == "GET http://127.0.0.1:2/x?a=1&b=2 ")
    }

    @Test("cookies go back to the origin that set them, and to no other")
    func cookies() async throws {
        let server = ScriptedPages { request in
            switch request.url.text {
            case "http://127.0.0.1:1/":
                Self.page("", 303, [("Location", "/b"), ("Set-Cookie", "a=1; Path=/; HttpOnly")])
            case "http://127.0.0.1:1/b": Self.page("", 303, [("Location", "http://127.0.0.1:2/")])
            default: Self.page("<h1>End</h1>")
            }
        }
        var browser = browser(server)
        _ = try await browser.follow("http://127.0.0.1:1/") { _ in }
        #expect(server.cookies == [nil, "a=1", nil])
    }

    @Test("pages that lead round in circles end it, and so does a form that was refused")
    func circles() async throws {
        var round = browser(ScriptedPages { _ in Self.page("", 303, [("Location", "/")]) })
        await #expect { try await round.follow("http://127.0.0.1:1/") { _ in } } throws: { error in
            (error as? Failure)?.code == "DEMO_FAILED"
        }
        let server = ScriptedPages { _ in Self.page(Self.form, 400) }
        var refused = browser(server)
        #expect(try await refused.follow("http://127.0.0.1:1/") { _ in }.status == 400)
        #expect(server.requests.count == 1)
    }

    @Test(
        "no address elsewhere is opened without encryption, and none that is no address",
        arguments: ["http://example.com/", "ftp://127.0.0.1/", "http://127.0.0.1@example.com/"])
    func elsewhere(address: String) async throws {
        let server = ScriptedPages { _ in Self.page("", 303, [("Location", address)]) }
        var browser = browser(server)
        await #expect(throws: OAuthClientError.self) { try await browser.follow("http://127.0.0.1:1/") { _ in } }
        #expect(server.requests.count == 1)
    }
}
