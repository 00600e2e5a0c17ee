import HTTPServer
import Testing

@Suite("Requests and responses")
struct MessageTests {
    @Test("The path and the query reach the handler as they were sent")
    func target() async throws {
        try await TestServer.run { server in
            let head = "Host: x\r\nConnection: close\r\n\r\n"
            for (target, words) in [
                ("/a%2Fb%00%41", "/a%2Fb%00%41 -"), ("/?", "/ "), ("/a?b=%26&c=d+e&b=", "/a b=%26&c=d+e&b="),
                ("/a?b?c", "/a b?c"), ("//x/../y", "//x/../y -"), ("/+", "/+ -"),
            ] {
                let response = try await server.response(to: "GET \(target) HTTP/1.1\r\n\(head)")
                #expect(response.text.hasPrefix("GET \(words) network"))
            }
        }
    }

    @Test("Fields reach the handler in their order, without space around their values")
    func fields() async throws {
        let handler = ClosureHandler { request in
            let lines = request.headers.fields.map { "\($0.name)=\($0.value)|" }
            return ServerResponse(status: 200, body: Array(lines.joined().utf8))
        }
        try await TestServer.run(handler: handler) { server in
            let response = try await server.response(
                to: "GET / HTTP/1.1\r\nHost:x\r\nb: \t 1 2\t \r\nA:\r\nB:3\r\nConnection: close\r\n\r\n")
            #expect(response.text == "Host=x|b=1 2|A=|B=3|Connection=close|")
        }
    }

    @Test("HEAD tells the length and sends no body")
    func head() async throws {
        try await TestServer.run { server in
            let port = server.port
            let (head, next) = try await onThread {
                let client = try RawClient(port: port)
                client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
                return (try client.response(isHead: true), try client.response())
            }
            #expect(head?.status == 200)
            #expect(Int(try #require(head?.values("Content-Length").first)) ?? 0 > 0)
            #expect(next?.text.hasPrefix("GET /b") == true)
        }
    }

    @Test("Every response has a date, and just one length")
    func framing() async throws {
        let handler = ClosureHandler { _ in
            ServerResponse(
                status: 200,
                headers: HeaderFields([
                    .init("Content-Length", "99"), .init("Transfer-Encoding", "chunked"), .init("date", "never"),
                    .init("Set-Cookie", "a"), .init("Set-Cookie", "b"), .init("Connection", "upgrade"),
                    .init("Upgrade", "x"),
                ]), body: [65])
        }
        try await TestServer.run(handler: handler) { server in
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.values("Content-Length") == ["1"])
            #expect(response.values("Transfer-Encoding").isEmpty)
            #expect(response.values("Upgrade").isEmpty)
            #expect(response.values("Set-Cookie") == ["a", "b"])
            #expect(response.values("Date").count == 1)
            #expect(response.values("Date").first?.hasSuffix("GMT") == true)
        }
    }

    @Test(
        "A response that would be split is a 500 without any of it",
        arguments: [
            HeaderFields.Field("A", "b\r\nSet-Cookie: c"), .init("A", "b\nc"), .init("A", "b\rc"), .init("A", "b\u{0}"),
            .init("A\r\nB", "c"), .init("A:", "b"), .init("A b", "c"), .init("", "b"), .init("A", "b\u{1B}"),
            .init("A", "b\u{7F}"), .init("Ä", "b"), .init("A", "\r\n\r\nbody"),
        ])
    func splitting(_ field: HeaderFields.Field) async throws {
        let handler = ClosureHandler { _ in
            ServerResponse(
                status: 200, headers: HeaderFields([.init("Location", "/kept"), field]), body: Array("secret".utf8))
        }
        try await TestServer.run(handler: handler) { server in
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.status == 500)
            #expect(response.values("Location").isEmpty)
            #expect(response.values("Set-Cookie").isEmpty)
            #expect(!response.text.contains("secret"))
        }
    }

    @Test("A status that is no final one is a 500", arguments: [0, -1, 99, 100, 101, 199, 600, 999, 1000, 1 << 40])
    func status(_ status: Int) async throws {
        try await TestServer.run(handler: ClosureHandler { _ in ServerResponse(status: status) }) { server in
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.status == 500)
        }
    }

    @Test("Responses that have no body are sent without one", arguments: [204, 304])
    func bodyless(_ status: Int) async throws {
        let handler = ClosureHandler { request in
            ServerResponse(status: request.path == "/next" ? 200 : status, body: Array("not sent".utf8))
        }
        try await TestServer.run(handler: handler) { server in
            let requests = "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            let found = try await server.responses(to: Array(requests.utf8), count: 2)
            #expect(found.map(\.status) == [status, 200])
        }
    }

    @Test("A caller that asks is told to go on before its body")
    func expect100() async throws {
        try await TestServer.run { server in
            let port = server.port
            let (first, second) = try await onThread {
                let client = try RawClient(port: port)
                client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
                let first = try client.response()
                client.send("ab")
                return (first, try client.response())
            }
            #expect(first?.status == 100)
            #expect(second?.status == 200)
            #expect(second?.text.hasSuffix(" ab") == true)
        }
    }

    @Test("Requests that are sent at once are answered in their order")
    func pipelining() async throws {
        let handler = ClosureHandler { request in
            // The first takes longest.
            try? await Task.sleep(for: .milliseconds(request.path == "/0" ? 50 : 0))
            return ServerResponse(status: 200, body: Array(request.path.utf8))
        }
        try await TestServer.run(handler: handler) { server in
            let requests = (0..<50).map { "POST /\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" }.joined()
            let found = try await server.responses(to: Array(requests.utf8), count: 50)
            #expect(found.map(\.text) == (0..<50).map { "/\($0)" })
        }
    }

    @Test("A handler can end the connection")
    func close() async throws {
        let handler = ClosureHandler { _ in
            ServerResponse(status: 200, headers: HeaderFields([.init("Connection", "Close")]))
        }
        try await TestServer.run(handler: handler) { server in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            let found = try await server.responses(to: Array((request + request).utf8), count: 2)
            #expect(found.count == 1)
            #expect(found.first?.values("Connection") == ["close"])
        }
    }

    @Test("A long response arrives whole")
    func longResponse() async throws {
        let body = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await TestServer.run(handler: ClosureHandler { _ in ServerResponse(status: 200, body: body) }) { server in
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.body == body)
        }
    }
}
