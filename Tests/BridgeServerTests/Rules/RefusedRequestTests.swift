import BridgeServer
import HTTPServer
import Operations
import StrictJSON
import Testing

@Suite("What the server refuses by itself is answered in the form of its route, and leaves a trace")
struct RefusedRequestTests {
    private static func refuse(
        _ stage: TestService, _ cause: RefusedRequest.Cause, _ path: String?, _ headers: [(String, String)] = []
    ) throws -> Answer {
        let peer = PeerAddress.network(try #require(NetworkAddress("192.0.2.5")))
        let fields = HeaderFields(headers.map { HeaderFields.Field($0.0, $0.1) })
        return Answer(
            response: stage.service.response(
                toRefused: RefusedRequest(cause, path: path, headers: fields, peer: peer)))
    }

    @Test("ERR-01: OAuth's JSON, problem+json or a page, by the path", arguments: RefusedRequest.Cause.allCases)
    func form(_ cause: RefusedRequest.Cause) throws {
        let stage = try TestService(issuer: "https://bridge.test/auth")
        for path in ["/token", "/device_authorization", "/auth/token"] {
            let answer = try Self.refuse(stage, cause, path)
            #expect(answer.status == cause.status && answer["Content-Type"] == "application/json", "\(path)")
            #expect(answer.error == (cause.status == 503 ? "temporarily_unavailable" : "invalid_request"))
            #expect(answer.code == cause.code && answer.member("error_description") == cause.reason)
            #expect(answer.json["title"] == nil && answer["Cache-Control"] == "no-store")
        }
        for path in ["/openapi.json", "/.well-known/jwks.json", "/nothing", "/token/", "*", "", nil] {
            let answer = try Self.refuse(stage, cause, path)
            #expect(answer.status == cause.status && answer["Content-Type"] == "application/problem+json")
            #expect(answer.error == nil && answer.code == cause.code && answer.member("detail") == cause.reason)
        }
        for path in ["/device", "/device/done", "/authorize", "/callback/corp", "/callback/nobody"] {
            let answer = try Self.refuse(stage, cause, path)
            #expect(answer.status == cause.status, "\(path)")
            #expect(answer["Content-Type"]?.hasPrefix("text/html") == true && answer.text.contains(cause.code))
            #expect(answer["Content-Security-Policy"] != nil && answer["Set-Cookie"] == nil)
        }
        for path in ["/token", "/device", "/nothing", nil] {
            let answer = try Self.refuse(stage, cause, path)
            #expect((answer["Retry-After"] != nil) == (cause.status == 503))
            #expect(answer.all("X-Request-Id").count == 1)
        }
    }

    @Test("it is counted, and logged with its caller, but for what its handler counts; a flood does not flood the log")
    func traces() async throws {
        let stage = try TestService()
        for cause in RefusedRequest.Cause.allCases {
            for _ in 0..<500 { _ = try Self.refuse(stage, cause, "/token") }
        }
        let text = Answer(
            response: await TelemetryService(stage.service).response(
                to: ServerRequest(method: "GET", path: "/metrics", peer: .local))
        ).text
        // Stopping and overload are both 503; what was out of time is counted by its handler.
        for (status, count) in [("400", 500), ("413", 500), ("414", 500), ("431", 500), ("503", 1000)] {
            #expect(
                text.contains(#"bridge_http_requests_total{route="none",code="\#(status)"} \#(count)"#), "\(status)")
        }
        #expect(text.contains("bridge_http_requests_in_flight 0"))
        for cause in RefusedRequest.Cause.allCases {
            let lines = stage.sink.lines.filter { $0.contains(#""\#(cause.code)""#) }
            #expect((10..<400).contains(lines.count), "\(cause): \(lines.count)")
            #expect(lines.allSatisfy { $0.contains("192.0.2.5") && $0.contains(#""request_id":"#) })
        }
    }

    @Test("a page of an allowed origin may read why; another may not")
    func origins() throws {
        let stage = try TestService(#""cors_origins": ["https://app.test"]"#)
        let own = try Self.refuse(stage, .overloaded, "/token", [("Origin", "https://app.test")])
        #expect(own["Access-Control-Allow-Origin"] == "https://app.test")
        for (path, origin) in [
            ("/token", "https://other.test"), ("/device", "https://app.test"), (nil, "https://app.test"),
        ]
            as [(String?, String)]
        {
            let answer = try Self.refuse(stage, .overloaded, path, [("Origin", origin)])
            #expect(answer["Access-Control-Allow-Origin"] == nil, "\(origin)")
        }
    }
}
