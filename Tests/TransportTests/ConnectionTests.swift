import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Connections")
struct ConnectionTests {
    @Test("says that a connection was refused")
    func refused() async throws {
        let gone = try EndpointURL("http://127.0.0.1:1/ok?code=canary")
        let error = try await Transports.failure(of: .get(gone), over: Transports.make())
        #expect(error.code == .providerUnavailable)
        #expect(error.reason == "GET http://127.0.0.1:1/ok failed (connect): the connection was refused")
    }

    @Test("50 requests at once are answered, and 50 more need no new connection")
    func reuse() async throws {
        let server = try LoopbackServer()
        let transport = try Transports.make()
        let url = try server.url("/ok")
        for _ in 0..<2 {
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await transport.send(.get(url)).text } }
                for try await text in group { #expect(text == "hello") }
            }
        }
        #expect(server.count("request") == 100)
        #expect(server.count("connection") <= 50)
        #expect(server.count("closed") == 0)
    }

    @Test("one connection serves requests that come one after another, POSTs too")
    func sequence() async throws {
        let server = try LoopbackServer()
        let transport = try Transports.make()
        for _ in 0..<5 {
            _ = try await transport.send(.get(server.url("/ok")))
            _ = try await transport.send(Transports.post(server.url("/echo")))
        }
        #expect(server.count("connection") == 1)
    }

    @Test(
        "plain http is refused for a name that is not this machine's",
        arguments: ["example.com", "127.0.0.1.nip.io", "10.0.0.1", "128.0.0.1", "[::2]"])
    func plainElsewhere(host: String) {
        #expect(throws: OAuthClientError(.addressNotAllowed, "")) { try EndpointURL("http://\(host)/") }
    }

    @Test("goes by name to this machine")
    func localhost() async throws {
        let server = try LoopbackServer()
        #expect(try await Transports.make().send(.get(server.url("/ok", host: "localhost"))).status == 200)
    }
}
