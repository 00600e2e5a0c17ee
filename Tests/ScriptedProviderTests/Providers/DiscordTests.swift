import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Discord {
        static let client = "159799960412356608"
        static let subject = "268473310986240001"
        static let token = "https://discord.com/api/oauth2/token"

        static func check(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            let expires = variation.time("2099-01-23T02:33:17.017000+00:00", old: "2021-01-23T02:33:17.017000+00:00")
            return .get(
                "https://discord.com/api/v10/oauth2/@me", token: token,
                .json(
                    #"{"application":{"id":"\#(variation.client(client))","name":"A"},"scopes":["identify"],"expires":"\#(expires)","user":{\#(variation.subject("id", "\"\(subject)\"")),"username":"d","discriminator":"0","avatar":null}}"#
                ))
        }

        static func account(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> [Step] {
            [
                .get(
                    "https://discord.com/api/users/@me", token: token,
                    .json(
                        #"{\#(variation.subject("id", "\"\(subject)\"")),"username":"d","discriminator":"0","email":"d@discord.test","verified":true}"#
                    )),
                .get(
                    "https://discord.com/api/oauth2/@me", token: token, role: .completion,
                    .json(#"{"application":{"id":"\#(client)"},"scopes":["identify"]}"#)),
            ]
        }
    }

    static let discord: Play = Play(
        "discord",
        flows: [
            .code(Discord.subject) { variation in
                [.code(Discord.token, .basic, client: Discord.client, variation.grant(.tokens()))]
                    + Discord.account(variation)
            },
            .refresh(Discord.subject) { variation in
                [
                    .refresh(
                        Discord.token, .basic, client: Discord.client,
                        variation.grant(.tokens(refreshToken: Sent.newRefreshToken)))
                ] + Discord.account(variation)
            },
            .accessToken(Discord.subject) { variation in
                [Discord.check(variation)] + Discord.account(variation, token: Sent.accessToken)
            },
            .device(Discord.subject, proof: .accessTokenChecked) { variation in
                let basic = ExpectedRequest.Value.exactly(ClientProof.basicField(Discord.client, Sent.secret))
                return [
                    .deviceStart(
                        "https://discord.com/api/v10/oauth2/device/authorize", form: ["scope": "identify email"],
                        authorization: basic, .deviceCodes("https://discord.com/activate"))
                ]
                    + Step.devicePolls(
                        "https://discord.com/api/v10/oauth2/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode),
                        ], authorization: basic, pending: .pending, .tokens())
                    + [Discord.check(variation, token: Sent.newAccessToken)] + Discord.account(variation)
            },
        ], email: "d@discord.test", .verified
    ) { try Setup.provider("discord", clients: [Discord.client]) }
}
