import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Kakao {
        static let client = "rest-api-key-0"
        static let native = "native-app-key-0"
        static let keys = "https://kauth.kakao.com/.well-known/jwks.json"
        static let token = "https://kauth.kakao.com/oauth/token"

        static func claims(_ variation: Variation = .right, client: String = client) -> String {
            variation.claims(
                "https://kauth.kakao.com", client: client, "\"123456789012\"", #""email":"k@kakao.test","nickname":"K""#)
        }

        static func check(_ variation: Variation = .right, appID: String = "1234") -> Step {
            let app = variation.client(appID, other: "5678")
            let expires = variation.time("7199", old: "0")
            return .get(
                "https://kapi.kakao.com/v1/user/access_token_info", token: Sent.accessToken,
                .json(#"{\#(variation.subject("id", "123456789012")),"expires_in":\#(expires),"app_id":\#(app)}"#))
        }

        static func account(
            _ variation: Variation = .right, token: String = Sent.newAccessToken, flags: String = "true",
            first: Step.Role = .needed
        ) -> [Step] {
            [
                .get(
                    "https://kapi.kakao.com/v2/user/me", token: token, role: first,
                    .json(
                        #"{\#(variation.subject("id", "123456789012")),"kakao_account":{"email":"k@kakao.test","is_email_valid":true,"is_email_verified":\#(flags),"profile":{"nickname":"K"}}}"#
                    )),
                .get(
                    "https://kapi.kakao.com/v1/oidc/userinfo", token: token, role: .completion,
                    .json(#"{\#(variation.subject("sub", "\"123456789012\"")),"nickname":"K"}"#)),
            ]
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("kakao", clients: [client, native], configure: { $0.kakaoAppNumber = "1234" })
        }
    }

    static let kakao: Play = Play(
        "kakao",
        flows: [
            .codeWithIDToken("123456789012") { variation in
                let token = try TestToken.make(Kakao.claims(variation))
                return [
                    .code(Kakao.token, .post, client: Kakao.client, .tokens(idToken: token)), .keys(Kakao.keys),
                ] + Kakao.account(variation, first: .completion)
            }.with(email: "k@kakao.test", .verified),
            .idToken("123456789012", keys: { [.keys(Kakao.keys)] }, claims: { Kakao.claims($0) }),
            .accessToken("123456789012") { variation in
                [Kakao.check(variation)] + Kakao.account(variation, token: Sent.accessToken)
            }.with(email: "k@kakao.test", .verified),
            .refresh("123456789012") { variation in
                [.refresh(Kakao.token, .post, client: Kakao.client, variation.grant(.tokens()))]
                    + Kakao.account(variation)
            }.with(email: "k@kakao.test", .verified),
        ], provider: Kakao.provider)
}
