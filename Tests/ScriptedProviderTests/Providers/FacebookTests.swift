import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Facebook {
        static let client = "138483919580948"
        static let graph = "https://graph.facebook.com/v24.0"
        /// HMAC-SHA256 of the two access tokens with the app secret, by another implementation.
        static let proof = "7bf943e0092cce69b34fe0d6716ffe6a73dcc44eed98511b0156e1cc7714038d"
        static let newProof = "6a9badbf036e903f577ee07f7cada06dc166a14a9a074865a8d6f544865f1ea5"

        static func check(_ variation: Variation, token: String, appID: String = "\"\(client)\"") -> Step {
            let app = variation.client(appID, other: "\"\(Variation.otherClient)\"")
            let expires = variation.time("4102444800", old: "1400000000")
            return Step(
                request: ExpectedRequest(
                    url: "\(graph)/debug_token",
                    query: ["input_token": .exactly(token), "access_token": .exactly("\(client)|\(Sent.secret)")]),
                answer: .json(
                    #"{"data":{"app_id":\#(app),"type":"USER","application":"Social Cafe","expires_at":\#(expires),"is_valid":true,"issued_at":1347235328,"scopes":["email","public_profile"],\#(variation.subject("user_id", "\"1207059\""))}}"#
                ))
        }

        static func me(_ variation: Variation, token: String, proof: String) -> Step {
            let query: [String: ExpectedRequest.Value] = [
                "fields": "id,name,first_name,last_name,email,picture", "access_token": .exactly(token),
                "appsecret_proof": .exactly(proof),
            ]
            return Step(
                request: ExpectedRequest(url: "\(graph)/me", query: query),
                answer: .json(
                    #"{\#(variation.subject("id", "\"1207059\"")),"name":"C","email":"c@x.test","picture":{"data":{"url":"https://p.test/1"}}}"#
                ))
        }

        static let pending = Answer(
            400,
            #"{"error":{"message":"m","type":"OAuthException","code":31,"error_subcode":1349174,"is_transient":false,"error_user_title":"t","error_user_msg":"u","fbtrace_id":"A"}}"#
        )

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider(
                "facebook", clients: [client], adjust: { $0.clientToken = ClientSecret(Sent.clientToken) })
        }
    }

    static let facebook: Play = Play(
        "facebook",
        flows: [
            .code("1207059") { variation in
                let refused = Answer(
                    400,
                    #"{"error":{"message":"This authorization code has been used.","type":"OAuthException","code":100,"error_subcode":36009,"fbtrace_id":"A"}}"#
                )
                return [
                    .code(
                        "\(Facebook.graph)/oauth/access_token", .post, client: Facebook.client,
                        variation.grant(.tokens(), refusal: refused)),
                    Facebook.me(variation, token: Sent.newAccessToken, proof: Facebook.newProof),
                ]
            }.with(email: "c@x.test", .unverified),
            .accessToken("1207059") { variation in
                [
                    Facebook.check(variation, token: Sent.accessToken),
                    Facebook.me(variation, token: Sent.accessToken, proof: Facebook.proof),
                ]
            }.with(email: "c@x.test", .unverified),
            .device("1207059", proof: .accessTokenChecked) { variation in
                let app = ExpectedRequest.Value.exactly("\(Facebook.client)|\(Sent.clientToken)")
                return [
                    .deviceStart(
                        "\(Facebook.graph)/device/login",
                        form: ["access_token": app, "scope": "email,public_profile"],
                        .json(
                            #"{"code":"\#(Sent.deviceCode)","user_code":"A1NWZ9","verification_uri":"https://www.facebook.com/device","expires_in":"420","interval":5}"#
                        ))
                ]
                    + Step.devicePolls(
                        "\(Facebook.graph)/device/login_status",
                        form: ["access_token": app, "code": .exactly(Sent.deviceCode)], pending: Facebook.pending,
                        .json(#"{"access_token":"\#(Sent.newAccessToken)","expires_in":"5183944"}"#))
                    + [
                        Facebook.check(variation, token: Sent.newAccessToken),
                        Facebook.me(variation, token: Sent.newAccessToken, proof: Facebook.newProof),
                    ]
            }.with(email: "c@x.test", .unverified),
        ], provider: Facebook.provider)
}

@Suite("Facebook") struct FacebookTests {
    private typealias Facebook = Plays.Facebook

    private func check(_ answer: Answer) throws -> Step {
        var step = Facebook.check(.right, token: Sent.accessToken)
        step.answer = answer
        return step
    }

    private func refusal(_ answer: Answer) async throws -> CredentialError.Code? {
        try await Stage.refusal(Facebook.provider(), .accessToken(), [check(answer)])
    }

    @Test("app_id is compared as a string or as a number, in both cases by its digits")
    func appNumber() async throws {
        let identity = try await Stage.identity(
            Facebook.provider(), .accessToken(),
            [
                Facebook.check(.right, token: Sent.accessToken, appID: Facebook.client),
                Facebook.me(.right, token: Sent.accessToken, proof: Facebook.proof),
            ])
        #expect(identity.subject.value == "1207059")
        #expect(identity.profile.emailVerified == false)
        let other = Facebook.check(.right, token: Sent.accessToken, appID: "138483919580949")
        #expect(try await Stage.refusal(Facebook.provider(), .accessToken(), [other]) == .audienceMismatch)
    }

    /// Members of `data` that replace the right ones, and the refusal.
    private static let spoiled: [(String, CredentialError.Code)] = [
        (
            #""app_id":"138483919580948","type":"USER","expires_at":0,"is_valid":false,"user_id":"1207059""#,
            .credentialInvalid
        ),
        (
            #""app_id":"138483919580948","type":"USER","expires_at":0,"is_valid":"true","user_id":"1207059""#,
            .credentialInvalid
        ),
        (
            #""app_id":"138483919580948","type":"USER","expires_at":0,"is_valid":1,"user_id":"1207059""#,
            .credentialInvalid
        ),
        (#""app_id":"138483919580948","type":"USER","expires_at":0,"user_id":"1207059""#, .credentialInvalid),
        (#""app_id":"138483919580948","type":"APP","expires_at":0,"is_valid":true"#, .credentialInvalid),
        (
            #""app_id":"138483919580948","type":"PAGE","expires_at":0,"is_valid":true,"user_id":"1207059""#,
            .credentialInvalid
        ),
        (#""type":"USER","expires_at":0,"is_valid":true,"user_id":"1207059""#, .audienceUnprovable),
        (#""app_id":null,"type":"USER","expires_at":0,"is_valid":true,"user_id":"1207059""#, .audienceUnprovable),
        (
            #""app_id":1.38483919580948e14,"type":"USER","expires_at":0,"is_valid":true,"user_id":"1""#,
            .credentialInvalid
        ),
        (#""app_id":"138483919580948","type":"USER","is_valid":true,"user_id":"1207059""#, .credentialInvalid),
        (
            #""app_id":"138483919580948","type":"USER","expires_at":1,"is_valid":true,"user_id":"1207059""#,
            .credentialExpired
        ),
        (#""app_id":"138483919580948","type":"USER","expires_at":0,"is_valid":true,"user_id":"""#, .credentialInvalid),
        (
            #""app_id":"138483919580948","type":"USER","expires_at":0,"is_valid":true,"user_id":null"#,
            .credentialInvalid
        ),
        (
            #""app_id":"999","app_id":"138483919580948","type":"USER","expires_at":0,"is_valid":true,"user_id":"1207059""#,
            .providerAnswerInvalid
        ),
    ]

    @Test("Each member of the check must be there and right (B31)", arguments: spoiled.indices)
    func members(_ index: Int) async throws {
        let (members, code) = Self.spoiled[index]

        #expect(try await refusal(.json(#"{"data":{\#(members)}}"#)) == code, "\(members)")
    }

    @Test("A token that never expires says 0 (B31)")
    func neverExpires() async throws {
        var step = Facebook.check(.right, token: Sent.accessToken)
        step.answer.body = step.answer.body.replacing("4102444800", with: "0")
        let steps = [step, Facebook.me(.right, token: Sent.accessToken, proof: Facebook.proof)]
        #expect(try await Stage.identity(Facebook.provider(), .accessToken(), steps).subject.value == "1207059")
    }

    @Test("Facebook's own errors say what is wrong, with the status of success too")
    func errors() async throws {
        let answers: [(Answer, CredentialError.Code)] = [
            (
                .json(
                    #"{"data":{"error":{"code":190,"message":"Invalid OAuth access token."},"is_valid":false,"scopes":[]}}"#
                ),
                .credentialInvalid
            ),
            (
                Answer(
                    400,
                    #"{"error":{"message":"(#100) You must provide an app access token, or a user access token that is an owner or developer of the app","type":"OAuthException","code":100,"fbtrace_id":"A"}}"#
                ), .audienceMismatch
            ),
            (
                Answer(
                    400,
                    #"{"error":{"message":"The request is invalid because the app is configured as a desktop app","type":"OAuthException","code":1,"fbtrace_id":"A"}}"#
                ), .providerMisconfigured
            ),
            (
                Answer(
                    403,
                    #"{"error":{"message":"(#4) Application request limit reached","type":"OAuthException","code":4}}"#),
                .providerUnavailable
            ),
            (Answer(400, #"{"error":{"message":"m","type":"OAuthException","code":190}}"#), .credentialInvalid),
            (.json("false"), .audienceUnprovable),
        ]
        for (answer, code) in answers {
            let found = try await refusal(answer)
            #expect(found == code || answer.body == "false" && found != nil, "\(answer.body)")
        }
    }

    @Test("A description of another account than the check's is refused (PRV-05)")
    func otherAccount() async throws {
        for body in [#"{"id":"1207060","name":"M"}"#, #"{"id":1207060}"#] {
            var me = Facebook.me(.right, token: Sent.accessToken, proof: Facebook.proof)
            me.answer.body = body
            let steps = [Facebook.check(.right, token: Sent.accessToken), me]
            #expect(try await Stage.refusal(Facebook.provider(), .accessToken(), steps) == .subjectMismatch)
        }
    }

    @Test("/me may answer false, and names nobody then")
    func bareFalse() async throws {
        var me = Facebook.me(.right, token: Sent.accessToken, proof: Facebook.proof)
        me.answer.body = "false"
        let steps = [Facebook.check(.right, token: Sent.accessToken), me]
        #expect(try await Stage.refusal(Facebook.provider(), .accessToken(), steps) == .credentialInvalid)
    }

    @Test("appsecret_proof is the HMAC of the token with the app secret: the vector of the specification")
    func appSecretProof() async throws {
        let provider = try Setup.provider("facebook", clients: [Facebook.client], secret: "app-secret")
        var check = Facebook.check(.right, token: "user-token")
        check.request.query["access_token"] = .exactly("\(Facebook.client)|app-secret")
        let me = Facebook.me(
            .right, token: "user-token", proof: "b5a94d985eb7b68467d28ca5375162d12b9ca8fe238615acc927c8a9c08d2e95")
        let identity = try await Stage.identity(provider, .accessToken("user-token"), [check, me])
        #expect(identity.proof == .accessTokenChecked)
    }

    @Test("Without the app secret nothing can be checked: the configuration is at fault")
    func noSecret() async throws {
        let provider = try Setup.provider("facebook", clients: [Facebook.client], secret: nil)
        #expect(try await Stage.refusal(provider, .accessToken()) == .providerMisconfigured)
    }

    @Test("The device login: slower when told to, declined, expired, and without the client token impossible")
    func deviceLogin() async throws {
        let all = try Plays.facebook.flows[2].steps(.right)
        func ending(_ subcodes: Int...) async throws -> Ending {
            let polls = subcodes.map { subcode in
                var step = all[1]
                step.answer.body = Facebook.pending.body.replacing("1349174", with: String(subcode))
                return step
            }
            return try await Stage.run(Facebook.provider(), .deviceFlow, [all[0]] + polls)
        }
        let declined = try await ending(1_349_174, 1_349_172, 1_349_173)
        #expect(declined.outcome == .refusal(.accessDenied))
        #expect(declined.clock.sleeps == [.seconds(5), .seconds(5), .seconds(10)])
        #expect(try await ending(1_349_152).outcome == .refusal(.credentialExpired))
        #expect(try await ending(1_349_999).outcome == .refusal(.credentialInvalid))
        let withoutToken = try Setup.provider("facebook", clients: [Facebook.client])
        #expect(try await Stage.refusal(withoutToken, .deviceFlow) == .providerMisconfigured)
    }

    @Test("A device login whose token is another app's is refused (PRV-29)")
    func deviceTokenOfAnotherApp() async throws {
        let steps = try Plays.facebook.flows[2].steps(Variation(kind: .otherClient))
        let ending = try await Stage.run(Facebook.provider(), .deviceFlow, Array(steps.dropLast()))
        #expect(ending.code == .audienceMismatch && ending.script.remaining == 0)
    }
}
