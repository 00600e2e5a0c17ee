import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum OAuth2 {
        static func account(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> Step {
            .get(
                "https://as.corp.test/me", token: token,
                .json(
                    #"{"user":{\#(variation.subject("id", "\"u-1\""))},"email":"u@corp.test","email_verified":true,"sub":"not-this"}"#
                ))
        }

        static func provider(
            _ configure: (inout PresetConfiguration) throws -> Void = { _ in }
        ) throws -> ConfiguredProvider {
            try Setup.provider(
                "oauth2",
                configure: { configuration in
                    configuration.endpoints.authorization = try EndpointURL("https://as.corp.test/authorize")
                    configuration.endpoints.token = try EndpointURL("https://as.corp.test/token")
                    configuration.endpoints.userinfo = try EndpointURL("https://as.corp.test/me")
                    configuration.members.subject = try JSONPath(parsing: "user.id")
                    configuration.members.email = try JSONPath(parsing: "email")
                    configuration.members.emailVerified = try JSONPath(parsing: "email_verified")
                    configuration.clientAuthentication = .basic
                    try configure(&configuration)
                })
        }
    }

    static let oauth2: Play = Play(
        "oauth2",
        flows: [
            .code("u-1") { [.code("https://as.corp.test/token", .basic, $0.grant(.tokens())), OAuth2.account($0)] }
                .with(email: "u@corp.test", .unverified)
        ], provider: { try OAuth2.provider() })
}

@Suite("Generic OAuth 2.0") struct OAuth2Tests {
    private typealias OAuth2 = Plays.OAuth2

    private static let check = "https://as.corp.test/introspect"

    private func introspection(_ answer: String) -> Step {
        .post(
            Self.check, form: ["token": .exactly(Sent.accessToken), "token_type_hint": "access_token"],
            authorization: .exactly(ClientProof.basicField(Setup.client, Sent.secret)), .json(answer))
    }

    private func provider() throws -> ConfiguredProvider {
        try OAuth2.provider { configuration in
            configuration.endpoints.introspection = try EndpointURL(Self.check)
            configuration.accessTokens = .introspection(
                client: try JSONPath(parsing: "azp"), subject: try JSONPath(parsing: "user_id"))
        }
    }

    @Test("There is no default for the subject, and none of another member")
    func subject() async throws {
        #expect(throws: ProviderError.self) { _ = try OAuth2.provider { $0.members.subject = nil } }
        var account = OAuth2.account()
        account.answer.body = #"{"sub":"u-1","id":"u-1","user":{"name":"u"}}"#
        let steps = [Step.code("https://as.corp.test/token", .basic, .tokens()), account]
        #expect(try await Stage.refusal(OAuth2.provider(), .code(nonce: nil), steps) == .credentialInvalid)
    }

    @Test("Access tokens need introspection with all three members configured")
    func accessTokens() async throws {
        #expect(try await Stage.refusal(OAuth2.provider(), .accessToken()) == .audienceUnprovable)
        #expect(throws: ProviderError.self) {
            _ = try OAuth2.provider { $0.accessTokens = .withCheckThatIsOffByDefault }
        }
        let right = introspection(#"{"active":true,"azp":"client-ours","user_id":"u-1"}"#)
        let identity = try await Stage.identity(
            provider(), .accessToken(), [right, OAuth2.account(token: Sent.accessToken)])
        #expect(identity.subject.value == "u-1")
        let answers: [(String, CredentialError.Code)] = [
            (#"{"active":true,"client_id":"client-ours","user_id":"u-1"}"#, .audienceUnprovable),
            (#"{"active":true,"azp":"other","client_id":"client-ours","user_id":"u-1"}"#, .audienceMismatch),
            (#"{"azp":"client-ours","user_id":"u-1"}"#, .credentialInvalid),
            (#"{"active":true,"azp":"client-ours"}"#, .credentialInvalid),
        ]
        for (answer, code) in answers {
            let found = try await Stage.refusal(provider(), .accessToken(), [introspection(answer)])
            #expect(found == code, "\(answer)")
        }
        let other = introspection(#"{"active":true,"azp":"client-ours","user_id":"u-2"}"#)
        let found = try await Stage.refusal(
            provider(), .accessToken(), [other, OAuth2.account(token: Sent.accessToken)])
        #expect(found == .subjectMismatch)
    }

    @Test("A tenant's word about an address counts only where the configuration trusts it")
    func addresses() async throws {
        let steps = [Step.code("https://as.corp.test/token", .basic, .tokens()), OAuth2.account()]
        let trusting = try OAuth2.provider { $0.tenantEmail = .trustTenantEmail }
        let identity = try await Stage.identity(trusting, .code(nonce: nil), steps)
        #expect(identity.profile.emailVerified)
        var unverified = steps
        unverified[1].answer.body = steps[1].answer.body.replacing(
            #""email_verified":true"#, with: #""email_verified":false"#)
        #expect(try await Stage.identity(trusting, .code(nonce: nil), unverified).profile.emailVerified == false)
    }
}
