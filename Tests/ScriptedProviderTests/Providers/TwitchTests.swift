import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Twitch {
        static let client = "wbmytr93xzw8zbg0p1izqyzzc5mbiz"
        static let keys = "https://id.twitch.tv/oauth2/keys"
        static let field = ["client-id": client]

        static func claims(_ variation: Variation = .right) -> String {
            variation.claims(
                "https://id.twitch.tv/oauth2", client: client, "\"141981764\"",
                #""email":"t@twitch.test","email_verified":true,"preferred_username":"T""#)
        }

        static func check(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            let expires = variation.time("5520838", old: "0")
            return .get(
                "https://id.twitch.tv/oauth2/validate", scheme: "OAuth", token: token, fields: field,
                .json(
                    #"{"client_id":"\#(variation.client(client))","login":"twitchdev","scopes":["user:read:email"],\#(variation.subject("user_id", "\"141981764\"")),"expires_in":\#(expires)}"#
                ))
        }

        static func account(_ variation: Variation = .right, token: String = Sent.accessToken) -> [Step] {
            [
                .get(
                    "https://id.twitch.tv/oauth2/userinfo", token: token, fields: field,
                    .json(#"{\#(variation.subject("sub", "\"141981764\"")),"preferred_username":"T"}"#)),
                .get(
                    "https://api.twitch.tv/helix/users", token: token, fields: field, role: .completion,
                    .json(#"{"data":[{\#(variation.subject("id", "\"141981764\"")),"email":"t@twitch.test"}]}"#)),
            ]
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("twitch", clients: [client]) }
    }

    static let twitch: Play = Play(
        "twitch",
        flows: [
            .codeWithIDToken("141981764") { variation in
                let token = try TestToken.make(Twitch.claims(variation))
                let answer = Answer.json(
                    #"{"access_token":"\#(Sent.newAccessToken)","expires_in":14124,"refresh_token":"\#(Sent.refreshToken)","scope":["user:read:email"],"token_type":"bearer","id_token":"\#(token)"}"#
                )
                return [
                    .code(
                        "https://id.twitch.tv/oauth2/token", .post, client: Twitch.client, fields: Twitch.field, answer),
                    .keys(Twitch.keys),
                ]
            }.with(email: "t@twitch.test", .verified),
            .idToken("141981764", keys: { [.keys(Twitch.keys)] }, claims: Twitch.claims)
                .with(email: "t@twitch.test", .verified),
            .accessToken("141981764") { variation in
                [Twitch.check(variation)] + Twitch.account(variation)
            },
            .device("141981764", proof: .accessTokenChecked) { variation in
                let scopes = ExpectedRequest.Value.exactly("openid user:read:email")
                return [
                    .deviceStart(
                        "https://id.twitch.tv/oauth2/device",
                        form: ["client_id": .exactly(Twitch.client), "scopes": scopes], fields: Twitch.field,
                        .deviceCodes("https://www.twitch.tv/activate?public=true&device-code=A"))
                ]
                    + Step.devicePolls(
                        "https://id.twitch.tv/oauth2/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode), "client_id": .exactly(Twitch.client),
                            "scopes": scopes,
                        ], fields: Twitch.field,
                        pending: Answer(400, #"{"status":400,"message":"authorization_pending"}"#),
                        .json(
                            #"{"access_token":"\#(Sent.newAccessToken)","expires_in":14124,"refresh_token":"\#(Sent.refreshToken)","scope":["user:read:email"],"token_type":"bearer"}"#
                        ))
                    + [Twitch.check(variation, token: Sent.newAccessToken)]
                    + Twitch.account(variation, token: Sent.newAccessToken)
            },
        ], provider: Twitch.provider)
}
