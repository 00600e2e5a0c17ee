import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum GitLab {
        static let client = "abc"
        static let base = "https://gitlab.com"
        static let keys = "https://gitlab.com/oauth/discovery/keys"

        static func claims(_ variation: Variation = .right, issuer: String = base) -> String {
            variation.claims(
                issuer, client: client, "\"1\"", #""email":"g@gitlab.test","email_verified":true,"name":"G""#)
        }

        static func check(
            _ variation: Variation = .right, token: String = Sent.accessToken, uid: String? = nil
        ) -> Step {
            let expires = variation.time("7200", old: "0")
            return .get(
                "\(base)/oauth/token/info", token: token,
                .json(
                    #"{\#(variation.subject("resource_owner_id", "1")),"scope":["openid"],"expires_in":\#(expires),"application":{"uid":"\#(uid ?? variation.client(client))"},"created_at":1363720085}"#
                ))
        }

        static func account(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> [Step] {
            [
                .get(
                    "\(base)/oauth/userinfo", token: token,
                    .json(
                        #"{\#(variation.subject("sub", "\"1\"")),"email":"g@gitlab.test","email_verified":true,"name":"G"}"#
                    )),
                .get(
                    "\(base)/api/v4/user", token: token, role: .completion,
                    .json(#"{\#(variation.subject("id", "1")),"email":"g@gitlab.test"}"#)),
            ]
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("gitlab", clients: [client]) }
    }

    static let gitlab: Play = Play(
        "gitlab",
        flows: [
            .codeWithIDToken("1") { variation in
                let token = try TestToken.make(GitLab.claims(variation))
                return [
                    .code("\(GitLab.base)/oauth/token", .basic, client: GitLab.client, .tokens(idToken: token)),
                    .keys(GitLab.keys),
                ]
            },
            .idToken("1", keys: { [.keys(GitLab.keys)] }, claims: { GitLab.claims($0) }),
            .refresh("1") { variation in
                [
                    .refresh(
                        "\(GitLab.base)/oauth/token", .basic, client: GitLab.client,
                        variation.grant(.tokens(refreshToken: Sent.newRefreshToken)))
                ] + GitLab.account(variation)
            },
            .accessToken("1") { [GitLab.check($0)] + GitLab.account($0, token: Sent.accessToken) },
            .device("1", proof: .accessTokenChecked) { variation in
                let basic = ExpectedRequest.Value.exactly(ClientProof.basicField(GitLab.client, Sent.secret))
                return [
                    .deviceStart(
                        "\(GitLab.base)/oauth/authorize_device", form: ["scope": "openid profile email"],
                        authorization: basic, .deviceCodes("https://gitlab.com/oauth/device"))
                ]
                    + Step.devicePolls(
                        "\(GitLab.base)/oauth/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode),
                        ], authorization: basic, pending: .pending, .tokens())
                    + [GitLab.check(variation, token: Sent.newAccessToken)] + GitLab.account(variation)
            },
        ], email: "g@gitlab.test", .verified, provider: GitLab.provider)
}

@Suite("GitLab") struct GitLabTests {
    private typealias GitLab = Plays.GitLab

    @Test(
        "Tokens that were issued to no client are refused by their beginning, before any request",
        arguments: ["glpat-", "gldt-", "glft-", "glrt-", "glcbt-"])
    func foreignTokens(_ prefix: String) async throws {
        let start = Flow.Start.accessToken("\(prefix)x7Kq2mVbN4tRcW9zLp3d")
        #expect(try await Stage.refusal(GitLab.provider(), start) == .credentialTypeNotAccepted)
    }

    @Test("The check: the application's uid and an owner that is a number")
    func check() async throws {
        func code(_ old: String, _ new: String) async throws -> CredentialError.Code? {
            var step = GitLab.check()
            let body = step.answer.body
            step.answer.body = body.replacing(old, with: new)
            #expect(step.answer.body != body)
            return try await Stage.refusal(GitLab.provider(), .accessToken(), [step])
        }
        #expect(try await code(#"{"uid":"abc"}"#, "{}") == .audienceUnprovable)
        #expect(try await code(#"{"uid":"abc"}"#, #"{"uid":null}"#) == .audienceUnprovable)
        #expect(try await code(#"{"uid":"abc"}"#, #"{"uid":"ABC"}"#) == .audienceMismatch)
        #expect(try await code(#""resource_owner_id":1"#, #""resource_owner_id":null"#) == .credentialInvalid)
        #expect(try await code(#""resource_owner_id":1"#, #""resource_owner_id":"1""#) == .credentialInvalid)
        #expect(try await code(#""resource_owner_id":1"#, #""resource_owner_id":1.5"#) == .credentialInvalid)
        #expect(try await code(#""expires_in":7200"#, #""expires_in_seconds":0"#) == .credentialExpired)
    }

    @Test("A token that never expires says null or nothing")
    func neverExpires() async throws {
        var step = GitLab.check()
        step.answer.body = step.answer.body.replacing(#""expires_in":7200,"#, with: "")
        let steps = [step] + GitLab.account(token: Sent.accessToken)
        #expect(try await Stage.identity(GitLab.provider(), .accessToken(), steps).subject.value == "1")
    }

    @Test("An installation of one's own has its own addresses and issuer, and gitlab.com does not speak for it")
    func installation() async throws {
        let base = "https://git.corp.test"
        let provider = try Setup.provider("gitlab", clients: [GitLab.client], parameters: [.baseURL: base])
        let keys = Step.keys("\(base)/oauth/discovery/keys")
        let identity = try await Stage.identity(provider, .idToken(GitLab.claims(issuer: base)), [keys])
        #expect(identity.issuer == base)
        let foreign = try Flow.Start.idToken(GitLab.claims())
        #expect(try await Stage.refusal(provider, foreign, [keys]) == .credentialInvalid)
    }

    @Test("A description of another account than the check's is refused (PRV-05)")
    func otherAccount() async throws {
        var account = GitLab.account(token: Sent.accessToken)
        account[0].answer.body = account[0].answer.body.replacing(#""sub":"1""#, with: #""sub":"01""#)
        let steps = [GitLab.check(), account[0]]
        #expect(try await Stage.refusal(GitLab.provider(), .accessToken(), steps) == .subjectMismatch)
    }
}
