import HTTPServer
import Testing

@Suite("Which other sites' scripts may call (CORS)")
struct OriginTests {
    private static let paths = [
        "/token", "/device_authorization", "/.well-known/jwks.json", "/.well-known/oauth-authorization-server",
    ]

    private static func fields(_ answer: Answer) -> [String] {
        answer.response.headers.fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("access-control-") }
    }

    @Test("nobody, where no origin is configured", arguments: paths)
    func none(path: String) async throws {
        let stage = try TestService()
        for method in ["GET", "POST", "OPTIONS"] {
            let answer = try await stage.send(
                method, path, [("Origin", "https://app.test"), ("Access-Control-Request-Method", "POST")])
            #expect(Self.fields(answer) == [])
        }
    }

    @Test("a configured origin may, and is told so beforehand; with no credentials of the browser", arguments: paths)
    func allowed(path: String) async throws {
        let stage = try TestService(#""cors_origins": ["https://app.test"]"#)
        let origin = ("Origin", "https://app.test")
        let preflight = try await stage.send("OPTIONS", path, [origin, ("Access-Control-Request-Method", "POST")])
        #expect(preflight.status == 204 && preflight["Access-Control-Allow-Origin"] == "https://app.test")
        #expect(preflight["Access-Control-Allow-Methods"] != nil && preflight["Vary"] == "Origin")
        #expect(preflight["Access-Control-Allow-Credentials"] == nil)
        for method in ["GET", "POST"] {
            let answer = try await stage.send(method, path, [origin])
            #expect(answer["Access-Control-Allow-Origin"] == "https://app.test" && answer["Vary"] == "Origin")
            #expect(answer["Access-Control-Allow-Credentials"] == nil)
        }
    }

    @Test(
        "an origin that is not configured may not, however like it is",
        arguments: [
            "https://app.test.evil.test", "https://evil.test", "http://app.test", "https://app.test:444", "null",
            "https://APP.test", "https://app.test/", "*",
        ])
    func foreign(origin: String) async throws {
        let stage = try TestService(#""cors_origins": ["https://app.test"]"#)
        for path in Self.paths {
            for method in ["GET", "POST", "OPTIONS"] {
                let answer = try await stage.send(
                    method, path, [("Origin", origin), ("Access-Control-Request-Method", "POST")])
                #expect(Self.fields(answer) == [] && answer.status != 204, "\(path)")
            }
        }
        let twice = try await stage.send("POST", "/token", [("Origin", "https://app.test"), ("Origin", origin)])
        #expect(Self.fields(twice) == [])
    }
}
