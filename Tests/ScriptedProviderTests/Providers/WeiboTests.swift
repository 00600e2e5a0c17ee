import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Weibo {
        static let client = "1352222456"

        static func check(_ variation: Variation = .right) -> Step {
            let expires = variation.time(#""157679471""#, old: #""0""#)
            return .post(
                "https://api.weibo.com/oauth2/get_token_info", form: ["access_token": .exactly(Sent.accessToken)],
                .json(
                    #"{\#(variation.subject("uid", "1073880650")),"appkey":"\#(variation.client(client))","scope":null,"create_at":"1352267591","expire_in":\#(expires)}"#
                ))
        }

        static func user(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> Step {
            let account = variation.kind == .numericSubject ? Variation.number : "1073880650"
            return Step(
                request: ExpectedRequest(
                    url: "https://api.weibo.com/2/users/show.json",
                    query: ["access_token": .exactly(token), "uid": .exactly(account)]),
                answer: .json(#"{"id":1,\#(variation.subject("idstr", "\"1073880650\"")),"screen_name":"W"}"#))
        }
    }

    static let weibo: Play = Play(
        "weibo",
        flows: [
            .code("1073880650") { variation in
                let granted = Answer.json(
                    #"{"access_token":"\#(Sent.newAccessToken)","expires_in":"157679999",\#(variation.subject("uid", "\"1073880650\""))}"#
                )
                return [
                    .code(
                        "https://api.weibo.com/oauth2/access_token", .post, client: Weibo.client,
                        variation.grant(granted)), Weibo.user(variation),
                ]
            },
            .accessToken("1073880650") { [Weibo.check($0), Weibo.user($0, token: Sent.accessToken)] },
        ]
    ) { try Setup.provider("weibo", clients: [Weibo.client]) }
}

@Suite("Weibo") struct WeiboTests {
    @Test("The app is compared, not the account alone")
    func check() async throws {
        let provider = try Plays.weibo.provider()
        for (answer, code) in [
            (#"{"uid":1073880650,"expire_in":"1"}"#, CredentialError.Code.audienceUnprovable),
            (#"{"uid":1073880650,"appkey":"1073880650","expire_in":"1"}"#, .audienceMismatch),
            (#"{"uid":1073880650,"appkey":"1352222456"}"#, .credentialInvalid),
        ] {
            var check = Plays.Weibo.check()
            check.answer.body = answer
            #expect(try await Stage.refusal(provider, .accessToken(), [check]) == code, "\(answer)")
        }
        var user = Plays.Weibo.user(token: Sent.accessToken)
        user.answer.body = user.answer.body.replacing("1073880650", with: "1073880651")
        #expect(
            try await Stage.refusal(provider, .accessToken(), [Plays.Weibo.check(), user]) == .subjectMismatch)
    }
}
