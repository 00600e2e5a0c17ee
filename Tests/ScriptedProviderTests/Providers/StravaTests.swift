import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let strava: Play = Play(
        "strava",
        flows: [
            .code("227615") { variation in
                let granted = Answer.tokens(more: #""athlete":{"id":227615}"#)
                return [
                    .code("https://www.strava.com/oauth/token", .post, variation.grant(granted)),
                    .get(
                        "https://www.strava.com/api/v3/athlete",
                        .json(#"{\#(variation.subject("id", "227615")),"firstname":"S","lastname":"T"}"#)),
                ]
            }
        ])
}
