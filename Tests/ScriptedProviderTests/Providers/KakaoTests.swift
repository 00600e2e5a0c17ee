import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Kakao {
        static let client = "rest-api-key-0"
        static let native = "native-app-key-0"
        static let keys = "https://kauth.kakao.com/.well-known/jwks.json"
        static let token = "https://kauth.kakao.com/oauth/token"

        static func claims(_ variation: Variation = .right, client: String = client) -> String {
            variation.claims(
                "https://kauth.kakao.com", client: client, "\"123456789012\"", #""email":"k@kakao.test","nickname":"K""#
            )
        }

        static func check(_ variation: Variation = .right, appID: String = "1234") -> Step {
            let app = variation.client(appID, other: "5678")
            let expires = variation.time("7199", old: "0")
            return .get(
                "https://kapi.kakao.com/v1/user/access_token_info", token: Sent.accessToken,
                .json(#"{\#(variation.subject("id", "123456789012")),"expires_in":\#(expires),"app_id":\#(app)}"#))
        }

        static func account(
            _ variation: Variation = .right, token: String = Sent.newAccessToken, flags: String = "true",
            first: Step.Role = .needed
        ) -> [Step] {
            [
                .get(
                    "https://kapi.kakao.com/v2/user/me", token: token, role: first,
                    .json(
                        #"{\#(variation.subject("id", "123456789012")),"kakao_account":{"email":"k@kakao.test","is_email_valid":true,"is_email_verified":\#(flags),"profile":{"nickname":"K"}}}"#
                    )),
                .get(
                    "https://kapi.kakao.com/v1/oidc/userinfo", token: token, role: .completion,
                    .json(#"{\#(variation.subject("sub", "\"123456789012\"")),"nickname":"K"}"#)),
            ]
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("kakao", clients: [client, native], configure: { $0.kakaoAppNumber = "1234" })
        }
    }

    static let kakao: Play = Play(
        "kakao",
        flows: [
            .codeWithIDToken("123456789012") { variation in
                let token = try TestToken.make(Kakao.claims(variation))
                return [
                    .code(Kakao.token, .post, client: Kakao.client, .tokens(idToken: token)), .keys(Kakao.keys),
                ] + Kakao.account(variation, first: .completion)
            }.with(email: "k@kakao.test", .verified),
            .idToken("123456789012", keys: { [.keys(Kakao.keys)] }, claims: { Kakao.claims($0) }),
            .accessToken("123456789012") { variation in
                [Kakao.check(variation)] + Kakao.account(variation, token: Sent.accessToken)
            }.with(email: "k@kakao.test", .verified),
            .refresh("123456789012") { variation in
                [.refresh(Kakao.token, .post, client: Kakao.client, variation.grant(.tokens()))]
                    + Kakao.account(variation)
            }.with(email: "k@kakao.test", .verified),
        ], provider: Kakao.provider)
}

@Suite("Kakao") struct KakaoTests {
    private typealias Kakao = Plays.Kakao

    @Test("The check compares the app's number, which is not the client identifier")
    func appNumber() async throws {
        func code(_ appID: String) async throws -> CredentialError.Code? {
            try await Stage.refusal(Kakao.provider(), .accessToken(), [Kakao.check(appID: appID)])
        }
        #expect(try await code("1235") == .audienceMismatch)
        #expect(try await code("\"\(Kakao.client)\"") == .audienceMismatch)
        #expect(try await code("null") == .audienceUnprovable)
        #expect(try await code("1234.0") == .credentialInvalid)
        #expect(try await code("true") == .credentialInvalid)
        let identity = try await Stage.identity(
            Kakao.provider(), .accessToken(),
            [Kakao.check(appID: "\"1234\"")] + Kakao.account(token: Sent.accessToken))
        #expect(identity.client == Kakao.client)
    }

    @Test("The old names of the check's members are not accepted, nor is a check of a provider without the number")
    func oldNames() async throws {
        var step = Kakao.check()
        step.answer = .json(#"{"id":123456789012,"expiresInMillis":7199000,"appId":1234}"#)
        #expect(try await Stage.refusal(Kakao.provider(), .accessToken(), [step]) == .audienceUnprovable)
        step.answer = Answer(401, #"{"msg":"this access token does not exist","code":-401}"#)
        #expect(try await Stage.refusal(Kakao.provider(), .accessToken(), [step]) == .credentialInvalid)
        #expect(throws: ProviderError.self) { _ = try Setup.provider("kakao", clients: [Kakao.client]) }
    }

    @Test("Every app key of the list is ours; number and string of an account are one subject")
    func audiences() async throws {
        let identity = try await Stage.identity(
            Kakao.provider(), .idToken(Kakao.claims(client: Kakao.native)), [.keys(Kakao.keys)])
        #expect(identity.client == Kakao.native)
        #expect(try identity.userIDs.userID(for: identity.subject) == "kakao:123456789012")
        let start = try Flow.Start.idToken(Kakao.claims(client: "1234"))
        #expect(try await Stage.refusal(Kakao.provider(), start, [.keys(Kakao.keys)]) == .audienceMismatch)
    }

    @Test("An address counts only with both flags; that of an ID token has none")
    func addresses() async throws {
        for flag in ["false", #""true""#, "1", "null"] {
            let identity = try await Stage.identity(
                Kakao.provider(), .accessToken(),
                [Kakao.check()] + Kakao.account(token: Sent.accessToken, flags: flag))
            #expect(identity.profile.emailVerified == false, "\(flag)")
        }
        let identity = try await Stage.identity(
            Kakao.provider(), .idToken(Kakao.claims()), [.keys(Kakao.keys)])
        #expect(identity.profile.emailVerified == false)
    }

    @Test("A completing answer about another account is refused, not merged (PRV-05)")
    func otherAccount() async throws {
        let token = try TestToken.make(Kakao.claims())
        var account = Kakao.account()
        account[0].answer.body = account[0].answer.body.replacing("123456789012", with: "123456789013")
        let steps = [
            Step.code(Kakao.token, .post, client: Kakao.client, .tokens(idToken: token)), .keys(Kakao.keys), account[0],
        ]
        #expect(try await Stage.refusal(Kakao.provider(), .code(), steps) == .subjectMismatch)
    }

    @Test("A refresh keeps the old refresh token where no new one comes")
    func refresh() async throws {
        let steps = [Step.refresh(Kakao.token, .post, client: Kakao.client, .tokens())] + Kakao.account()
        let ending = try await Stage.run(Kakao.provider(), .refreshToken, steps)
        #expect(ending.refreshToken == Sent.refreshToken)
    }
}
