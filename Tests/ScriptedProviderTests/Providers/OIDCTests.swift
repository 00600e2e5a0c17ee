import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let tenant = TenantPlay(
        preset: "oidc", issuer: "https://id.corp.test/realm", base: "https://id.corp.test/realm/oauth",
        keys: "https://id.corp.test/realm/jwks")

    static let oidc: Play = Play(
        "oidc",
        flows: [
            tenant.code(), tenant.idToken { [tenant.discovery, .keys(tenant.keys)] }, tenant.refresh(),
            tenant.deviceWithIDToken(),
        ], email: "t@corp.test", .verified, provider: { try tenant.provider() })
}

@Suite("Generic OpenID Connect") struct OIDCTests {
    private let tenant = Plays.tenant

    private func refusal(_ metadata: String) async throws -> CredentialError.Code? {
        var discovery = tenant.discovery
        discovery.answer.body = metadata
        return try await Stage.refusal(tenant.provider(), .idToken(tenant.claims()), [discovery])
    }

    @Test("The metadata must be the configured issuer's, byte for byte, and its addresses https")
    func metadata() async throws {
        for issuer in [
            "https://id.corp.test/realm/", "https://ID.corp.test/realm", "https://evil.test/realm",
            "https://id.corp.test",
        ] {
            #expect(try await refusal(tenant.metadata(issuer: issuer)) == .providerMisconfigured, "\(issuer)")
        }
        let plain = tenant.metadata().replacing("https://id.corp.test/realm/jwks", with: "http://id.corp.test/jwks")
        #expect(try await refusal(plain) == .providerMisconfigured)
        // An address on this machine is none of a provider elsewhere.
        let local = tenant.metadata().replacing("https://id.corp.test/realm/jwks", with: "http://127.0.0.1:1/jwks")
        #expect(try await refusal(local) == .providerMisconfigured)
        #expect(try await refusal("{}") == .providerUnavailable)
    }

    @Test("A token endpoint on this machine that metadata names gets no code (PRV-03)")
    func localTokenEndpoint() async throws {
        var discovery = tenant.discovery
        discovery.answer.body = tenant.metadata().replacing(
            "https://id.corp.test/realm/oauth/token", with: "http://127.0.0.1:1/token")
        #expect(try await Stage.refusal(tenant.provider(), .code(), [discovery]) == .providerMisconfigured)
    }

    @Test("Access tokens are refused unless introspection is switched on; then it decides (RFC 7662)")
    func introspection() async throws {
        #expect(try await Stage.refusal(tenant.provider(), .accessToken()) == .audienceUnprovable)
        let provider = try tenant.provider { $0.accessTokens = .withCheckThatIsOffByDefault }
        let identity = try await Stage.identity(
            provider, .accessToken(),
            [tenant.discovery, tenant.introspection(), tenant.userinfo(token: Sent.accessToken)])
        #expect(identity.proof == .accessTokenChecked)
        let answers: [(String, CredentialError.Code)] = [
            (#"{"active":false}"#, .credentialInvalid),
            (#"{"active":"true","client_id":"client-ours"}"#, .credentialInvalid),
            (#"{"active":true,"sub":"00u1"}"#, .audienceUnprovable),
            (#"{"active":true,"client_id":"client-ours"}"#, .credentialInvalid),
            (#"{"active":true,"client_id":"Client-ours","sub":"00u1"}"#, .audienceMismatch),
            (#"{"active":true,"aud":"client-ours","sub":"00u1"}"#, .audienceUnprovable),
        ]
        for (answer, code) in answers {
            var step = tenant.introspection()
            step.answer.body = answer
            let found = try await Stage.refusal(provider, .accessToken(), [tenant.discovery, step])
            #expect(found == code, "\(answer)")
        }
        var step = tenant.introspection()
        step.answer = Answer(401, #"{"error":"invalid_token"}"#)
        let found = try await Stage.refusal(provider, .accessToken(), [tenant.discovery, step])
        #expect(found == .providerMisconfigured)
    }

    @Test("A thin ID token is completed by userinfo of the same account, and only of the same (PRV-05)")
    func thinToken() async throws {
        let token = try TestToken.make(Variation.right.claims(tenant.issuer, "\"00u1\""))
        let steps = [
            tenant.discovery, .code("\(tenant.base)/token", .basic, .tokens(idToken: token)), .keys(tenant.keys),
        ]
        let identity = try await Stage.identity(tenant.provider(), .code(), steps + [tenant.userinfo()])
        #expect(identity.profile.email?.address == "t@corp.test")
        var other = tenant.userinfo()
        other.answer.body = other.answer.body.replacing("00u1", with: "00u2")
        #expect(try await Stage.refusal(tenant.provider(), .code(), steps + [other]) == .subjectMismatch)
        other.answer = Answer(503, "")
        let thin = try await Stage.run(tenant.provider(), .code(), steps + [other, other])
        #expect(thin.identity?.subject.value == "00u1" && thin.identity?.profile.email == nil)
    }

    @Test("A signed userinfo answer is verified, and must be for us where it says for whom")
    func signedUserinfo() async throws {
        let token = try TestToken.make(Variation.right.claims(tenant.issuer, "\"00u1\""))
        let steps = [
            tenant.discovery, .code("\(tenant.base)/token", .basic, .tokens(idToken: token)), .keys(tenant.keys),
        ]
        func email(_ claims: String, _ key: TokenKey = .rsa) async throws -> String? {
            var userinfo = tenant.userinfo()
            userinfo.answer = Answer(200, try TestToken.make(claims, key: key), type: "application/jwt")
            let ending = try await Stage.run(tenant.provider(), .code(), steps + [userinfo])
            return ending.identity?.profile.email?.address ?? ending.code?.rawValue
        }
        let right = #"{"iss":"\#(tenant.issuer)","aud":"client-ours","sub":"00u1","email":"t@corp.test"}"#
        #expect(try await email(right) == "t@corp.test")
        #expect(try await email(right, .otherRSA) == nil)
        #expect(try await email(right, .none) == nil)
        #expect(try await email(right.replacing(tenant.issuer, with: "https://evil.test")) == nil)
        #expect(try await email(right.replacing("00u1", with: "00u2")) == "SUBJECT_MISMATCH")
        #expect(try await email(right.replacing("client-ours", with: "other")) != "t@corp.test")
    }

    @Test("An identifier with other characters than printable ASCII is no subject of a token")
    func subjects() async throws {
        for subject in [
            #""é""#, #""a\u0000b""#, #""""#, "null", "true", "[]", "{}", "1.5", "1e3",
            "\"\(String(repeating: "a", count: 256))\"",
        ] {
            let claims = Variation.right.claims(tenant.issuer, subject)
            let code = try await Stage.refusal(
                tenant.provider(), .idToken(claims), [tenant.discovery, .keys(tenant.keys)])
            #expect(code == .credentialInvalid, "\(subject)")
        }
    }

    @Test("A client without a way to authenticate that the metadata lists is at fault; a listed one is chosen")
    func clientAuthentication() async throws {
        var discovery = tenant.discovery
        discovery.answer.body = tenant.metadata(
            more: #","token_endpoint_auth_methods_supported":["private_key_jwt","client_secret_post"]"#)
        let token = try TestToken.make(tenant.claims())
        let steps = [discovery, .code("\(tenant.base)/token", .post, .tokens(idToken: token)), .keys(tenant.keys)]
        #expect(try await Stage.identity(tenant.provider(), .code(), steps).client == Setup.client)
    }

    @Test("A device flow that the metadata does not name is not there")
    func noDeviceFlow() async throws {
        var discovery = tenant.discovery
        discovery.answer.body = tenant.metadata().replacing("device_authorization_endpoint", with: "other")
        #expect(try await Stage.refusal(tenant.provider(), .deviceFlow, [discovery]) == .providerMisconfigured)
    }

    @Test("Two signatures over one text are one token to remember; a code needs no mark (PRV-12)")
    func replayMarks() async throws {
        let first = try await Stage.identity(
            tenant.provider(), .idToken(tenant.claims(), key: .ec), [tenant.discovery, .keys(tenant.keys)])
        let second = try await Stage.identity(
            tenant.provider(), .idToken(tenant.claims(), key: .ec), [tenant.discovery, .keys(tenant.keys)])
        // Two signatures over one text are one token (PRV-12).
        #expect(first.replayMark != nil && first.replayMark == second.replayMark)
        let code = try await Stage.identity(
            tenant.provider(), Plays.oidc.flows[0].start(.right), Plays.oidc.flows[0].steps(.right))
        #expect(code.replayMark == nil)
    }
}
