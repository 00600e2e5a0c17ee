import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let figma: Play = Play(
        "figma",
        flows: [
            .code("1093877") { variation in
                [
                    .code("https://api.figma.com/v1/oauth/token", .basic, variation.grant(.tokens())),
                    .get(
                        "https://api.figma.com/v1/me",
                        .json(#"{\#(variation.subject("id", "\"1093877\"")),"email":"f@figma.test","handle":"F"}"#)),
                ]
            }.with(email: "f@figma.test", .unverified)
        ])
}
