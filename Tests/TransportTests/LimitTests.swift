import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Limits of size and time")
struct LimitTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    private func get(_ path: String, bytes: Int = HTTPRequest.standardAnswerBytes) throws -> HTTPRequest {
        .get(try server.url(path), maximumAnswerBytes: bytes)
    }

    @Test("takes a body of exactly the limit", arguments: ["/bytes/1000", "/gzip/1000"])
    func exactly(path: String) async throws {
        #expect(try await Transports.make().send(get(path, bytes: 1000)).body.count == 1000)
    }

    @Test(
        "refuses a body of one byte more, a gzip bomb and a body without end",
        arguments: ["/bytes/1001", "/gzip/1001", "/gzip/20000000", "/endless"])
    func tooLarge(path: String) async throws {
        let error = try await Transports.failure(of: get(path, bytes: 1000), over: Transports.make())
        #expect(error.code == .answerTooLarge)
        #expect(error.reason.hasSuffix("\(path) failed (receive): the body is longer than 1000 bytes"))
    }

    @Test("counts the bytes of the fields")
    func fields() async throws {
        let transport = try Transports.make()
        #expect(try await transport.send(get("/fields/16000")).fields.count == 161)
        let error = try await Transports.failure(of: get("/fields/17000"), over: transport)
        #expect(error.code == .answerTooLarge)
        #expect(error.reason.hasSuffix("failed (receive): the fields are too long"))
    }

    @Test(
        "one deadline holds against a server that is slow, silent or trickles",
        arguments: ["/slow/1", "/hang", "/trickle-body", "/trickle-head"])
    func deadline(path: String) async throws {
        let transport = try Transports.make(deadline: .milliseconds(300), maximumHeaderBytes: 1 << 20)
        let error = try await Transports.failure(of: get(path, bytes: 1 << 20), over: transport)
        #expect(error.code == .providerUnavailable)
        #expect(error.reason.hasSuffix("failed (receive): there was no whole answer in time"))
        #expect(try await server.waits(for: "closed"))
        // The server's clock: the tasks of a whole test run do not get their turn at once.
        let begin = try #require(server.time(of: "request"))
        let end = try #require(server.time(of: "closed"))
        #expect(0.25..<0.9 ~= end - begin || path == "/slow/1")
    }

    @Test("the deadline runs while a request waits for its turn")
    func waiting() async throws {
        let transport = try Transports.make(deadline: .milliseconds(300), maximumTransfers: 1)
        let request = try Transports.post(server.url("/hang"))
        var reasons: [String] = []
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 {
                group.addTask { try await Transports.failure(of: request, over: transport).reason }
            }
            for try await reason in group { reasons.append(reason) }
        }
        #expect(reasons.allSatisfy { $0.hasSuffix("there was no whole answer in time") })
        #expect(reasons.contains { $0.contains("failed (wait): ") })
        #expect(server.count("request") < 10)
    }

    @Test("a request that waits for its turn gets it")
    func turns() async throws {
        let transport = try Transports.make(maximumTransfers: 2)
        let request = try get("/slow/0.01")
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 { group.addTask { try await transport.send(request).text } }
            for try await text in group { #expect(text == "slow") }
        }
        #expect(server.count("connection") <= 2)
    }
}
