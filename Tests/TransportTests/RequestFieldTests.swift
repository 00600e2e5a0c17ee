import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Fields that are not sent")
struct RequestFieldTests {
    @Test(
        "a value with a line break, a null or another control character is refused, and not quoted",
        arguments: [
            "a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b", "\r\n", "a\u{1B}[0m", "a\u{7F}", "a\r\n\r\nGET / HTTP/1.1",
        ])
    func values(value: String) async throws {
        let server = try LoopbackServer()
        let field = HTTPField(name: "Authorization", value: "canary" + value)
        let error = try await Transports.failure(
            of: .get(server.url("/ok"), fields: [field]), over: Transports.make())
        #expect(error.code == .requestNotAllowed)
        #expect(!error.reason.contains("canary"))
        #expect(server.events.isEmpty)
    }

    @Test(
        "a name that is no token, or is the transport's own, is refused",
        arguments: [
            "", "X Y", "X:", "X\r\nY", "X\u{0}", "Grüße", "Host", "content-LENGTH", "Transfer-Encoding", "Connection",
            "Expect", "User-Agent", "Accept-Encoding",
        ])
    func names(name: String) async throws {
        let server = try LoopbackServer()
        let error = try await Transports.failure(
            of: .get(server.url("/ok"), fields: [HTTPField(name: name, value: "1")]), over: Transports.make())
        #expect(error.code == .requestNotAllowed)
        #expect(server.events.isEmpty)
    }

    @Test("a version that has no place in User-Agent is refused", arguments: ["", "1 2", "1\r\nX: 1", "1\u{0}", "ü"])
    func versions(version: String) {
        #expect(throws: OAuthClientError(.transportNotUsable, "")) {
            try CurlTransport(
                TransportConfiguration(version: version, proxy: .none), pause: RetryPause(random: FixedRandom(byte: 0)))
        }
    }

    @Test("limits of nothing are refused")
    func limits() {
        for configuration in [
            TransportConfiguration(version: "1", proxy: .none, deadline: .zero),
            TransportConfiguration(version: "1", proxy: .none, connectDeadline: .seconds(-1)),
            TransportConfiguration(version: "1", proxy: .none, maximumHeaderBytes: 0),
            TransportConfiguration(version: "1", proxy: .none, maximumTransfers: 0),
        ] {
            #expect(throws: OAuthClientError(.transportNotUsable, "")) {
                try CurlTransport(configuration, pause: RetryPause(random: FixedRandom(byte: 0)))
            }
        }
    }
}
