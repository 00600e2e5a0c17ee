import Cryptography
import StrictJSON
import Testing

@Suite("RFC 7523: assertions of clients")
struct AssertionRuleTests {
    /// Mints by an assertion as the grant.
    private static func grant(_ assertion: String, _ stage: TestService) async throws -> Answer {
        try await stage.post("/token", "grant_type=\(TestService.bearer)&assertion=\(assertion)")
    }

    /// Mints with an assertion that authenticates.
    private static func proof(_ assertion: String, _ stage: TestService, _ more: String = "") async throws -> Answer {
        try await stage.post(
            "/token",
            "grant_type=client_credentials&uid=svc:1&client_assertion=\(assertion)"
                + "&client_assertion_type=\(TestService.assertionType)\(more)")
    }

    @Test("7523-01: iss, sub, aud and exp are there, and aud is this server")
    func claims() async throws {
        let stage = try TestService()
        #expect(try await Self.grant(stage.assertion(subject: "svc:1"), stage).status == 200)
        #expect(
            try await Self.grant(
                stage.assertion(subject: "svc:1", id: "jti-2", audience: "https://bridge.test/token"), stage
            ).status == 200)
        for assertion in [
            try stage.assertion(subject: "svc:1", id: "a", audience: nil),
            try stage.assertion(subject: "svc:1", id: "b", audience: "https://other.test"),
            try stage.assertion(subject: "svc:1", id: "c", audience: "https://bridge.test/"),
            try stage.assertion(
                subject: "svc:1", id: "d", audience: .array(["https://bridge.test", "https://other.test"])),
            try stage.assertion(subject: "svc:1", id: "e", expiresIn: nil),
            try stage.assertion(subject: "svc:1", id: "f", issuer: "nobody"),
            try stage.assertion(subject: "svc:1", id: "g", issuer: ""),
            try stage.assertion(subject: "svc:1", id: "h", issuer: nil),
            try stage.assertion(subject: nil, id: "i"),
        ] {
            let answer = try await Self.grant(assertion, stage)
            #expect(answer.status == 400 && answer.error == "invalid_grant", "\(answer.text)")
        }
        #expect(try stage.auditLines().count == 2)
    }

    @Test("7523-02: to authenticate, iss and sub are the client, and client_id agrees")
    func authentication() async throws {
        let stage = try TestService()
        #expect(try await Self.proof(stage.assertion(), stage).status == 200)
        #expect(try await Self.proof(stage.assertion(id: "2"), stage, "&client_id=signer").status == 200)
        let other = try await Self.proof(stage.assertion(id: "3"), stage, "&client_id=backend")
        #expect(other.status == 401 && other.error == "invalid_client")
        let subject = try await Self.proof(stage.assertion(subject: "backend", id: "4"), stage)
        #expect(subject.status == 401 && subject.error == "invalid_client")
    }

    @Test("7523-03: expired, not yet valid, signed otherwise: invalid_grant as a grant, invalid_client as a proof")
    func refusals() async throws {
        let stage = try TestService()
        let good = try stage.assertion(subject: "svc:1", id: "z")
        for assertion in [
            try stage.assertion(subject: "svc:1", id: "a", expiresIn: -100),
            try stage.assertion(subject: "svc:1", id: "b", expiresIn: 200, notBefore: 120),
            try stage.assertion(subject: "svc:1", id: "c", algorithm: "HS256"),
            try stage.assertion(subject: "svc:1", id: "d", algorithm: "none"),
            String(good.dropLast(4)) + "AAAA",
        ] {
            let answer = try await Self.grant(assertion, stage)
            #expect(answer.status == 400 && answer.error == "invalid_grant", "\(answer.text)")
        }
        let proof = try await Self.proof(stage.assertion(id: "e", expiresIn: -100), stage)
        #expect(proof.status == 401 && proof.error == "invalid_client")
        #expect(try stage.auditLines() == [])
    }

    @Test("7523-03: a code made with what is public of the client's key is no signature")
    func publicKeyAsSecret() async throws {
        let stage = try TestService()
        let key = try Keys.client.get().publicKey
        let set = Keys.set(key.material, id: "c").compactBytes
        let secrets = [try key.pem(), set, Array(set.dropFirst(9).dropLast(2))]
        for (number, secret) in secrets.enumerated() {
            func forged(_ subject: String) throws -> String {
                try stage.assertion(subject: subject, id: "mac-\(number)-\(subject)", algorithm: "HS256") { input in
                    try HMACSHA256(of: input, secret: secret).bytes
                }
            }
            let grant = try await Self.grant(forged("svc:1"), stage)
            #expect(grant.status == 400 && grant.error == "invalid_grant", "\(grant.text)")
            let proof = try await Self.proof(forged("signer"), stage)
            #expect(proof.status == 401 && proof.error == "invalid_client", "\(proof.text)")
        }
        let unsigned = try stage.assertion(subject: "svc:1", id: "none", algorithm: "none") { _ in [] }
        #expect(try await Self.grant(unsigned, stage).error == "invalid_grant")
        #expect(try stage.auditLines() == [])
    }

    @Test("7523-04: once each, and not for long")
    func once() async throws {
        let stage = try TestService()
        let assertion = try stage.assertion(subject: "svc:1")
        #expect(try await Self.grant(assertion, stage).status == 200)
        #expect(try await Self.grant(assertion, stage).error == "invalid_grant")
        let long = try stage.assertion(subject: "svc:1", id: "long", expiresIn: 3600)
        #expect(try await Self.grant(long, stage).error == "invalid_grant")
        let nameless = try stage.assertion(subject: "svc:1", id: nil)
        #expect(try await Self.grant(nameless, stage).error == "invalid_grant")
        #expect(try stage.auditLines().count == 1)
    }

    @Test("7523-05: one JWT, no less and no more")
    func one() async throws {
        let stage = try TestService()
        let assertion = try stage.assertion(subject: "svc:1")
        let twice = try await stage.post(
            "/token", "grant_type=\(TestService.bearer)&assertion=\(assertion)&assertion=\(assertion)")
        #expect(twice.error == "invalid_request")
        let none = try await stage.post("/token", "grant_type=\(TestService.bearer)")
        #expect(none.error == "invalid_request")
        for text in ["\(assertion)%20\(assertion)", "\(assertion).\(assertion)", "a.b", "%5B%22\(assertion)%22%5D"] {
            let answer = try await Self.grant(text, stage)
            #expect(answer.status == 400 && ["invalid_grant", "invalid_request"].contains(answer.error), "\(text)")
        }
        #expect(try await Self.grant(assertion, stage).status == 200)
    }

    @Test("7523-07: a clock that is 8 s ahead is borne, one that is over 60 s ahead is not")
    func clocks() async throws {
        let stage = try TestService()
        let near = try stage.assertion(subject: "svc:1", id: "near", notBefore: 8)
        #expect(try await Self.grant(near, stage).status == 200)
        let far = try stage.assertion(subject: "svc:1", id: "far", expiresIn: 200, notBefore: 61)
        #expect(try await Self.grant(far, stage).error == "invalid_grant")
    }
}
