import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Facebook {
        static let client = "138483919580948"
        static let graph = "https://graph.facebook.com/v24.0"
        /// HMAC-SHA256 of the two access tokens with the app secret, by another implementation.
        static let proof = "7bf943e0092cce69b34fe0d6716ffe6a73dcc44eed98511b0156e1cc7714038d"
        static let newProof = "6a9badbf036e903f577ee07f7cada06dc166a14a9a074865a8d6f544865f1ea5"

        static func check(_ variation: Variation, token: String, appID: String = "\"\(client)\"") -> Step {
            let app = variation.client(appID, other: "\"\(Variation.otherClient)\"")
            let expires = variation.time("4102444800", old: "1400000000")
            return Step(
                request: ExpectedRequest(
                    url: "\(graph)/debug_token",
                    query: ["input_token": .exactly(token), "access_token": .exactly("\(client)|\(Sent.secret)")]),
                answer: .json(
                    #"{"data":{"app_id":\#(app),"type":"USER","application":"Social Cafe","expires_at":\#(expires),"is_valid":true,"issued_at":1347235328,"scopes":["email","public_profile"],\#(variation.subject("user_id", "\"1207059\""))}}"#
                ))
        }

        static func me(_ variation: Variation, token: String, proof: String) -> Step {
            let query: [String: ExpectedRequest.Value] = [
                "fields": "id,name,first_name,last_name,email,picture", "access_token": .exactly(token),
                "appsecret_proof": .exactly(proof),
            ]
            return Step(
                request: ExpectedRequest(url: "\(graph)/me", query: query),
                answer: .json(
                    #"{\#(variation.subject("id", "\"1207059\"")),"name":"C","email":"c@x.test","picture":{"data":{"url":"https://p.test/1"}}}"#
                ))
        }

        static let pending = Answer(
            400,
            #"{"error":{"message":"m","type":"OAuthException","code":31,"error_subcode":1349174,"is_transient":false,"error_user_title":"t","error_user_msg":"u","fbtrace_id":"A"}}"#
        )

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("facebook", clients: [client], adjust: { $0.clientToken = ClientSecret(Sent.clientToken) })
        }
    }

    static let facebook: Play = Play(
        "facebook",
        flows: [
            .code("1207059") { variation in
                let refused = Answer(
                    400,
                    #"{"error":{"message":"This authorization code has been used.","type":"OAuthException","code":100,"error_subcode":36009,"fbtrace_id":"A"}}"#
                )
                return [
                    .code(
                        "\(Facebook.graph)/oauth/access_token", .post, client: Facebook.client,
                        variation.grant(.tokens(), refusal: refused)),
                    Facebook.me(variation, token: Sent.newAccessToken, proof: Facebook.newProof),
                ]
            }.with(email: "c@x.test", .unverified),
            .accessToken("1207059") { variation in
                [
                    Facebook.check(variation, token: Sent.accessToken),
                    Facebook.me(variation, token: Sent.accessToken, proof: Facebook.proof),
                ]
            }.with(email: "c@x.test", .unverified),
            .device("1207059", proof: .accessTokenChecked) { variation in
                let app = ExpectedRequest.Value.exactly("\(Facebook.client)|\(Sent.clientToken)")
                return [
                    .deviceStart(
                        "\(Facebook.graph)/device/login",
                        form: ["access_token": app, "scope": "email,public_profile"],
                        .json(
                            #"{"code":"\#(Sent.deviceCode)","user_code":"A1NWZ9","verification_uri":"https://www.facebook.com/device","expires_in":"420","interval":5}"#
                        ))
                ]
                    + Step.devicePolls(
                        "\(Facebook.graph)/device/login_status",
                        form: ["access_token": app, "code": .exactly(Sent.deviceCode)], pending: Facebook.pending,
                        .json(#"{"access_token":"\#(Sent.newAccessToken)","expires_in":"5183944"}"#))
                    + [
                        Facebook.check(variation, token: Sent.newAccessToken),
                        Facebook.me(variation, token: Sent.newAccessToken, proof: Facebook.newProof),
                    ]
            }.with(email: "c@x.test", .unverified),
        ], provider: Facebook.provider)
}
