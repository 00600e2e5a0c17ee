import HTTPServer
import Testing

/// The ways in which bytes arrive (B49).
@Suite("However a request arrives (B49)")
struct DeliveryTests {
    private static let json =
        "{\"provider\":\"test\",\"id_token\":\"\(String(repeating: "eyJhbGciOiJSUzI1NiJ9.", count: 30))\"}"
    private static let whole =
        "POST /token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n"
        + json

    @Test("it is the same request", arguments: [1, 2, 3, 7, 100, 1440])
    func pieces(_ size: Int) async throws {
        try await TestServer.run { server in
            let port = server.port
            let response = try await onThread {
                let client = try RawClient(port: port)
                client.send(Array(Self.whole.utf8), piece: size)
                return try client.response()
            }
            #expect(response?.status == 200)
            #expect(response?.text.hasSuffix(" \(Self.json)") == true)
        }
    }

    @Test("its fields are checked the same way", arguments: [1, 2, 5, 1000])
    func longHeadInPieces(_ size: Int) async throws {
        let fields = (0..<150).map { "Field-\($0): \(String(repeating: "v", count: 80))\r\n" }.joined()
        try await TestServer.run { server in
            let port = server.port
            let statuses = try await onThread {
                try [fields, fields + "A: b\n", fields + " c\r\n", fields + "A: b\u{0}\r\n"].map { fields in
                    let client = try RawClient(port: port)
                    client.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8), piece: size)
                    return try client.response()?.status
                }
            }
            #expect(statuses == [200, 400, 400, 400])
        }
    }

    @Test("chunks make the same body", arguments: [1, 7, 64, 10_000])
    func chunks(_ size: Int) async throws {
        var rest = Self.json.utf8[...]
        var body = ""
        while !rest.isEmpty {
            let part = String(decoding: rest.prefix(size), as: UTF8.self)
            body += "\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n"
            rest = rest.dropFirst(size)
        }
        let request = "POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)0\r\n\r\n"
        try await TestServer.run { server in
            let response = try await server.response(to: request)
            #expect(response.status == 200)
            #expect(response.text.hasSuffix(" \(Self.json)"))
        }
    }

    @Test("what follows a body that was announced shorter is no request that succeeds")
    func lyingLength() async throws {
        var configuration = HTTPServerConfiguration.patient
        configuration.idleDeadline = .milliseconds(500)
        try await TestServer.run(configuration) { server in
            let request = "POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n\(Self.json)"
            let found = try await server.responses(to: Array(request.utf8), count: 2)
            #expect(found.first?.text.hasSuffix(" \(Self.json.prefix(10))") == true)
            #expect(found.dropFirst().allSatisfy { $0.status == 400 })
        }
    }

    @Test("a body of 99 MB is refused before it comes, and the caller that sends it nevertheless sees why")
    func hugeBody() async throws {
        try await TestServer.run { server in
            let port = server.port
            let head = "POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n"
            let (announced, isTaken, sent) = try await onThread {
                let patient = try RawClient(port: port)
                patient.send(head)
                let announced = try patient.response()
                let hasty = try RawClient(port: port)
                hasty.send(head)
                let part = [UInt8](repeating: 97, count: 50_000)
                let sent = try hasty.response()
                return (announced, (0..<20).allSatisfy { _ in hasty.send(part) }, sent)
            }
            #expect(announced?.status == 413)
            #expect(announced?.values("Connection") == ["close"])
            #expect(isTaken)
            #expect(sent?.status == 413)
        }
    }

    @Test("a chunk far too long is answered when it ends")
    func longChunk() async throws {
        try await TestServer.run { server in
            let head = "POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let body = "1E8480\r\n" + String(repeating: "a", count: 2_000_000) + "\r\n0\r\n\r\n"
            let found = try await server.responses(to: Array((head + body).utf8), count: 2)
            #expect(found.map(\.status) == [413])
        }
    }

    @Test("callers that hang up at once do not end the server")
    func hangUps() async throws {
        let handler = ClosureHandler { _ in
            try? await Task.sleep(for: .milliseconds(1))
            return ServerResponse(status: 200, body: [UInt8](repeating: 65, count: 100_000))
        }
        try await TestServer.run(handler: handler) { server in
            let port = server.port
            try await onThread {
                for index in 0..<200 {
                    let client = try RawClient(port: port)
                    client.send(Array(Self.whole.utf8.prefix(index % 2 == 0 ? 100_000 : index)))
                    if index % 3 == 0 { client.hangUp() }
                }
            }
            let response = try await server.response(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(response.body.count == 100_000)
            #expect(await eventually { server.server.connections <= 1 && server.server.requestsInFlight == 0 })
        }
    }
}
