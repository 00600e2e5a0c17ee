import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Line {
        static let client = "1440057261"
        static let keys = "https://api.line.me/oauth2/v2.1/certs"
        /// A channel secret, which is also the key of HS256.
        static let secret = "8f14e45fceea167a5a36dedd4bea2543"

        static func claims(_ variation: Variation = .right) -> String {
            variation.claims(
                "https://access.line.me", client: client, "\"U4af4980629\"", #""email":"l@line.test","name":"L""#)
        }

        static func code(_ answer: Answer) -> Step {
            var step = Step.code(
                "https://api.line.me/oauth2/v2.1/token", .name, client: client, more: ["id_token_key_type": "JWK"],
                answer)
            step.request.form["client_secret"] = .exactly(secret)
            return step
        }

        static func check(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            let expires = variation.time("2591659", old: "0")
            return Step(
                request: ExpectedRequest(
                    url: "https://api.line.me/oauth2/v2.1/verify", query: ["access_token": .exactly(token)]),
                answer: .json(
                    #"{"scope":"profile openid","client_id":"\#(variation.client(client))","expires_in":\#(expires)}"#))
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("line", clients: [client], secret: secret)
        }
    }

    static let line: Play = Play(
        "line",
        flows: [
            .codeWithIDToken("U4af4980629") { variation in
                let token = try TestToken.make(Line.claims(variation), key: .ec)
                return [Line.code(.tokens(idToken: token)), .keys(Line.keys)]
            }.with(email: "l@line.test", .unverified),
            .idToken("U4af4980629", key: .secret([UInt8](Line.secret.utf8)), keys: { [] }, claims: Line.claims)
                .with(email: "l@line.test", .unverified),
            .accessToken("U4af4980629") { variation in
                let subject = variation.subject("userId", "\"U4af4980629\"")
                let sub = variation.subject("sub", "\"U4af4980629\"")
                return [
                    Line.check(variation),
                    .get(
                        "https://api.line.me/v2/profile", token: Sent.accessToken,
                        .json(#"{\#(subject),"displayName":"L","pictureUrl":"https://p.test/l"}"#)),
                    .get(
                        "https://api.line.me/oauth2/v2.1/userinfo", token: Sent.accessToken, role: .completion,
                        .json(#"{\#(sub),"name":"L","picture":"https://p.test/l"}"#)),
                ]
            },
        ], provider: Line.provider)
}
