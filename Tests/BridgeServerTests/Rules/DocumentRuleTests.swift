import Cryptography
import HTTPServer
import StrictJSON
import Testing

@Suite("The published documents and the form of errors")
struct DocumentRuleTests {
    @Test("8414-01: the well-known path comes between host and path, without the slash at the end")
    func path() async throws {
        let well = "/.well-known/oauth-authorization-server"
        #expect(try await TestService().send("GET", well).status == 200)
        for issuer in ["https://bridge.test/auth", "https://bridge.test/auth/"] {
            let stage = try TestService(issuer: issuer)
            let answer = try await stage.send("GET", "\(well)/auth")
            #expect(answer.status == 200 && answer.member("issuer") == issuer)
            #expect(answer.member("token_endpoint") == "https://bridge.test/auth/token")
            #expect(try await stage.send("GET", "\(well)/other").status == 404)
            #expect(try await stage.send("GET", "\(well)/auth/").status == 404)
        }
    }

    @Test("8414-03: issuer and response types, no empty list, JSON with 200")
    func metadata() async throws {
        let answer = try await TestService().send("GET", "/.well-known/oauth-authorization-server")
        #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
        #expect(answer.member("issuer") == "https://bridge.test")
        #expect(answer.json["response_types_supported"]?.array == ["code"])
        for name in answer.json.names { #expect(answer.json[name]?.array?.isEmpty != true, "\(name)") }
        #expect(answer.json["code_challenge_methods_supported"]?.array == ["S256"])
    }

    @Test("the key set has public halves only, and documents are not sent twice to who has them")
    func keys() async throws {
        let stage = try TestService()
        let answer = try await stage.send("GET", "/.well-known/jwks.json")
        let key = try #require(answer.json["keys"]?.array?.first?.object)
        #expect(Set(key.names) == ["kty", "use", "alg", "kid", "n", "e"])
        let tag = try #require(answer["ETag"])
        let again = try await stage.send("GET", "/.well-known/jwks.json", [("If-None-Match", tag)])
        #expect(again.status == 304 && again.response.body.isEmpty)
        #expect(try await stage.send("GET", "/.well-known/jwks.json", [("If-None-Match", "\"x\"")]).status == 200)
    }

    @Test(
        "keys and documents say what they are and for how long they are good: keys for minutes, so that a new one is found"
    )
    func caching() async throws {
        let stage = try TestService()
        for (path, type, age) in [
            ("/.well-known/jwks.json", "application/jwk-set+json", 300),
            ("/.well-known/oauth-authorization-server", "application/json", 3600),
            ("/openapi.json", "application/json", 3600),
        ] {
            let answer = try await stage.send("GET", path)
            #expect(answer["Content-Type"] == type && answer["Cache-Control"] == "public, max-age=\(age)", "\(path)")
            let tag = try #require(answer["ETag"])
            for known in ["\"other\", \(tag)", "*"] {
                let again = try await stage.send("GET", path, [("If-None-Match", known)])
                #expect(again.status == 304 && again["ETag"] == tag, "\(path)")
                #expect(again["Cache-Control"] == answer["Cache-Control"], "\(path)")
            }
        }
        let key = try #require(try await stage.send("GET", "/.well-known/jwks.json").json["keys"]?.array?.first?.object)
        #expect(key["kid"] == "key-1" && key["use"] == "sig" && key["alg"] == "RS256" && key["kty"] == "RSA")
    }

    @Test(
        "tokens with made-up names of keys cost their provider one request at most, however many come at once (JWKS-02)"
    )
    func keyStorm() async throws {
        let stage = try TestService()
        #expect(try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds)).status == 200)
        let before = stage.corp.keyRequests
        let key = try Keys.provider.get()
        let now = stage.clock.seconds
        let tokens = try (0..<60).map { number in
            try Keys.token(
                [
                    "iss": .string(stage.corp.issuer), "aud": .string(FakeProvider.clientID), "sub": "user-0002",
                    "iat": .integer(now), "exp": .integer(now + 600),
                ], algorithm: "RS256", id: "made-up-\(number)", by: key.signature)
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for token in tokens { group.addTask { try await stage.exchange(token).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(before == 1 && statuses == Array(repeating: 400, count: tokens.count))
        #expect(stage.corp.keyRequests <= before + 1)
        let good = try stage.corp.idToken(now: now, changes: ["sub": "user-0003"])
        #expect(try await stage.exchange(good).status == 200)
    }

    @Test("ERR-01: OAuth's JSON at its endpoints, problem+json elsewhere, a page for people; never two at once")
    func form() async throws {
        let stage = try TestService()
        for path in ["/token", "/device_authorization"] {
            let answer = try await stage.post(path, "")
            #expect(answer["Content-Type"] == "application/json" && answer.error != nil)
            #expect(answer.json["title"] == nil && answer.json["detail"] == nil)
        }
        for path in [
            "/", "/nothing", "/token/", "/Token", "//token", "/device/", "/callback/", "/callback/a/b", "/%74oken",
        ] {
            let answer = try await stage.send("GET", path)
            #expect(answer.status == 404 && answer["Content-Type"] == "application/problem+json", "\(path)")
            #expect(answer.json["error"] == nil && answer.json["status"]?.integer == 404)
        }
        for route in ["/token", "/device_authorization"] {
            for method in ["GET", "HEAD", "PUT", "post", "TRACE"] {
                let answer = try await stage.send(method, route)
                #expect(
                    answer.status == 405 && answer["Allow"] == "POST" && answer["Content-Type"] == "application/json")
                #expect(answer.error == "invalid_request" && answer.code == "METHOD_NOT_ALLOWED", "\(method) \(route)")
                #expect(answer.json["title"] == nil && answer.member("error_description") != nil)
            }
        }
        for route in ["/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/openapi.json"] {
            let answer = try await stage.send("POST", route)
            #expect(answer.status == 405 && answer["Content-Type"] == "application/problem+json")
            #expect(answer.error == nil && answer.code == "METHOD_NOT_ALLOWED", "\(route)")
        }
        for route in ["/device", "/device/done", "/authorize", "/callback/corp"] {
            let answer = try await stage.send("DELETE", route)
            #expect(answer.status == 405 && answer["Allow"]?.hasPrefix("GET") == true, "\(route)")
            #expect(
                answer["Content-Type"]?.hasPrefix("text/html") == true && answer.text.contains("METHOD_NOT_ALLOWED"))
        }
        for path in ["/authorize", "/callback/nobody", "/device/other"] {
            let answer = try await stage.send("GET", path)
            #expect(answer.status >= 400 && answer["Content-Type"]?.hasPrefix("text/html") == true, "\(path)")
        }
        for answer in [try await stage.send("GET", "/nothing"), try await stage.post("/token", "")] {
            #expect(answer["X-Request-Id"] != nil || answer["X-Request-ID"] != nil)
            #expect(!answer.text.contains(".swift") && !answer.text.contains("Error("))
        }
    }

    @Test("ERR-02: 429 and 503 say when to come again; a provider's own words are not passed on")
    func retry() async throws {
        let stage = try TestService()
        stage.corp.fail()
        let down = try await stage.exchange("a-refresh-token", type: "refresh_token")
        #expect(down.status == 503 && down.error == "temporarily_unavailable")
        #expect(down["Retry-After"] == "7" && down.code == "PROVIDER_UNAVAILABLE")
        let second = try TestService()
        var words = JSONObject()
        words["error"] = "invalid_grant"
        words["error_description"] = "canary words of theirs"
        second.corp.answer(400, words)
        let refused = try await second.exchange("a-refresh-token", type: "refresh_token")
        #expect(refused.status == 400 && !refused.text.contains("canary"))
        second.corp.answer(500, words)
        let broken = try await second.exchange("a-refresh-token", type: "refresh_token")
        #expect([502, 503].contains(broken.status) && !broken.text.contains("canary"))
        #expect((broken["Retry-After"] != nil) == (broken.status == 503))
    }
}
