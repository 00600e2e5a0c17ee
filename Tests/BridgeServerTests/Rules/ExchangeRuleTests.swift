import Operations
import OAuthClient
import StrictJSON
import Testing

@Suite("RFC 8693: token exchange")
struct ExchangeRuleTests {
    private static let type = "urn:ietf:params:oauth:token-type:"

    @Test("8693-01: the grant needs subject_token and subject_token_type")
    func required() async throws {
        let stage = try TestService()
        let token = try stage.corp.idToken(now: stage.clock.seconds)
        for form in [
            "subject_token=\(token)", "subject_token_type=\(Self.type)id_token",
            "subject_token=&subject_token_type=\(Self.type)id_token",
        ] {
            let answer = try await stage.post(
                "/token", "grant_type=\(TestService.exchange)&client_id=tv&provider=corp&\(form)")
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(form)")
        }
        #expect(try await stage.exchange(token).status == 200)
    }

    @Test("8693-02: types that are not accepted are invalid_request")
    func types() async throws {
        let stage = try TestService()
        for type in ["saml1", "saml2", "ID_TOKEN", "id_token%20", "custom"] {
            let answer = try await stage.exchange("a.b.c", type: type)
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(type)")
        }
        let asJWT = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds), type: "jwt")
        #expect(asJWT.status == 200)
        let wanted = try await stage.exchange(
            stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": "user-2"]),
            "&client_id=tv&provider=corp&requested_token_type=\(Self.type)access_token")
        #expect(wanted.error == "invalid_request")
    }

    @Test(
        "8693-03: an actor is refused, never ignored",
        arguments: ["&actor_token=a", "&actor_token_type=x", "&actor_token=a&actor_token_type=x"])
    func actor(more: String) async throws {
        let stage = try TestService()
        let answer = try await stage.exchange(
            stage.corp.idToken(now: stage.clock.seconds), "&client_id=tv&provider=corp\(more)")
        #expect(answer.status == 400 && answer.error == "invalid_request")
        #expect(try stage.auditLines() == [])
    }

    @Test(
        "8693-04: an unknown target is invalid_target",
        arguments: [
            "audience=other-project", "resource=https://other.example/", "resource=relative",
            "resource=https://identitytoolkit.googleapis.com/x%23f", "audience=Demo-Bridge",
        ])
    func target(more: String) async throws {
        let stage = try TestService()
        let answer = try await stage.exchange(
            stage.corp.idToken(now: stage.clock.seconds), "&client_id=tv&provider=corp&\(more)")
        #expect(answer.status == 400 && answer.error == "invalid_target")
        let right = try await stage.exchange(
            stage.corp.idToken(now: stage.clock.seconds), "&client_id=tv&provider=corp&audience=demo-bridge")
        #expect(right.status == 200)
    }

    @Test("8693-05: an unacceptable subject token is 400 invalid_request")
    func subject() async throws {
        let stage = try TestService()
        let now = stage.clock.seconds
        for token in [
            try stage.corp.idToken(now: now, changes: ["aud": "somebody-else"]),
            try stage.corp.idToken(now: now, changes: ["iss": "https://evil.test"]),
            try stage.corp.idToken(now: now, changes: ["exp": .integer(now - 100), "iat": .integer(now - 700)]),
            try stage.corp.idToken(now: now, changes: ["nonce": "bound"]),
            try stage.corp.idToken(now: now, changes: ["sub": ""]),
            try stage.corp.idToken(now: now) + "A", "a.b.c", "not-a-token-at-all",
        ] {
            let answer = try await stage.exchange(token)
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(answer.text)")
            #expect(!answer.text.contains(token))
        }
        #expect(try stage.auditLines() == [])
        let good = try stage.corp.idToken(now: now)
        #expect(try await stage.exchange(good).status == 200)
        let replayed = try await stage.exchange(good)
        #expect(replayed.error == "invalid_request" && replayed.code == "CREDENTIAL_REPLAYED")
    }

    @Test("8693-06: the answer holds the custom token, which is no bearer token")
    func answer() async throws {
        let stage = try TestService()
        let answer = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds))
        #expect(answer.member("access_token")?.split(separator: ".").count == 3)
        #expect(answer.member("token_type") == "N_A")
    }

    @Test("8693-07: the issued type is jwt, and it ends within the hour")
    func issuedType() async throws {
        let stage = try TestService()
        let answer = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds))
        #expect(answer.member("issued_token_type") == "\(Self.type)jwt")
        #expect(1...3600 ~= (answer.json["expires_in"]?.integer ?? 0))
    }

    @Test("8693-08: the custom token outlives the ID token by five minutes at most")
    func lifetime() async throws {
        let stage = try TestService()
        let answer = try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds))
        // Up to the end of the ID token with the leeway for clocks, and the grace.
        #expect(600...960 ~= (answer.json["expires_in"]?.integer ?? 0))
    }

    @Test("8693-09: the caller names a provider, and no client identifier of it")
    func provider() async throws {
        let stage = try TestService()
        let foreign = try stage.corp.idToken(now: stage.clock.seconds, changes: ["aud": "somebody-else"])
        let answer = try await stage.exchange(foreign, "&client_id=tv&provider=corp&audience=somebody-else")
        #expect(answer.status == 400)
        #expect(try stage.auditLines() == [])
        for (provider, status) in [("nobody", 400), ("other", 400), ("corp", 200)] {
            let token = try stage.corp.idToken(now: stage.clock.seconds)
            #expect(try await stage.exchange(token, "&client_id=tv&provider=\(provider)").status == status)
        }
        let byIssuer = try stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": "user-2"])
        #expect(try await stage.exchange(byIssuer, "&client_id=tv").status == 200)
    }

    @Test("8693-10: where nothing proves whose an access token is, none is exchanged")
    func unprovable() async throws {
        let stage = try TestService()
        let answer = try await stage.exchange("opaque-access-token", type: "access_token")
        #expect(answer.status == 400 && answer.error == "invalid_request")
        #expect(["CREDENTIAL_TYPE_NOT_ACCEPTED", "AUDIENCE_UNPROVABLE"].contains(answer.code))
    }

    @Test("8693-11: no provider's token in the answer but for a client that is registered for them")
    func minimum() async throws {
        let stage = try TestService()
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        let plain = try await stage.exchange("an-old-refresh-token", type: "refresh_token")
        #expect(plain.status == 200 && plain.json["provider_tokens"] == nil)
        #expect(!plain.text.contains(FakeProvider.accessToken))
        let registered = try await stage.post(
            "/token",
            "grant_type=\(TestService.exchange)&provider=corp&subject_token=an-old-refresh-token"
                + "&subject_token_type=\(Self.type)refresh_token", [TestService.basic()])
        #expect(registered.json["provider_tokens"]?.object?["access_token"]?.string == FakeProvider.accessToken)
    }

    @Test("a refresh token that took the place of the sent one is in the answer, and in that of a failure (6749-16)")
    func rotated() async throws {
        let stage = try TestService()
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds, refreshToken: FakeProvider.rotatedToken)
        let kept = try await stage.exchange("an-old-refresh-token", type: "refresh_token")
        #expect(kept.status == 200 && kept.member("refresh_token") == FakeProvider.rotatedToken)
        // The provider has changed the token; then the audit log cannot be written.
        await stage.audit.close()
        let failed = try await stage.exchange("an-old-refresh-token", type: "refresh_token")
        #expect(failed.status == 503 && failed.error == "temporarily_unavailable")
        #expect(failed.member("refresh_token") == FakeProvider.rotatedToken && failed.json["access_token"] == nil)
        // Or what came with it proves nothing.
        try stage.corp.grant(
            nonce: nil, now: stage.clock.seconds, refreshToken: FakeProvider.rotatedToken,
            changes: ["aud": "somebody-else"])
        let refused = try await stage.exchange("an-old-refresh-token", type: "refresh_token")
        #expect(refused.status >= 400 && refused.member("refresh_token") == FakeProvider.rotatedToken)
        #expect(refused["Cache-Control"] == "no-store")
    }
}
