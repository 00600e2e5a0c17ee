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
                        form: ["response_type": "device_code", "client_id": .exactly(Amazon.client), "scope": "profile"],
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
