import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Amazon {
        static let client = "amzn1.application-oa2-client.a"
        /// Access tokens of Amazon have a vertical bar.
        static let accessToken = "Atza|IwEBIJedGXjDqsU_vMxykhe7pKqzX"
        static let account = "\"amzn1.account.X\""

        static func check(_ variation: Variation = .right) -> Step {
            let expires = variation.time("3597", old: "0")
            return Step(
                request: ExpectedRequest(
                    url: "https://api.amazon.com/auth/o2/tokeninfo", query: ["access_token": .exactly(accessToken)]),
                answer: .json(
                    #"{"aud":"\#(variation.client(client))",\#(variation.subject("user_id", account)),"iss":"https://www.amazon.com","exp":\#(expires),"app_id":"amzn1.application.a","iat":1386372460}"#
                ))
        }

        static func profile(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.amazon.com/user/profile", token: accessToken,
                .json(#"{\#(variation.subject("user_id", account)),"email":"z@amazon.test","name":"Z"}"#))
        }

        static let granted = Answer.json(
            #"{"access_token":"\#(accessToken)","token_type":"bearer","expires_in":3600,"refresh_token":"Atzr|IQEBLzAtAhRPpMJxdwVz2Nn6f2y"}"#
        )

        static func provider() throws -> ConfiguredProvider { try Setup.provider("amazon", clients: [client]) }
    }

    static let amazon: Play = Play(
        "amazon",
        flows: [
            .code("amzn1.account.X") { variation in
                [
                    .code(
                        "https://api.amazon.com/auth/o2/token", .basic, client: Amazon.client,
                        variation.grant(Amazon.granted)), Amazon.profile(variation),
                ]
            },
            .accessToken("amzn1.account.X", token: Amazon.accessToken) { [Amazon.check($0), Amazon.profile($0)] },
            .device("amzn1.account.X", proof: .accessTokenChecked) { variation in
                [
                    .deviceStart(
                        "https://api.amazon.com/auth/o2/create/codepair",
                        form: [
                            "response_type": "device_code", "client_id": .exactly(Amazon.client), "scope": "profile",
                        ],
                        .deviceCodes("https://amazon.com/us/code"))
                ]
                    + Step.devicePolls(
                        "https://api.amazon.com/auth/o2/token",
                        form: [
                            "grant_type": "device_code", "device_code": .exactly(Sent.deviceCode),
                            "user_code": "WDJB-MJHT",
                        ], pending: .pending, Amazon.granted) + [Amazon.check(variation), Amazon.profile(variation)]
            },
        ], email: "z@amazon.test", .unverified, provider: Amazon.provider)
}

@Suite("Amazon") struct AmazonTests {
    private typealias Amazon = Plays.Amazon

    private func code(_ answer: Answer) async throws -> CredentialError.Code? {
        var step = Amazon.check()
        step.answer = answer
        return try await Stage.refusal(Amazon.provider(), .accessToken(Amazon.accessToken), [step])
    }

    @Test("The check: the audience is the client, not the application; a time to come, as a number")
    func check() async throws {
        let client = Amazon.client
        #expect(try await code(.json(#"{"aud":"amzn1.application.a","user_id":"u","exp":1}"#)) == .audienceMismatch)
        #expect(try await code(.json(#"{"app_id":"\#(client)","user_id":"u","exp":1}"#)) == .audienceUnprovable)
        #expect(try await code(.json(#"{"aud":"\#(client)","user_id":"u"}"#)) == .credentialInvalid)
        #expect(try await code(.json(#"{"aud":"\#(client)","user_id":"u","exp":"x"}"#)) == .credentialInvalid)
        #expect(
            try await code(Answer(400, #"{"error":"invalid_token","error_description":"The access token is invalid"}"#))
                == .credentialInvalid)
    }

    @Test("A profile of another account than the check's is refused (PRV-05)")
    func otherAccount() async throws {
        var profile = Amazon.profile()
        profile.answer.body = profile.answer.body.replacing("amzn1.account.X", with: "amzn1.account.Y")
        let steps = [Amazon.check(), profile]
        #expect(
            try await Stage.refusal(Amazon.provider(), .accessToken(Amazon.accessToken), steps) == .subjectMismatch)
    }
}
