import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    /// GitHub, and GitHub Enterprise Server, which has other addresses.
    struct GitHub: Sendable {
        static let client = "Iv1.8a61f9b3a7aba766"
        static let version = ["x-github-api-version": "2022-11-28"]
        static let oauthToken = "gho_16C7e42F292c6912E7710c838347Ae178B4a"

        let web: String
        let api: String

        static let dotCom = GitHub(web: "https://github.com", api: "https://api.github.com")
        static let enterprise = GitHub(web: "https://git.corp.test", api: "https://git.corp.test/api/v3")

        static let emails =
            #"[{"email":"o@x.test","primary":true,"verified":true,"visibility":"private"},{"email":"v@x.test","primary":false,"verified":false,"visibility":null}]"#

        static let deviceForm: [String: ExpectedRequest.Value] = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": .exactly(Sent.deviceCode),
            "client_id": .exactly(client),
        ]

        /// The check of section 10, with the client and the account in its place.
        func check(_ variation: Variation, token: String) -> Step {
            var request = ExpectedRequest(method: "POST", url: "\(api)/applications/\(Self.client)/token")
            request.json = #"{"access_token":"\#(token)"}"#
            request.authorization = .exactly(ClientProof.basicField(Self.client, Sent.secret))
            request.accept = "application/vnd.github+json"
            request.fields = Self.version
            let expires = variation.time("null", old: #""2020-01-01T00:00:00Z""#)
            return Step(
                request: request,
                answer: .json(
                    #"{"id":1,"scopes":["user:email"],"token":"\#(token)","app":{"name":"a","url":"http://a","client_id":"\#(variation.client(Self.client))"},"expires_at":\#(expires),"user":{"login":"octocat",\#(variation.subject("id", "583231"))}}"#
                ))
        }

        func account(_ variation: Variation, token: String) -> [Step] {
            let user =
                #"{"login":"octocat",\#(variation.subject("id", "583231")),"email":"public@x.test","name":"Octo"}"#
            return [
                .get("\(api)/user", token: token, fields: Self.version, .json(user)),
                .get("\(api)/user/emails", token: token, fields: Self.version, role: .completion, .json(Self.emails)),
            ]
        }

        func flows() -> [Flow] {
            let refused = Answer.json(
                #"{"error":"bad_verification_code","error_description":"The code passed is incorrect or expired.","error_uri":"https://docs.github.com/"}"#
            )
            let granted = Answer.form(
                "access_token=\(Self.oauthToken)&scope=user%3Aemail&token_type=bearer")
            let code = Flow.code("583231") { variation in
                [
                    .code(
                        "\(web)/login/oauth/access_token", .post, client: Self.client, fields: Self.version,
                        variation.grant(granted, refusal: refused))
                ] + account(variation, token: Self.oauthToken)
            }
            let accessToken = Flow.accessToken("583231", token: Self.oauthToken) { variation in
                [check(variation, token: Self.oauthToken)] + account(variation, token: Self.oauthToken)
            }
            let device = Flow.device("583231", proof: .accessTokenChecked) { variation in
                let granted = Answer.json(
                    #"{"access_token":"\#(Self.oauthToken)","token_type":"bearer","scope":"user:email"}"#)
                return [
                    .deviceStart(
                        "\(web)/login/device/code",
                        form: ["client_id": .exactly(Self.client), "scope": "read:user user:email"],
                        fields: Self.version, .deviceCodes("\(web)/login/device"))
                ]
                    + Step.devicePolls(
                        "\(web)/login/oauth/access_token", form: Self.deviceForm, fields: Self.version,
                        pending: .json(#"{"error":"authorization_pending","error_description":"..."}"#), granted)
                    + [check(variation, token: Self.oauthToken)] + account(variation, token: Self.oauthToken)
            }
            return [code, accessToken, device]
        }
    }

    static let github: Play = Play("github", flows: GitHub.dotCom.flows(), email: "o@x.test", .verified) {
        try Setup.provider("github", clients: [GitHub.client])
    }
}

@Suite("GitHub") struct GitHubTests {
    private typealias GitHub = Plays.GitHub
    private let gitHub = GitHub.dotCom

    private func provider(secret: String? = Sent.secret) throws -> ConfiguredProvider {
        try Setup.provider("github", clients: [GitHub.client], secret: secret)
    }

    private func check(_ answer: Answer) -> Step {
        var step = gitHub.check(.right, token: GitHub.oauthToken)
        step.answer = answer
        return step
    }

    @Test(
        "The check's answer decides: 404 another client, 401 our own credentials, 422 the token",
        arguments: [
            (404, CredentialError.Code.audienceMismatch), (401, .providerMisconfigured), (422, .credentialInvalid),
        ])
    func statuses(_ status: Int, _ code: CredentialError.Code) async throws {
        let answer = Answer(
            status, #"{"message":"Not Found","documentation_url":"https://docs.github.com/rest"}"#)
        #expect(try await Stage.refusal(provider(), .accessToken(GitHub.oauthToken), [check(answer)]) == code)
    }

    @Test(
        "Tokens that were issued to no client are refused by their beginning, before any request",
        arguments: ["ghp_", "github_pat_", "ghs_", "ghr_"])
    func foreignTokens(_ prefix: String) async throws {
        let token = "\(prefix)16C7e42F292c6912E7710c838347Ae178B4a"
        #expect(try await Stage.refusal(provider(), .accessToken(token)) == .credentialTypeNotAccepted)
    }

    @Test("Tokens of GitHub Apps (ghu_) are checked as those of OAuth apps are")
    func appToken() async throws {
        let token = "ghu_16C7e42F292c6912E7710c838347Ae178B4a"
        let identity = try await Stage.identity(
            provider(), .accessToken(token),
            [gitHub.check(.right, token: token)] + gitHub.account(.right, token: token))
        #expect(identity.subject.value == "583231")
    }

    @Test("Text that cannot be a token is refused before any request", arguments: ["", "a b", "a\nb", "\u{e9}"])
    func malformedTokens(_ token: String) async throws {
        #expect(try await Stage.refusal(provider(), .accessToken(token)) == .credentialInvalid)
    }

    @Test("A check that does not name the client proves nothing; a client identifier of another kind neither")
    func missingClient() async throws {
        let answers: [(String, CredentialError.Code)] = [
            (#"{"app":{"name":"a"},"expires_at":null,"user":{"id":583231}}"#, .audienceUnprovable),
            (#"{"app":null,"expires_at":null,"user":{"id":583231}}"#, .audienceUnprovable),
            (#"{"app":{"client_id":null},"user":{"id":583231}}"#, .audienceUnprovable),
            (#"{"app":{"client_id":["Iv1.8a61f9b3a7aba766"]},"user":{"id":583231}}"#, .credentialInvalid),
            (#"{"app":{"client_id":"iv1.8a61f9b3a7aba766"},"user":{"id":583231}}"#, .audienceMismatch),
            (#"{"app":{"client_id":""},"user":{"id":583231}}"#, .audienceMismatch),
            (
                #"{"app":{"client_id":"Iv1.8a61f9b3a7aba766"},"expires_at":"soon","user":{"id":583231}}"#,
                .credentialInvalid
            ),
            (
                #"{"app":{"client_id":"x","client_id":"Iv1.8a61f9b3a7aba766"},"expires_at":null,"user":{"id":583231}}"#,
                .providerAnswerInvalid
            ),
        ]
        for (answer, code) in answers {
            let found = try await Stage.refusal(
                provider(), .accessToken(GitHub.oauthToken), [check(.json(answer))])
            #expect(found == code, "\(answer)")
        }
    }

    @Test("A description of another account than the check's is refused (PRV-05)")
    func otherAccount() async throws {
        let user = Step.get(
            "https://api.github.com/user", token: GitHub.oauthToken, fields: GitHub.version,
            .json(#"{"login":"mallory","id":583232}"#))
        let found = try await Stage.refusal(
            provider(), .accessToken(GitHub.oauthToken), [gitHub.check(.right, token: GitHub.oauthToken), user])
        #expect(found == .subjectMismatch)
    }

    @Test("Only an address that is primary and verified counts; the public one of the profile never does")
    func addresses() async throws {
        let lists = [
            #"[{"email":"o@x.test","primary":true,"verified":false}]"#,
            #"[{"email":"o@x.test","primary":false,"verified":true}]"#, "[]",
            #"[{"email":"o@x.test","primary":true,"verified":"true"}]"#, #"{"message":"Not Found"}"#,
        ]
        for list in lists {
            var steps = [gitHub.check(.right, token: GitHub.oauthToken)]
            steps += gitHub.account(.right, token: GitHub.oauthToken)
            steps[2].answer.body = list
            let identity = try await Stage.identity(provider(), .accessToken(GitHub.oauthToken), steps)
            #expect(identity.profile.email == nil, "\(list)")
        }
        // Without the scope user:email the list is not there.
        var steps = gitHub.account(.right, token: GitHub.oauthToken)
        steps[1].answer = Answer(404, #"{"message":"Not Found"}"#)
        let identity = try await Stage.identity(
            provider(), .accessToken(GitHub.oauthToken), [gitHub.check(.right, token: GitHub.oauthToken)] + steps)
        #expect(identity.profile.email == nil && identity.profile.name == "Octo")
    }

    @Test(
        "Errors with status 200, in JSON or in a form, are refusals (B36)",
        arguments: [
            (Answer.json(#"{"error":"bad_verification_code"}"#), CredentialError.Code.credentialInvalid),
            (.form("error=bad_verification_code&error_description=The+code+passed+is+incorrect"), .credentialInvalid),
            (.json(#"{"error":"incorrect_client_credentials"}"#), .providerMisconfigured),
            (.json(#"{"error":"redirect_uri_mismatch"}"#), .providerMisconfigured),
            (.json(#"{"error":"bad_code_verifier"}"#), .credentialInvalid),
            (
                .json(#"{"access_token":"gho_x","token_type":"bearer","error":"bad_verification_code"}"#),
                .credentialInvalid
            ),
            (.json(#"{"token_type":"bearer","scope":""}"#), .providerAnswerInvalid),
        ])
    func errorsWithStatus200(_ answer: Answer, _ code: CredentialError.Code) async throws {
        let step = Step.code(
            "https://github.com/login/oauth/access_token", .post, client: GitHub.client, fields: GitHub.version, answer)
        #expect(try await Stage.refusal(provider(), .code(nonce: nil), [step]) == code)
    }

    @Test("Refresh tokens and ID tokens are not accepted, before any request (PRV-01)")
    func otherKinds() async throws {
        #expect(try await Stage.refusal(provider(), .refreshToken) == .credentialTypeNotAccepted)
        let token = try Flow.Start.idToken(Plays.Yahoo.claims(.right))
        #expect(try await Stage.refusal(provider(), token) == .credentialTypeNotAccepted)
    }

    @Test("The device flow obeys slow_down and ends with what the person decides")
    func deviceFlow() async throws {
        let start = Step.deviceStart(
            "https://github.com/login/device/code",
            form: ["client_id": .exactly(GitHub.client), "scope": "read:user user:email"], fields: GitHub.version,
            .deviceCodes("https://github.com/login/device"))
        func polls(_ answers: String...) -> [Step] {
            answers.map { answer in
                var step = Step.deviceStart(
                    "https://github.com/login/oauth/access_token", form: GitHub.deviceForm, fields: GitHub.version,
                    .json(answer))
                step.role = .poll
                return step
            }
        }
        let slow = #"{"error":"slow_down","error_description":"Too many requests","interval":10}"#
        let denied = try await Stage.run(
            provider(), .deviceFlow, [start] + polls(slow, #"{"error":"access_denied"}"#))
        #expect(denied.outcome == .refusal(.accessDenied))
        #expect(denied.clock.sleeps == [.seconds(5), .seconds(10)])
        let expired = try await Stage.run(provider(), .deviceFlow, [start] + polls(#"{"error":"expired_token"}"#))
        #expect(expired.outcome == .refusal(.credentialExpired))
        for (error, code) in [
            ("incorrect_client_credentials", CredentialError.Code.providerMisconfigured),
            ("incorrect_device_code", .credentialInvalid), ("something_new", .credentialInvalid),
        ] {
            let ending = try await Stage.run(
                provider(), .deviceFlow, [start] + polls(#"{"error":"\#(error)"}"#))
            #expect(ending.code == code, "\(error)")
        }
    }

    @Test("A device flow whose token turns out to be another client's is refused (PRV-29)")
    func deviceTokenOfAnotherClient() async throws {
        let flow = try #require(Plays.github.flows.last)
        let steps = try flow.steps(.right).dropLast(3) + [check(Answer(404, "{}"))]
        #expect(try await Stage.refusal(provider(), .deviceFlow, Array(steps)) == .audienceMismatch)
    }
}
