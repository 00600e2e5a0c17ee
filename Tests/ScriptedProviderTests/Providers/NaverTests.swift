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
                            ),
                            refusal: .json(
                                #"{"error":"invalid_request","error_description":"no valid data in session"}"#))),
                    Naver.me(variation),
                ]
            },
            .refresh("32742776") { variation in
                [.refresh(Naver.token, .post, variation.grant(.tokens())), Naver.me(variation)]
            },
        ], email: "o@naver.test", .unverified)
}

@Suite("Naver") struct NaverTests {
    private typealias Naver = Plays.Naver

    @Test("Access tokens are refused unless the unconfirmed check is switched on, with what is accepted")
    func accessToken() async throws {
        let ending = try await Stage.run(Setup.provider("naver"), .accessToken(), [])
        #expect(ending.code == .audienceUnprovable)
        #expect(
            ending.error?.reason.hasSuffix(
                "; send the authorization code with its code_verifier, or the refresh token instead") == true)
    }

    @Test("The unconfirmed check counts only with the result 00 and our client")
    func unconfirmedCheck() async throws {
        let provider = try Setup.provider("naver", configure: { $0.accessTokens = .withCheckThatIsOffByDefault })
        let answers: [(String, CredentialError.Code?)] = [
            (#"{"resultcode":"00","message":"success","response":{"client_id":"client-ours"}}"#, nil),
            (#"{"resultcode":"00","message":"success","response":{"client_id":"other"}}"#, .audienceMismatch),
            (#"{"resultcode":"00","message":"success","response":{"expire_date":"2030"}}"#, .audienceUnprovable),
            (#"{"resultcode":"00","message":"success"}"#, .audienceUnprovable),
            (#"{"resultcode":"024","message":"m","response":{"client_id":"client-ours"}}"#, .credentialInvalid),
            (#"{"resultcode":0,"message":"m","response":{"client_id":"client-ours"}}"#, .credentialInvalid),
            (#"{"response":{"client_id":"client-ours"}}"#, .credentialInvalid),
        ]
        for (answer, code) in answers {
            let check = Step.get(
                "https://openapi.naver.com/v1/nid/verify", query: ["info": "true"], token: Sent.accessToken,
                .json(answer))
            let steps = code == nil ? [check, Naver.me(token: Sent.accessToken)] : [check]
            #expect(try await Stage.run(provider, .accessToken(), steps).code == code, "\(answer)")
        }
    }

    @Test("An account that comes with another result than 00 is nobody's")
    func results() async throws {
        for body in [
            #"{"resultcode":"024","message":"Authentication failed"}"#,
            #"{"resultcode":"024","message":"m","response":{"id":"32742776"}}"#,
            #"{"resultcode":0,"message":"m","response":{"id":"32742776"}}"#,
        ] {
            for status in [200, 401] {
                var me = Naver.me()
                me.answer = Answer(status, body)
                let steps = [Step.refresh(Naver.token, .post, .tokens()), me]
                let code = try await Stage.refusal(Setup.provider("naver"), .refreshToken, steps)
                #expect(code == .credentialInvalid, "\(status) \(body)")
            }
        }
    }

    @Test("The state of the response goes with the code, or nothing goes")
    func state() async throws {
        #expect(try await Stage.refusal(Setup.provider("naver"), .code(nonce: nil)) == .credentialInvalid)
    }

    @Test("The address can be edited by its owner: never verified")
    func address() async throws {
        var me = Naver.me()
        me.answer.body = me.answer.body.replacing(#""nickname""#, with: #""email_verified":true,"nickname""#)
        let steps = [Step.refresh(Naver.token, .post, .tokens()), me]
        let identity = try await Stage.identity(Setup.provider("naver"), .refreshToken, steps)
        #expect(identity.profile.emailVerified == false)
    }
}
