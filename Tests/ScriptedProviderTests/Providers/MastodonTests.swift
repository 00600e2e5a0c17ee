import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let mastodon: Play = Play(
        "mastodon",
        flows: [
            .code("14715") { variation in
                [
                    .code("https://social.test/oauth/token", .post, variation.grant(.tokens())),
                    .get(
                        "https://social.test/api/v1/accounts/verify_credentials",
                        .json(#"{\#(variation.subject("id", "\"14715\"")),"username":"m","display_name":"M"}"#)),
                ]
            }
        ]
    ) { try Setup.provider("mastodon", parameters: [.instance: "https://social.test"]) }
}
