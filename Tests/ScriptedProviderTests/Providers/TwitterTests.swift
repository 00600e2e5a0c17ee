import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Twitter {
        static let token = "https://api.x.com/2/oauth2/token"

        static func me(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.x.com/2/users/me",
                query: ["user.fields": "id,name,username,profile_image_url,confirmed_email"],
                .json(#"{"data":{\#(variation.subject("id", "\"2244994945\"")),"name":"X","username":"x"}}"#))
        }
    }

    static let twitter: Play = Play(
        "twitter",
        flows: [
            .code("2244994945") { [.code(Twitter.token, .basic, $0.grant(.tokens())), Twitter.me($0)] },
            .refresh("2244994945") { variation in
                [
                    .refresh(Twitter.token, .basic, variation.grant(.tokens(refreshToken: Sent.newRefreshToken))),
                    Twitter.me(variation),
                ]
            },
        ])
}

@Suite("X") struct TwitterTests {
    private typealias Twitter = Plays.Twitter

    @Test("Access tokens prove nothing: refused before any request")
    func accessToken() async throws {
        #expect(try await Stage.refusal(Setup.provider("twitter"), .accessToken()) == .audienceUnprovable)
    }

    @Test("A confirmed address is asserted, and its absence is no obstacle (PRV-31)")
    func addresses() async throws {
        for (more, address) in [
            ("", nil), (#","confirmed_email":"x@x.test""#, "x@x.test"), (#","confirmed_email":null"#, nil),
        ] as [(String, String?)] {
            var me = Twitter.me()
            me.answer.body = me.answer.body.replacing(#""username":"x""#, with: #""username":"x"\#(more)"#)
            let steps = [Step.code(Twitter.token, .basic, .tokens()), me]
            let identity = try await Stage.identity(Setup.provider("twitter"), .code(nonce: nil), steps)
            #expect(identity.profile.email?.address == address)
            #expect(identity.profile.emailVerified == false)
        }
    }

    @Test("Too many requests make the provider unavailable, with the wait; an answer without data names nobody")
    func failures() async throws {
        var me = Twitter.me()
        me.answer = Answer(429, #"{"title":"Too Many Requests","status":429}"#, fields: [("Retry-After", "900")])
        let redemption = Step.code(Twitter.token, .basic, .tokens())
        let ending = try await Stage.run(Setup.provider("twitter"), .code(nonce: nil), [redemption, me])
        #expect(ending.code == .providerUnavailable && ending.error?.retryAfterSeconds == 900)
        for body in [#"{"errors":[{"message":"m"}]}"#, #"{"data":null}"#, #"{"id":"2244994945"}"#] {
            me.answer = .json(body)
            let code = try await Stage.refusal(Setup.provider("twitter"), .code(nonce: nil), [redemption, me])
            #expect(code == .credentialInvalid)
        }
    }
}
