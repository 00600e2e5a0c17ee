import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Answers over libcurl")
struct AnswerTests {
    private let server: LoopbackServer
    private let transport: CurlTransport

    init() throws {
        server = try LoopbackServer()
        transport = try Transports.make()
    }

    @Test("gives status, fields in order and body")
    func wholeAnswer() async throws {
        let response = try await transport.send(.get(server.url("/ok")))
        #expect(response.status == 200)
        #expect(response.text == "hello")
        #expect(response.fields.map(\.name) == ["Content-Length", "X-First", "x-second", "X-First"])
        #expect(response.fields.map(\.value) == ["5", "1", "2", "3"])
    }

    @Test("sends method, path and query as they are, our fields, our name, and no more")
    func request() async throws {
        let fields = [
            HTTPField(name: "Authorization", value: "Bearer canary"), HTTPField(name: "X-Empty", value: ""),
        ]
        let response = try await transport.send(
            Transports.post(server.url("/echo/../echo/x?q=%2F&r"), fields: fields, body: "a=1&b=\u{0}2"))
        let lines = response.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "POST /echo/../echo/x?q=%2F&r HTTP/1.1")
        #expect(
            lines.dropFirst().prefix { !$0.isEmpty }.sorted() == [
                "Accept-Encoding: gzip", "Accept: */*", "Authorization: Bearer canary", "Content-Length: 8",
                "Content-Type: application/x-www-form-urlencoded", "Host: 127.0.0.1:\(server.port)",
                "User-Agent: custom-token-bridge/1.2.3", "X-Empty:",
            ])
        #expect(response.text.hasSuffix("\n\na=1&b=\u{0}2"))
    }

    @Test("sends DELETE with a body and without one, and no content type that nobody stated")
    func delete() async throws {
        let type = HTTPField(name: "Content-Type", value: "application/json")
        let url = try server.url("/echo")
        let full = try await transport.send(.delete(url, fields: [type], body: Array("{}".utf8)))
        #expect(full.text.hasPrefix("DELETE /echo HTTP/1.1\n"))
        #expect(full.text.contains("\nContent-Type: application/json\n"))
        #expect(full.text.hasSuffix("\n\n{}"))
        let empty = try await transport.send(.delete(url, fields: []))
        #expect(empty.text.hasPrefix("DELETE /echo HTTP/1.1\n"))
        #expect(empty.text.hasSuffix("\n\n"))
        #expect(!empty.text.contains("Content-Length"))
        let post = try await transport.send(.post(url, fields: [], body: []))
        #expect(post.text.hasPrefix("POST /echo HTTP/1.1\n"))
        for text in [empty.text, post.text] { #expect(!text.contains("Content-Type")) }
    }

    @Test("sends a DELETE once, whatever is answered", arguments: [500, 502, 503])
    func deleteOnce(status: Int) async throws {
        let response = try await transport.send(.delete(server.url("/status/\(status)"), fields: []))
        #expect(response.status == status)
        #expect(server.count("request") == 1)
    }

    @Test("sends a body that is empty, and one of 100,000 bytes without waiting for leave", arguments: [0, 100_000])
    func bodies(count: Int) async throws {
        let body = String(repeating: "a", count: count)
        let response = try await transport.send(
            .post(server.url("/length"), fields: [], body: Array(body.utf8)))
        #expect(response.text == "\(count) False")
    }

    @Test("gives an answer of any status as it is", arguments: [204, 301, 302, 307, 400, 401, 404, 429, 500, 999])
    func statuses(status: Int) async throws {
        let response = try await transport.send(Transports.post(server.url("/status/\(status)")))
        #expect(response.status == status)
        #expect(response["retry-after"] == "7")
        #expect(server.count("request") == 1)
    }

    @Test("follows no redirect, for a GET neither")
    func redirect() async throws {
        let response = try await transport.send(.get(server.url("/status/302")))
        #expect(response.status == 302)
        #expect(response["LOCATION"] == "/ok")
        #expect(server.count("request") == 1)
    }

    @Test("leaves interim answers and trailers out")
    func interimAndTrailer() async throws {
        let interim = try await transport.send(.get(server.url("/interim")))
        #expect(interim.status == 200)
        #expect(interim["X-Early"] == nil)
        #expect(interim["X-Final"] == "1")
        let trailer = try await transport.send(.get(server.url("/trailer")))
        #expect(trailer.text == "hello")
        #expect(trailer["X-Trailer"] == nil)
    }

    @Test("joins a field that goes on over lines")
    func folded() async throws {
        #expect(try await transport.send(.get(server.url("/folded")))["x-folded"] == "one two three")
    }

    @Test("puts chunks together and decodes gzip")
    func codings() async throws {
        #expect(try await transport.send(.get(server.url("/chunked"))).text == "hello, chunks")
        #expect(try await transport.send(.get(server.url("/gzip/1000"))).body == Array(repeating: 0x61, count: 1000))
    }

    @Test(
        "takes no damaged or foreign answer",
        arguments: [
            "/short", "/chunked-cut", "/gzip-broken", "/encoding/x-rot13", "/encoding/gzip", "/old", "/close",
        ])
    func damaged(path: String) async throws {
        let error = try await Transports.failure(of: Transports.post(server.url(path)), over: transport)
        #expect(error.code == .providerUnavailable)
        #expect(error.isTemporary)
        #expect(error.reason.contains("POST http://127.0.0.1:\(server.port)\(path) failed (receive): "))
    }

    @Test("what follows an answer beyond its length is not the next answer")
    func smuggled() async throws {
        for _ in 0..<3 {
            let first = try await transport.send(Transports.post(server.url("/excess")))
            #expect(first.text == "hello")
            let second = try await transport.send(Transports.post(server.url("/chunked")))
            #expect(second.text == "hello, chunks")
            #expect(second["X-Evil"] == nil)
        }
    }
}
