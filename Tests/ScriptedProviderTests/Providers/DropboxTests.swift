import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Dropbox {
        static let token = "https://api.dropboxapi.com/oauth2/token"
        static let keys = "https://www.dropbox.com/.well-known/jwks"
        static let account = "\"dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc\""

        static func claims(_ variation: Variation = .right) -> String {
            variation.claims(
                "https://www.dropbox.com", account, nonce: nil, #""email":"d@dropbox.test","email_verified":true"#)
        }

        /// Both are POSTs without a body.
        static func description(_ variation: Variation = .right, first: Step.Role = .needed) -> [Step] {
            let current =
                #"{\#(variation.subject("account_id", account)),"email":"d@dropbox.test","email_verified":true,"name":{"display_name":"D"}}"#
            let userinfo = #"{\#(variation.subject("sub", account)),"email":"d@dropbox.test","email_verified":true}"#
            let bearer = ExpectedRequest.Value.exactly("Bearer \(Sent.newAccessToken)")
            return [
                .post(
                    "https://api.dropboxapi.com/2/users/get_current_account", form: [:], authorization: bearer,
                    role: first, .json(current)),
                .post(
                    "https://api.dropboxapi.com/2/openid/userinfo", form: [:], authorization: bearer,
                    role: .completion, .json(userinfo)),
            ]
        }
    }

    static let dropbox: Play = Play(
        "dropbox",
        flows: [
            .codeWithIDToken("dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc", nonce: .none) { variation in
                let token = try TestToken.make(Dropbox.claims(variation))
                return [.code(Dropbox.token, .basic, .tokens(idToken: token)), .keys(Dropbox.keys)]
                    + Dropbox.description(variation, first: .completion)
            },
            .idToken(
                "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc", nonce: nil, keys: { [.keys(Dropbox.keys)] },
                claims: Dropbox.claims),
            .refresh("dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc") { variation in
                [.refresh(Dropbox.token, .basic, variation.grant(.tokens()))] + Dropbox.description(variation)
            },
        ], email: "d@dropbox.test", .verified)
}
