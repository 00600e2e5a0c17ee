import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Twitter {
        static let token = "https://api.x.com/2/oauth2/token"

        static func me(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.x.com/2/users/me",
                query: ["user.fields": "id,name,username,profile_image_url,confirmed_email"],
                .json(#"{"data":{\#(variation.subject("id", "\"2244994945\"")),"name":"X","username":"x"}}"#))
        }
    }

    static let twitter: Play = Play(
        "twitter",
        flows: [
            .code("2244994945") { [.code(Twitter.token, .basic, $0.grant(.tokens())), Twitter.me($0)] },
            .refresh("2244994945") { variation in
                [
                    .refresh(Twitter.token, .basic, variation.grant(.tokens(refreshToken: Sent.newRefreshToken))),
                    Twitter.me(variation),
                ]
            },
        ])
}
