import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Reddit {
        static let token = "https://www.reddit.com/api/v1/access_token"

        static func me(_ variation: Variation = .right) -> Step {
            .get(
                "https://oauth.reddit.com/api/v1/me",
                .json(#"{\#(variation.subject("id", "\"1w72\"")),"name":"r","icon_img":"https://p.test/r"}"#))
        }
    }

    static let reddit: Play = Play(
        "reddit",
        flows: [
            // Reddit refuses with status 200.
            .code("1w72") { variation in
                let refused = Answer.json(#"{"error":"invalid_grant"}"#)
                return [
                    .code(Reddit.token, .basic, variation.grant(.tokens(), refusal: refused)), Reddit.me(variation),
                ]
            },
            .refresh("1w72") { [.refresh(Reddit.token, .basic, $0.grant(.tokens())), Reddit.me($0)] },
        ])
}
