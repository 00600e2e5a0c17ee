import StrictJSON
import Testing

@testable import BridgeServer

@Suite("How many tokens a client may ask for, from wherever it asks")
struct ClientLimitTests {
    /// One at once, and the next a minute later.
    private static let one = #""limits": {"client_requests_per_minute": 1}"#
    private static let form = "grant_type=client_credentials&uid=svc:1"

    private static func mint(
        _ stage: TestService, from address: String, _ proof: (String, String) = TestService.basic()
    ) async throws -> Answer {
        try await stage.post("/token", form, [proof], from: address)
    }

    private static func proof(_ assertion: String) -> String {
        "client_assertion=\(assertion)&client_assertion_type=\(TestService.assertionType)"
    }

    @Test("a secret that many networks use mints what the client may have, and no more; other clients go on")
    func manyNetworks() async throws {
        let stage = try TestService(Self.one)
        #expect(try await Self.mint(stage, from: "192.0.2.1").status == 200)
        let begin = ContinuousClock.now
        var more = 0
        for number in 2...20 {
            let answer = try await Self.mint(stage, from: "192.0.2.\(number)")
            guard answer.status != 200 else {
                more += 1
                continue
            }
            #expect(answer.status == 429 && answer.code == "RATE_LIMITED", "\(answer.text)")
            #expect(answer.error == "temporarily_unavailable")
            #expect(answer["Retry-After"].flatMap { Int($0) }.map { 1...60 ~= $0 } == true)
        }
        // On a machine that is busy with other tests minutes go by, and each brings one.
        #expect(more <= Int((ContinuousClock.now - begin) / .seconds(60)))
        #expect(
            try await Self.mint(stage, from: "192.0.2.1", TestService.basic("web~app:\(TestService.secret)")).status
                == 200)
        #expect(try stage.auditLines().count == 2 + more)
    }

    @Test("only a proof counts: whoever has none takes nothing away from the client")
    func strangers() async throws {
        let stage = try TestService(Self.one)
        for number in 1...5 {
            #expect(
                try await Self.mint(stage, from: "192.0.2.\(number)", TestService.basic("backend:wrong")).status == 401)
        }
        let forged = try stage.assertion(audience: "https://other.test")
        for _ in 0..<3 {
            #expect(try await stage.post("/token", "\(Self.form)&\(Self.proof(forged))").status == 401)
            #expect(
                try await stage.post("/token", "grant_type=\(TestService.bearer)&assertion=\(forged)").status == 400)
        }
        #expect(try await Self.mint(stage, from: "192.0.2.9").status == 200)
        let proof = try Self.proof(stage.assertion(id: "1"))
        #expect(try await stage.post("/token", "\(Self.form)&\(proof)").status == 200)
    }

    @Test("a public client has no limit of its own, for anybody can name it")
    func publicClients() async throws {
        let stage = try TestService(Self.one)
        for number in 1...20 {
            let answer = try await stage.post(
                "/token", "grant_type=\(TestService.deviceCode)&device_code=made-up&client_id=tv",
                from: "192.0.2.\(number)")
            #expect(answer.status == 400, "\(answer.text)")
        }
    }

    /// A form with an assertion of its own that is refused by the limit: the first ones may be served.
    private static func refused(_ stage: TestService, _ form: (String) throws -> String) async throws -> String {
        for number in 0..<50 {
            let form = try form("jti-\(number)")
            let answer = try await stage.post("/token", form)
            guard answer.status != 200 else { continue }
            #expect(answer.status == 429 && answer["Retry-After"] != nil, "\(answer.text)")
            return form
        }
        Issue.record("nothing was refused")
        return ""
    }

    @Test("an assertion that is refused for it, as proof or as grant, is not used up: it is good afterwards")
    func assertions() async throws {
        let stage = try TestService(#""limits": {"client_requests_per_minute": 4}"#)
        let proof = try await Self.refused(stage) { id in
            "\(Self.form)&\(Self.proof(try stage.assertion(id: id)))"
        }
        let grant = try await Self.refused(stage) { id in
            "grant_type=\(TestService.bearer)&assertion=\(try stage.assertion(subject: "svc:1", id: "grant-\(id)"))"
        }
        // Another limit holds from the reload on.
        let wider = try TestService.configuration(
            #""limits": {"client_requests_per_minute": 400000}"#, in: stage.folder)
        try stage.service.reload(wider, keys: TestService.keys(stage.clock))
        for form in [proof, grant] { #expect(try await stage.post("/token", form).status == 200) }
        for (form, status) in [(proof, 401), (grant, 400)] {
            #expect(try await stage.post("/token", form).status == status)
        }
    }

    @Test("on this machine itself it does not hold, unless a proxy says where the request is from")
    func thisMachine() async throws {
        let stage = try TestService(Self.one)
        for _ in 0..<20 { #expect(try await Self.mint(stage, from: "127.0.0.1").status == 200) }
        let proxied = try TestService(#"\#(Self.one), "trusted_proxies": ["127.0.0.1"]"#)
        var limited = 0
        for number in 1...10 {
            let answer = try await proxied.post(
                "/token", Self.form, [TestService.basic(), ("X-Forwarded-For", "192.0.2.\(number)")],
                from: "127.0.0.1")
            if answer.status == 429 { limited += 1 }
        }
        #expect(limited == 9)
    }
}
