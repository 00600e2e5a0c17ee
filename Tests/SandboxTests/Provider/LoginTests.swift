import BridgeTesting
import HTTPServer
import OAuthClient
import StrictJSON
import Testing

@Suite("Sandbox provider: the login page")
struct LoginTests {
    private let desk: ProviderBench

    init() throws {
        desk = try ProviderBench()
    }

    private func page(_ changes: [String: String] = [:]) async throws -> Reply {
        await desk.bench.call("GET", "/authorize", query: try ProviderBench.query(changes))
    }

    private func handle(_ page: Reply) throws -> String {
        let parts = page.text.split(separator: "name=\"login\" value=\"")
        return String(try #require(parts.dropFirst().first).prefix { $0 != "\"" })
    }

    private func answer(_ handle: String, _ decision: String, user: String = "ada") async throws -> Reply {
        try await desk.bench.form("/authorize", ["login": handle, "decision": decision, "user": user])
    }

    @Test("6749-4.1: a person approves, and the client gets a code, its state and the issuer (9207)")
    func approve() async throws {
        let page = try await page()
        #expect(page.status == 200)
        #expect(page.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        let reply = try await answer(handle(page), "approve")
        #expect(reply.status == 303)
        let address = try #require(reply.headers["Location"])
        #expect(address.hasPrefix("\(ProviderBench.redirect)?code="))
        let parameters = try ProviderBench.parameters(of: address)
        #expect(parameters["state"] == "st4te")
        #expect(parameters["iss"] == "http://127.0.0.1:9099")
        let code = try #require(parameters["code"])
        #expect(try await desk.redeem(code).status == 200)
    }

    @Test("a person declines, and the client is told so")
    func deny() async throws {
        let reply = try await answer(handle(try await page()), "deny")
        let parameters = try ProviderBench.parameters(of: try #require(reply.headers["Location"]))
        #expect(parameters["error"] == "access_denied")
        #expect(parameters["state"] == "st4te")
        #expect(parameters["code"] == nil)
    }

    @Test("a page is answered once, and not when it is too old")
    func once() async throws {
        let handle = try handle(try await page())
        _ = try await answer(handle, "deny")
        #expect(try await answer(handle, "approve").status == 400)
        let old = try self.handle(try await page())
        desk.bench.clock.advance(by: 600)
        #expect(try await answer(old, "approve").headers["Location"] == nil)
    }

    @Test("nobody signs in who is not known, and no decision is none")
    func strangers() async throws {
        let handle = try handle(try await page())
        #expect(try await answer(handle, "approve", user: "mallory").headers["Location"] == nil)
        #expect(try await answer(handle, "perhaps").status == 400)
        #expect(try await answer(handle, "approve").status == 303)
    }

    @Test(
        "a client or an address that is not registered leads nowhere",
        arguments: [
            ["client_id": "unknown"], ["client_id": ""], ["redirect_uri": ""],
            ["redirect_uri": "https://evil.example/callback"], ["redirect_uri": "http://127.0.0.1:54321/other"],
            ["redirect_uri": "http://127.0.0.1:54321/callback/"],
            ["redirect_uri": "http://127.0.0.1.evil.example/callback"],
            ["redirect_uri": "http://127.0.0.1:54321@evil.example/callback"],
            ["redirect_uri": "http://127.0.0.1:/callback"],
            ["redirect_uri": "https://127.0.0.1/callback"], ["redirect_uri": "http://localhost:54321/callback"],
            ["redirect_uri": "http://127.0.0.1:54321/callback?x=1"],
            ["redirect_uri": "http://127.0.0.1:999999/callback"],
        ])
    func nowhere(changes: [String: String]) async throws {
        let reply = try await page(changes)
        #expect(reply.status == 400)
        #expect(reply.headers["Location"] == nil)
    }

    @Test("8252-7.3: any port of a loopback address is the registered one", arguments: ["", ":1", ":65535"])
    func ports(port: String) async throws {
        #expect(try await page(["redirect_uri": "http://127.0.0.1\(port)/callback"]).status == 200)
    }

    @Test(
        "other faults are told to the client",
        arguments: [
            (["response_type": "token"], "unsupported_response_type"),
            (["response_type": ""], "unsupported_response_type"),
            (["response_mode": "fragment"], "invalid_request"), (["prompt": "none"], "login_required"),
            (["code_challenge_method": "plain"], "invalid_request"), (["code_challenge_method": ""], "invalid_request"),
            (["code_challenge": "short"], "invalid_request"), (["request": "x"], "request_not_supported"),
            (["request_uri": "https://x.example"], "request_uri_not_supported"),
            (
                ["client_id": "sandbox-device", "code_challenge": "", "code_challenge_method": ""],
                "invalid_request"
            ),
        ])
    func faults(changes: [String: String], error: String) async throws {
        let reply = try await page(changes)
        #expect(reply.status == 303)
        let parameters = try ProviderBench.parameters(of: try #require(reply.headers["Location"]))
        #expect(parameters["error"] == error)
        #expect(parameters["state"] == "st4te")
    }

    @Test("a parameter twice is a fault of the request")
    func twice() async throws {
        let query = try ProviderBench.query() + "&state=other"
        #expect(await desk.bench.call("GET", "/authorize", query: query).status == 400)
    }

    @Test("what others wrote is escaped on the page")
    func escaping() async throws {
        let text = try await page(["login_hint": #""><script>alert(1)</script>"#]).text
        #expect(!text.contains("<script"))
        #expect(text.contains("&quot;&gt;&lt;script&gt;"))
    }

    @Test("a program without a person answers in the same way, and is told of the same faults")
    func withoutPerson() throws {
        #expect(throws: SandboxError.self) { try desk.code(as: "mallory") }
        #expect(throws: SandboxError.self) { try desk.code(["redirect_uri": "https://evil.example/"]) }
        let denied = try desk.provider.answer(
            authorizationRequest: "http://127.0.0.1:9099/authorize?\(ProviderBench.query())", as: nil)
        #expect(try ProviderBench.parameters(of: denied)["error"] == "access_denied")
    }
}
