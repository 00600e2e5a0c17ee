import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum WeChat {
        static let openID = "oDa1b0sW6t9bZ3dJ2xK4yN5vQ7c8"

        /// The redemption is a GET, with the client under names of its own.
        static func code(_ answer: Answer) -> Step {
            var request = ExpectedRequest(url: "https://api.weixin.qq.com/sns/oauth2/access_token")
            request.query = [
                "grant_type": "authorization_code", "code": .exactly(Sent.code),
                "redirect_uri": .exactly(Sent.redirectURI), "code_verifier": .exactly(Sent.verifier),
            ]
            ClientProof.query(id: "appid", secret: "secret").apply(to: &request, client: Setup.client)
            return Step(request: request, answer: answer, role: .tokens)
        }

        static func granted(_ variation: Variation = .right) -> Answer {
            .json(
                #"{"access_token":"\#(Sent.newAccessToken)","expires_in":7200,"refresh_token":"\#(Sent.refreshToken)",\#(variation.subject("openid", "\"\(openID)\"")),"scope":"snsapi_login","unionid":"union-1"}"#
            )
        }

        static func userinfo(_ variation: Variation = .right) -> Step {
            let account = variation.kind == .numericSubject ? Variation.number : openID
            return Step(
                request: ExpectedRequest(
                    url: "https://api.weixin.qq.com/sns/userinfo",
                    query: ["access_token": .exactly(Sent.newAccessToken), "openid": .exactly(account)]),
                answer: .json(#"{\#(variation.subject("openid", "\"\(openID)\"")),"nickname":"W"}"#))
        }
    }

    static let wechat: Play = Play(
        "wechat",
        flows: [
            .code(WeChat.openID) { variation in
                let refused = Answer.json(#"{"errcode":40029,"errmsg":"invalid code"}"#)
                return [
                    WeChat.code(variation.grant(WeChat.granted(variation), refusal: refused)),
                    WeChat.userinfo(variation),
                ]
            }
        ])
}

@Suite("WeChat") struct WeChatTests {
    private typealias WeChat = Plays.WeChat

    @Test("A description with an error or of another account is refused, with status 200 too")
    func descriptions() async throws {
        for (body, code) in [
            (#"{"errcode":40001,"errmsg":"invalid credential"}"#, CredentialError.Code.credentialInvalid),
            (#"{"errcode":40001,"errmsg":"m","openid":"\#(WeChat.openID)"}"#, .credentialInvalid),
            (#"{"openid":"somebody-else"}"#, .subjectMismatch), (#"{"unionid":"union-1"}"#, .credentialInvalid),
        ] {
            var userinfo = WeChat.userinfo()
            userinfo.answer.body = body
            let steps = [WeChat.code(WeChat.granted()), userinfo]
            #expect(try await Stage.refusal(Setup.provider("wechat"), .code(nonce: nil), steps) == code, "\(body)")
        }
    }

    @Test("Access tokens prove nothing, though the provider has a check: it names no client")
    func accessToken() async throws {
        #expect(try await Stage.refusal(Setup.provider("wechat"), .accessToken()) == .audienceUnprovable)
    }
}
