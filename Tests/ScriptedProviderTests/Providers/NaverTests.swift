import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Naver {
        static let token = "https://nid.naver.com/oauth2.0/token"

        static func me(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> Step {
            .get(
                "https://openapi.naver.com/v1/nid/me", token: token,
                .json(
                    #"{"resultcode":"00","message":"success","response":{\#(variation.subject("id", "\"32742776\"")),"email":"o@naver.test","nickname":"n"}}"#
                ))
        }
    }

    static let naver: Play = Play(
        "naver",
        flows: [
            .code("32742776", response: [("state", "s-1")]) { variation in
                [
                    .code(
                        Naver.token, .post, more: ["state": "s-1"],
                        variation.grant(
                            .json(
                                #"{"access_token":"\#(Sent.newAccessToken)","refresh_token":"\#(Sent.refreshToken)","token_type":"bearer","expires_in":"3600"}"#
                            ), refusal: .json(#"{"error":"invalid_request","error_description":"no valid data in session"}"#))),
                    Naver.me(variation),
                ]
            },
            .refresh("32742776") { variation in
                [.refresh(Naver.token, .post, variation.grant(.tokens())), Naver.me(variation)]
            },
        ], email: "o@naver.test", .unverified)
}
