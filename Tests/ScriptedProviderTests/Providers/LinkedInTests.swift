import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum LinkedIn {
        static let client = "861hhm46p48to2"
        static let keys = "https://www.linkedin.com/oauth/openid/jwks"

        static func claims(_ variation: Variation = .right, issuer: String = "https://www.linkedin.com/oauth") -> String {
            variation.claims(
                issuer, client: client, "\"782bbtaQ\"", nonce: nil,
                #""email":"i@linkedin.test","email_verified":"true","name":"I""#)
        }

        static func check(
            _ variation: Variation = .right, active: String = "true", kind: String = "3L", status: String = "active"
        ) -> Step {
            let expires = variation.time("4102444800", old: "1493055596")
            return .post(
                "https://www.linkedin.com/oauth/v2/introspectToken",
                form: [
                    "token": .exactly(Sent.accessToken), "client_id": .exactly(client),
                    "client_secret": .exactly(Sent.secret),
                ],
                .json(
                    #"{"active":\#(active),"client_id":"\#(variation.client(client))","authorized_at":1493055596,"created_at":1493055596,"status":"\#(status)","expires_at":\#(expires),"scope":"openid,profile,email","auth_type":"\#(kind)"}"#
                ))
        }

        static func account(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.linkedin.com/v2/userinfo", token: Sent.accessToken,
                .json(
                    #"{\#(variation.subject("sub", "\"782bbtaQ\"")),"email":"i@linkedin.test","email_verified":true,"name":"I"}"#
                ))
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("linkedin", clients: [client]) }
    }

    static let linkedIn: Play = Play(
        "linkedin",
        flows: [
            .codeWithIDToken("782bbtaQ", nonce: .none) { variation in
                let token = try TestToken.make(LinkedIn.claims(variation))
                return [
                    .code(
                        "https://www.linkedin.com/oauth/v2/accessToken", .post, client: LinkedIn.client,
                        .tokens(idToken: token)), .keys(LinkedIn.keys),
                ]
            },
            .idToken("782bbtaQ", nonce: nil, keys: { [.keys(LinkedIn.keys)] }, claims: { LinkedIn.claims($0) }),
            .accessToken("782bbtaQ") { [LinkedIn.check($0), LinkedIn.account($0)] },
        ], email: "i@linkedin.test", .verified, provider: LinkedIn.provider)
}
