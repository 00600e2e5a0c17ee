import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum GitLab {
        static let client = "abc"
        static let base = "https://gitlab.com"
        static let keys = "https://gitlab.com/oauth/discovery/keys"

        static func claims(_ variation: Variation = .right, issuer: String = base) -> String {
            variation.claims(
                issuer, client: client, "\"1\"", #""email":"g@gitlab.test","email_verified":true,"name":"G""#)
        }

        static func check(
            _ variation: Variation = .right, token: String = Sent.accessToken, uid: String? = nil
        ) -> Step {
            let expires = variation.time("7200", old: "0")
            return .get(
                "\(base)/oauth/token/info", token: token,
                .json(
                    #"{\#(variation.subject("resource_owner_id", "1")),"scope":["openid"],"expires_in":\#(expires),"application":{"uid":"\#(uid ?? variation.client(client))"},"created_at":1363720085}"#
                ))
        }

        static func account(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> [Step] {
            [
                .get(
                    "\(base)/oauth/userinfo", token: token,
                    .json(
                        #"{\#(variation.subject("sub", "\"1\"")),"email":"g@gitlab.test","email_verified":true,"name":"G"}"#
                    )),
                .get(
                    "\(base)/api/v4/user", token: token, role: .completion,
                    .json(#"{\#(variation.subject("id", "1")),"email":"g@gitlab.test"}"#)),
            ]
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("gitlab", clients: [client]) }
    }

    static let gitlab: Play = Play(
        "gitlab",
        flows: [
            .codeWithIDToken("1") { variation in
                let token = try TestToken.make(GitLab.claims(variation))
                return [
                    .code("\(GitLab.base)/oauth/token", .basic, client: GitLab.client, .tokens(idToken: token)),
                    .keys(GitLab.keys),
                ]
            },
            .idToken("1", keys: { [.keys(GitLab.keys)] }, claims: { GitLab.claims($0) }),
            .refresh("1") { variation in
                [
                    .refresh(
                        "\(GitLab.base)/oauth/token", .basic, client: GitLab.client,
                        variation.grant(.tokens(refreshToken: Sent.newRefreshToken)))
                ] + GitLab.account(variation)
            },
            .accessToken("1") { [GitLab.check($0)] + GitLab.account($0, token: Sent.accessToken) },
            .device("1", proof: .accessTokenChecked) { variation in
                let basic = ExpectedRequest.Value.exactly(ClientProof.basicField(GitLab.client, Sent.secret))
                return [
                    .deviceStart(
                        "\(GitLab.base)/oauth/authorize_device", form: ["scope": "openid profile email"],
                        authorization: basic, .deviceCodes("https://gitlab.com/oauth/device"))
                ]
                    + Step.devicePolls(
                        "\(GitLab.base)/oauth/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode),
                        ], authorization: basic, pending: .pending, .tokens())
                    + [GitLab.check(variation, token: Sent.newAccessToken)] + GitLab.account(variation)
            },
        ], email: "g@gitlab.test", .verified, provider: GitLab.provider)
}
