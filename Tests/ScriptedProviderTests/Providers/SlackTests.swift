import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Slack {
        static let token = "https://slack.com/api/openid.connect.token"
        static let keys = "https://slack.com/openid/connect/keys"

        static func claims(_ variation: Variation = .right) -> String {
            variation.claims(
                "https://slack.com", "\"U0R7MFMJM\"", #""email":"k@slack.test","email_verified":true,"name":"K""#)
        }
    }

    static let slack: Play = Play(
        "slack",
        flows: [
            .codeWithIDToken("U0R7MFMJM") { variation in
                let token = try TestToken.make(Slack.claims(variation))
                return [.code(Slack.token, .post, .tokens(idToken: token, more: #""ok":true"#)), .keys(Slack.keys)]
            },
            .idToken("U0R7MFMJM", keys: { [.keys(Slack.keys)] }, claims: Slack.claims),
        ], email: "k@slack.test", .verified)
}

@Suite("Slack") struct SlackTests {
    @Test("Errors come with status 200 and ok false")
    func errors() async throws {
        for body in [
            #"{"ok":false,"error":"invalid_code"}"#, #"{"ok":false}"#,
            #"{"ok":"true","access_token":"x","token_type":"Bearer"}"#,
        ] {
            let step = Step.code(Plays.Slack.token, .post, .json(body))
            #expect(try await Stage.refusal(Setup.provider("slack"), .code(), [step]) == .credentialInvalid, "\(body)")
        }
    }
}
