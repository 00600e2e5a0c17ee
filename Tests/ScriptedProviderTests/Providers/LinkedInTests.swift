import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum LinkedIn {
        static let client = "861hhm46p48to2"
        static let keys = "https://www.linkedin.com/oauth/openid/jwks"

        static func claims(_ variation: Variation = .right, issuer: String = "https://www.linkedin.com/oauth") -> String
        {
            variation.claims(
                issuer, client: client, "\"782bbtaQ\"", nonce: nil,
                #""email":"i@linkedin.test","email_verified":"true","name":"I""#)
        }

        static func check(
            _ variation: Variation = .right, active: String = "true", kind: String = "3L", status: String = "active"
        ) -> Step {
            let expires = variation.time("4102444800", old: "1493055596")
            return .post(
                "https://www.linkedin.com/oauth/v2/introspectToken",
                form: [
                    "token": .exactly(Sent.accessToken), "client_id": .exactly(client),
                    "client_secret": .exactly(Sent.secret),
                ],
                .json(
                    #"{"active":\#(active),"client_id":"\#(variation.client(client))","authorized_at":1493055596,"created_at":1493055596,"status":"\#(status)","expires_at":\#(expires),"scope":"openid,profile,email","auth_type":"\#(kind)"}"#
                ))
        }

        static func account(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.linkedin.com/v2/userinfo", token: Sent.accessToken,
                .json(
                    #"{\#(variation.subject("sub", "\"782bbtaQ\"")),"email":"i@linkedin.test","email_verified":true,"name":"I"}"#
                ))
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("linkedin", clients: [client]) }
    }

    static let linkedIn: Play = Play(
        "linkedin",
        flows: [
            .codeWithIDToken("782bbtaQ", nonce: .none) { variation in
                let token = try TestToken.make(LinkedIn.claims(variation))
                return [
                    .code(
                        "https://www.linkedin.com/oauth/v2/accessToken", .post, client: LinkedIn.client,
                        .tokens(idToken: token)), .keys(LinkedIn.keys),
                ]
            },
            .idToken("782bbtaQ", nonce: nil, keys: { [.keys(LinkedIn.keys)] }, claims: { LinkedIn.claims($0) }),
            .accessToken("782bbtaQ") { [LinkedIn.check($0), LinkedIn.account($0)] },
        ], email: "i@linkedin.test", .verified, provider: LinkedIn.provider)
}

@Suite("LinkedIn") struct LinkedInTests {
    private typealias LinkedIn = Plays.LinkedIn

    private func code(_ check: Step) async throws -> CredentialError.Code? {
        try await Stage.refusal(LinkedIn.provider(), .accessToken(), [check])
    }

    @Test("The check: active, of a member, for our client, with a time to come")
    func check() async throws {
        #expect(try await code(LinkedIn.check(active: "false")) == .credentialInvalid)
        #expect(try await code(LinkedIn.check(active: #""true""#)) == .credentialInvalid)
        #expect(try await code(LinkedIn.check(kind: "2L")) == .credentialInvalid)
        #expect(try await code(LinkedIn.check(status: "revoked")) == .credentialInvalid)
        var step = LinkedIn.check()
        step.answer = .json(#"{"active":false}"#)
        #expect(try await code(step) == .credentialInvalid)
        step.answer = .json(#"{"active":true,"status":"active","auth_type":"3L","expires_at":4102444800}"#)
        #expect(try await code(step) == .audienceUnprovable)
        step.answer = Answer(401, #"{"error":"invalid_client"}"#)
        #expect(try await code(step) == .providerMisconfigured)
        step.answer = Answer(401, #"{"serviceErrorCode":100,"message":"m","status":401}"#)
        #expect(try await code(step) == .providerMisconfigured)
    }

    @Test("The account must be named by the description: the check names none")
    func account() async throws {
        var account = LinkedIn.account()
        account.answer.body = #"{"name":"I"}"#
        let code = try await Stage.refusal(LinkedIn.provider(), .accessToken(), [LinkedIn.check(), account])
        #expect(code == .credentialInvalid)
    }

    @Test("The issuer is that of 2024, not the one before it")
    func issuer() async throws {
        let start = try Flow.Start.idToken(LinkedIn.claims(issuer: "https://www.linkedin.com"), nonce: nil)
        #expect(try await Stage.refusal(LinkedIn.provider(), start, [.keys(LinkedIn.keys)]) == .credentialInvalid)
    }

    @Test("No nonce comes back: none is to be sent, and the age is what is left against replay")
    func nonce() async throws {
        let ending = try await Stage.run(
            LinkedIn.provider(), .idToken(LinkedIn.claims()), [.keys(LinkedIn.keys)])
        #expect(ending.code == .nonceMismatch)
        #expect(ending.error?.reason.hasSuffix(": this provider puts none into its tokens, so send none") == true)
        let identity = try await Stage.identity(
            LinkedIn.provider(), .idToken(LinkedIn.claims(), nonce: nil), [.keys(LinkedIn.keys)])
        #expect(identity.replayMark?.digest.utf8.count == 64)
    }
}
