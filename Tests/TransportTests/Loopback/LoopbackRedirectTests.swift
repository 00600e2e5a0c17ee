import Cryptography
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("Loopback redirect (RFC 8252)")
struct LoopbackRedirectTests {
    private static func pending(_ redirect: LoopbackRedirect) throws -> PendingAuthorization {
        PendingAuthorization(
            state: try AuthorizationState(restoring: "state-0123456789-abcdefghij"), nonce: .none,
            proofKey: .withoutProofKey(because: .unknownToProvider), redirectURI: redirect.redirectURI,
            responseMode: .query, issuer: .notAnnounced)
    }

    private static func port(_ redirect: LoopbackRedirect) throws -> UInt16 {
        try #require(redirect.redirectURI.text.split(separator: ":").last.flatMap { UInt16($0.prefix { $0 != "/" }) })
    }

    private static func request(_ line: String, _ redirect: LoopbackRedirect, host: String? = nil) throws -> String {
        let authority = redirect.redirectURI.text.dropFirst("http://".count).prefix { $0 != "/" }
        return "\(line) HTTP/1.1\r\nHost: \(host ?? String(authority))\r\n\r\n"
    }

    @Test("case B41: only the GET of the redirect path with our state ends the wait, and its code is decoded once")
    func takesOneResponse() async throws {
        let redirect = try LoopbackRedirect(path: "/cb")
        #expect(redirect.redirectURI.text.hasPrefix("http://127.0.0.1:"))
        let state = "state-0123456789-abcdefghij"
        let lines = [
            "GET /favicon.ico", "GET /", "HEAD /cb?code=x&state=\(state)", "POST /cb?code=x&state=\(state)",
            "GET /cb", "GET /cb?%zz", "GET /cb?a=1&a=2", "GET /cb?code=%00", "GET /cbx?code=x&state=\(state)",
            "GET /cb?code=x&state=other-0123456789-abcdefghij",
            "GET /cb?code=x", "GET /cb?code=4%2F0AbC%2BdE&state=\(state)",
        ]
        let browser = try Browser(lines.map { try Self.request($0, redirect) }, port: Self.port(redirect))
        let response = try await redirect.response(to: Self.pending(redirect), within: .seconds(60))
        let statuses = try await browser.statuses()
        #expect(statuses.dropLast().allSatisfy { !$0.contains("200") })
        #expect(statuses.last == "HTTP/1.1 200 OK")
        #expect(response.grant.code.secretText == "4/0AbC+dE")
    }

    @Test("a request for another host is turned away, whatever it brings")
    func refusesOtherHosts() async throws {
        let redirect = try LoopbackRedirect(path: "/cb")
        let line = "GET /cb?code=x&state=state-0123456789-abcdefghij"
        let browser = try Browser(
            [
                Self.request(line, redirect, host: "evil.example"), "\(line) HTTP/1.1\r\n\r\n", "garbage", "",
                Self.request(line, redirect),
            ], port: Self.port(redirect))
        let response = try await redirect.response(to: Self.pending(redirect), within: .seconds(60))
        let statuses = try await browser.statuses()
        #expect(statuses == ["HTTP/1.1 404 Not Found", "HTTP/1.1 404 Not Found", "", "", "HTTP/1.1 200 OK"])
        #expect(response.grant.code.secretText == "x")
    }

    @Test("a refusal with our state ends the wait and is told")
    func tellsRefusal() async throws {
        let redirect = try LoopbackRedirect(path: "/cb")
        let pending = try Self.pending(redirect)
        let line = "GET /cb?error=access_denied&state=state-0123456789-abcdefghij"
        let browser = try Browser([Self.request(line, redirect)], port: Self.port(redirect))
        do throws(OAuthClientError) {
            _ = try await redirect.response(to: pending, within: .seconds(60))
            Issue.record("a refusal was taken for a response")
        } catch {
            #expect(error.refusal == .denied)
        }
        #expect(try await browser.statuses() == ["HTTP/1.1 400 Bad Request"])
    }

    @Test("a wait that is over says so, and a port that is taken cannot be shared")
    func ends() async throws {
        let redirect = try LoopbackRedirect(path: "/cb")
        let pending = try Self.pending(redirect)
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) {
            try await redirect.response(to: pending, within: .milliseconds(50))
        }
        let port = try Self.port(redirect)
        #expect(throws: OAuthClientError(.transportNotUsable, "")) { try LoopbackRedirect(port: port, path: "/cb") }
        #expect(throws: OAuthClientError.self) { try LoopbackRedirect(path: "cb") }
    }
}
